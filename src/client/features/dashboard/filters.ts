/** The dashboard's filters: read from the URL, and converted to API queries and links. */
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { dashboardPeriodOptions } from '../../../labels/dashboard-es.ts';
import { screenPaths, type CallHistoryLinkFilters } from '../../paths.ts';
import { clampPageNumber } from '../../ui/page-numbers.ts';

export type DashboardPeriodOption = (typeof dashboardPeriodOptions)[number];

/** Reads the dashboard's period from the URL's `?period=`; 'today' if it is missing or unknown. */
export function readDashboardPeriodFromUrl(search: URLSearchParams): DashboardPeriodOption {
  return dashboardPeriodOptions.find((option) => option.value === search.get('period')) ?? dashboardPeriodOptions[0];
}

const ranges = {
  today: { period: 'today' },
  yesterday: { period: 'yesterday' },
  '7d': { days: '7' },
  '30d': { days: '30' },
} as const satisfies Record<DashboardPeriodOption['value'], ApiRequestPart<'getMetrics', 'query'>>;

/** API query for the agent filter; empty for all agents. */
export function toAgentFilterQuery(agentId: string | null): ApiRequestPart<'listActiveCalls', 'query'> {
  return agentId ? { agentFilter: agentId } : {};
}

/** Time range and agent as query parameters. */
export function toDashboardMetricsQuery(
  period: DashboardPeriodOption,
  agentId: string | null,
): ApiRequestPart<'getMetrics', 'query'> {
  return { ...ranges[period.value], ...toAgentFilterQuery(agentId) };
}

// Copies of two filters from `callFiltersByFigure`, because importing its module would enlarge the first load.
const all: (typeof callFiltersByFigure)['calls'] = {};
const active: (typeof callFiltersByFigure)['active'] = { status: 'in_progress' };

const ofAgent = (agentId: string | null): CallHistoryLinkFilters => (agentId ? { agent: agentId } : {});

export function buildPeriodCallsHistoryUrl(period: DashboardPeriodOption, agentId: string | null): string {
  return screenPaths.callHistory({ ...all, days: period.value, ...ofAgent(agentId) });
}

/** URL of the call history with the calls in progress, of any day. */
export function buildActiveCallsHistoryUrl(agentId: string | null): string {
  return screenPaths.callHistory({ ...active, ...ofAgent(agentId) });
}

export function toDashboardVolumeQuery(
  period: DashboardPeriodOption,
  agentId: string | null,
): ApiRequestPart<'getCallVolume', 'query'> {
  return { timeRange: period.value, ...toAgentFilterQuery(agentId) };
}

export const recentCallsPageSize = 8;

/** API query of the recent calls; `?page=` in the URL names the page. */
export function toRecentCallsQuery(
  search: URLSearchParams,
  period: DashboardPeriodOption,
  agentId: string | null,
): ApiRequestPart<'listFilteredCalls', 'query'> & { readonly page: number } {
  return {
    ...toDashboardMetricsQuery(period, agentId),
    page: clampPageNumber(Number(search.get('page') ?? 1), 1_000_000),
    pageSize: recentCallsPageSize,
  };
}

export function toAgentFiguresQuery(
  period: DashboardPeriodOption,
  agentId: string | null,
): ApiRequestPart<'getAgentUsage', 'query'> {
  return { timeFilter: period.value, ...toAgentFilterQuery(agentId) };
}
