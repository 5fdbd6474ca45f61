/** Converts the filters of the Analytics screen into API queries and into links to the call history. Pure. */
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import type { FigureCallFilters } from '../../../contract/figure-lists.ts';
import { figurePeriodOptions } from '../../../labels/figure-range-es.ts';
import type { SelectedFigureRange } from '../../format/figure-range.ts';
import { screenPaths, type CallHistoryLinkFilters } from '../../paths.ts';

export const analyticsPeriodOptions = { options: figurePeriodOptions, opensWith: '7d' } as const;
export type AnalyticsDateRange = SelectedFigureRange<(typeof figurePeriodOptions)[number]['value']>;

/** The agent filter as a query parameter of the analytics endpoints; omitted for all agents. */
const ofAgent = (agentId: string | null) => (agentId ? { agentFilter: agentId } : {});

export function toAnalyticsFiguresQuery(
  range: AnalyticsDateRange,
  agentId: string | null,
): ApiRequestPart<'getAnalytics', 'query'> {
  return { ...toDialingHoursQuery(range, agentId), ...range.compare };
}

export function toDialingHoursQuery(
  { name, days }: AnalyticsDateRange,
  agentId: string | null,
): ApiRequestPart<'getDialingHours', 'query'> {
  return { timeFilter: name, ...days, ...ofAgent(agentId) };
}

/** API query for the calls by hour, if the date range is a single day; null for a longer range. */
export function toCallVolumeQuery(
  { name, days }: AnalyticsDateRange,
  agentId: string | null,
): ApiRequestPart<'getCallVolume', 'query'> | null {
  const isDay = name === 'today' || name === 'yesterday' || (name === 'custom' && days.from === days.to);
  return isDay ? { timeRange: name, ...days, ...ofAgent(agentId) } : null;
}

/** Function that builds a link to the calls that a figure counts. `more` replaces the screen's dates or agent. */
export type FigureCallsLinkBuilder = (
  list: FigureCallFilters,
  more?: Pick<CallHistoryLinkFilters, 'agent' | 'fromDate' | 'toDate'>,
) => string;

export function createFigureCallsLinkBuilder(
  { days: { from, to } }: Pick<Analytics, 'days'>,
  agentId: string | null,
): FigureCallsLinkBuilder {
  return (list, more = {}) =>
    screenPaths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list, ...more });
}
