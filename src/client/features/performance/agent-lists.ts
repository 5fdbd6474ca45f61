/** Where the figures of one agent's page lead: its calls of the range. Pure. */
import type { Days } from '../../../contract/calendar-days.ts';
import type { FigureList } from '../../../contract/figure-lists.ts';
import { performanceLabels } from '../../../labels/performance-es.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export interface AgentLists {
  /** Of the range's days unless told otherwise. */
  readonly linkOf: (list: FigureList, more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>) => string;
  readonly seeCalls: (about: string) => string;
}

export function listsOf(agentId: string, { from, to }: Days): AgentLists {
  return {
    linkOf: (list, more = {}) => paths.callHistory({ fromDate: from, toDate: to, agent: agentId, ...list, ...more }),
    seeCalls: performanceLabels.seeCalls,
  };
}
