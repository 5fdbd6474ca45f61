/** Builds links from an agent's page to lists of its calls in the call history. Pure. */
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import type { FigureCallFilters } from '../../../contract/figure-lists.ts';
import { performanceScreenLabels } from '../../../labels/performance-es.ts';
import { screenPaths, type CallHistoryLinkFilters } from '../../paths.ts';

export interface AgentCallsLinkBuilder {
  /**
   * Builds the URL of the calls behind a figure. `more`: further filters, which may also replace the days of the chosen
   * range.
   */
  readonly linkOf: (
    list: FigureCallFilters,
    more?: Pick<CallHistoryLinkFilters, 'agent' | 'fromDate' | 'toDate'>,
  ) => string;
  readonly seeCalls: (about: string) => string;
}

export function createAgentCallsLinkBuilder(agentId: string, { from, to }: CalendarDayRange): AgentCallsLinkBuilder {
  return {
    linkOf: (list, more = {}) =>
      screenPaths.callHistory({ fromDate: from, toDate: to, agent: agentId, ...list, ...more }),
    seeCalls: performanceScreenLabels.seeCalls,
  };
}
