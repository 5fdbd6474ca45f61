/** The dashboard's filters: read from the URL, and converted to API queries and links. */
import type { ApiInput } from '../../../contract/api.ts';
import type { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { periodOptions } from '../../../labels/dashboard-es.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';
import { clampPage } from '../../ui/page-numbers.ts';

export type PeriodOption = (typeof periodOptions)[number];

/** Reads the dashboard's period from the URL's `?period=`; 'today' if it is missing or unknown. */
export function readPeriod(search: URLSearchParams): PeriodOption {
  return periodOptions.find((option) => option.value === search.get('period')) ?? periodOptions[0];
}

const ranges = {
  today: { period: 'today' },
  yesterday: { period: 'yesterday' },
  '7d': { days: '7' },
  '30d': { days: '30' },
} as const satisfies Record<PeriodOption['value'], ApiInput<'getMetrics', 'query'>>;

/** API query for the agent filter; empty for all agents. */
export function toAgentQuery(agentId: string | null): ApiInput<'listActiveCalls', 'query'> {
  return agentId ? { agentFilter: agentId } : {};
}

/** Time range and agent as query parameters. */
export function toMetricsQuery(period: PeriodOption, agentId: string | null): ApiInput<'getMetrics', 'query'> {
  return { ...ranges[period.value], ...toAgentQuery(agentId) };
}

// Call history filters, copied because importing `callFiltersByFigure` would enlarge the first load.
const all: (typeof callFiltersByFigure)['calls'] = {};
const active: (typeof callFiltersByFigure)['active'] = { status: 'in_progress' };

const ofAgent = (agentId: string | null): CallHistoryLink => (agentId ? { agent: agentId } : {});

/** URL of the call history with all calls of the period and agent. */
export function callsLink(period: PeriodOption, agentId: string | null): string {
  return paths.callHistory({ ...all, days: period.value, ...ofAgent(agentId) });
}

/** URL of the call history with the calls in progress, of any day. */
export function activeLink(agentId: string | null): string {
  return paths.callHistory({ ...active, ...ofAgent(agentId) });
}

/** API query of the call volume chart for the period and agent. */
export function toVolumeRange(period: PeriodOption, agentId: string | null): ApiInput<'getCallVolume', 'query'> {
  return { timeRange: period.value, ...toAgentQuery(agentId) };
}

export const recentPageSize = 8;

/** API query of the recent calls; `?page=` in the URL names the page. */
export function toRecentCallsQuery(
  search: URLSearchParams,
  period: PeriodOption,
  agentId: string | null,
): ApiInput<'listFilteredCalls', 'query'> & { readonly page: number } {
  return {
    ...toMetricsQuery(period, agentId),
    page: clampPage(Number(search.get('page') ?? 1), 1_000_000),
    pageSize: recentPageSize,
  };
}

/** API query of the figures by agent for the period and agent filter. */
export function toAgentFiguresQuery(period: PeriodOption, agentId: string | null): ApiInput<'getAgentUsage', 'query'> {
  return { timeFilter: period.value, ...toAgentQuery(agentId) };
}
