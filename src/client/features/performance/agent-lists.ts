/** Links from an agent's page to its calls of the range in the call history. Pure. */
import type { Days } from '../../../contract/calendar-days.ts';
import type { FigureList } from '../../../contract/figure-lists.ts';
import { performanceLabels } from '../../../labels/performance-es.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export interface AgentLists {
  /** Builds the link to the calls that a figure counts; by default those of the range's days. */
  readonly linkOf: (list: FigureList, more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>) => string;
  readonly seeCalls: (about: string) => string;
}

export function listsOf(agentId: string, { from, to }: Days): AgentLists {
  return {
    linkOf: (list, more = {}) => paths.callHistory({ fromDate: from, toDate: to, agent: agentId, ...list, ...more }),
    seeCalls: performanceLabels.seeCalls,
  };
}
