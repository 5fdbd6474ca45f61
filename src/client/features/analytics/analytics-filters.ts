/** The screen's filters as the address holds them and as the API takes them, and the links into the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import type { FigureList } from '../../../contract/figure-lists.ts';
import { figurePeriods } from '../../../labels/figure-range-es.ts';
import type { FigureRange } from '../../format/figure-range.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export const analyticsRanges = { options: figurePeriods, opensWith: '7d' } as const;
export type AnalyticsRange = FigureRange<(typeof figurePeriods)[number]['value']>;

/** 'All agents' is left out. */
const ofAgent = (agentId: string | null) => (agentId ? { agentFilter: agentId } : {});

export function toQuery(range: AnalyticsRange, agentId: string | null): ApiInput<'getAnalytics', 'query'> {
  return { ...toHoursQuery(range, agentId), ...range.compare };
}

export function toHoursQuery(
  { name, days }: AnalyticsRange,
  agentId: string | null,
): ApiInput<'getDialingHours', 'query'> {
  return { timeFilter: name, ...days, ...ofAgent(agentId) };
}

/** The hours of a range of one day; null of a longer one. */
export function toVolumeQuery(
  { name, days }: AnalyticsRange,
  agentId: string | null,
): ApiInput<'getCallVolume', 'query'> | null {
  const isDay = name === 'today' || name === 'yesterday' || (name === 'custom' && days.from === days.to);
  return isDay ? { timeRange: name, ...days, ...ofAgent(agentId) } : null;
}

/** Address of the calls behind a figure: of the figures' days and agent unless told otherwise. */
export type CallsLink = (list: FigureList, more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>) => string;

export function linkTo({ days: { from, to } }: Pick<Analytics, 'days'>, agentId: string | null): CallsLink {
  return (list, more = {}) =>
    paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list, ...more });
}
