/** Converts the filters of the Analytics screen into API queries and into links to the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import type { FigureCallFilters } from '../../../contract/figure-lists.ts';
import { figurePeriods } from '../../../labels/figure-range-es.ts';
import type { FigureRange } from '../../format/figure-range.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export const analyticsRanges = { options: figurePeriods, opensWith: '7d' } as const;
export type AnalyticsRange = FigureRange<(typeof figurePeriods)[number]['value']>;

/** The agent filter as a query parameter of the analytics endpoints; omitted for all agents. */
const ofAgent = (agentId: string | null) => (agentId ? { agentFilter: agentId } : {});

export function toFigureQuery(range: AnalyticsRange, agentId: string | null): ApiInput<'getAnalytics', 'query'> {
  return { ...toHoursQuery(range, agentId), ...range.compare };
}

export function toHoursQuery(
  { name, days }: AnalyticsRange,
  agentId: string | null,
): ApiInput<'getDialingHours', 'query'> {
  return { timeFilter: name, ...days, ...ofAgent(agentId) };
}

/** API query for the calls by hour, if the date range is a single day; null for a longer range. */
export function toVolumeQuery(
  { name, days }: AnalyticsRange,
  agentId: string | null,
): ApiInput<'getCallVolume', 'query'> | null {
  const isDay = name === 'today' || name === 'yesterday' || (name === 'custom' && days.from === days.to);
  return isDay ? { timeRange: name, ...days, ...ofAgent(agentId) } : null;
}

/** Function that builds a link to the calls of a figure. `more` replaces the screen's dates or agent. */
export type CallsLink = (
  list: FigureCallFilters,
  more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>,
) => string;

export function createCallsLink({ days: { from, to } }: Pick<Analytics, 'days'>, agentId: string | null): CallsLink {
  return (list, more = {}) =>
    paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list, ...more });
}
