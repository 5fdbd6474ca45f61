/** The screen's filters in the address, in the API's form, and as links into the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import type { FigureList } from '../../../contract/figure-lists.ts';
import { figurePeriods } from '../../../labels/figure-range-es.ts';
import type { FigureRange } from '../../format/figure-range.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export const analyticsRanges = { options: figurePeriods, opensWith: '7d' } as const;
export type AnalyticsRange = FigureRange<(typeof figurePeriods)[number]['value']>;

/** The agent filter as the API takes it; left out for all agents. */
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

/** The query for the hours of a one-day range; null for a longer range. */
export function toVolumeQuery(
  { name, days }: AnalyticsRange,
  agentId: string | null,
): ApiInput<'getCallVolume', 'query'> | null {
  const isDay = name === 'today' || name === 'yesterday' || (name === 'custom' && days.from === days.to);
  return isDay ? { timeRange: name, ...days, ...ofAgent(agentId) } : null;
}

/** Address of the calls behind a figure; the figures' days and agent by default. */
export type CallsLink = (list: FigureList, more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>) => string;

export function linkTo({ days: { from, to } }: Pick<Analytics, 'days'>, agentId: string | null): CallsLink {
  return (list, more = {}) =>
    paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list, ...more });
}
