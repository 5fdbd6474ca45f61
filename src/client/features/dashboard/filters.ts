/** The dashboard's filters as the address holds them and as the API takes them. */
import type { ApiInput } from '../../../contract/api.ts';
import type { figureLists } from '../../../contract/figure-lists.ts';
import { periodOptions } from '../../../labels/dashboard-es.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';
import { clampPage } from '../../ui/page-numbers.ts';

export type PeriodOption = (typeof periodOptions)[number];

/** The period that `?period=` names; 'today' by default and for anything unknown. */
export function readPeriod(search: URLSearchParams): PeriodOption {
  return periodOptions.find((option) => option.value === search.get('period')) ?? periodOptions[0];
}

const ranges = {
  today: { period: 'today' },
  yesterday: { period: 'yesterday' },
  '7d': { days: '7' },
  '30d': { days: '30' },
} as const satisfies Record<PeriodOption['value'], ApiInput<'getMetrics', 'query'>>;

/** 'All agents' is left out. */
export function toAgent(agentId: string | null): ApiInput<'listActiveCalls', 'query'> {
  return agentId ? { agentFilter: agentId } : {};
}

/** Time range and agent as query parameters. */
export function toTimeRange(period: PeriodOption, agentId: string | null): ApiInput<'getMetrics', 'query'> {
  return { ...ranges[period.value], ...toAgent(agentId) };
}

// Held to the table of figures by their types: it would come with the first load.
const all: (typeof figureLists)['calls'] = {};
const active: (typeof figureLists)['active'] = { status: 'in_progress' };

const ofAgent = (agentId: string | null): CallHistoryLink => (agentId ? { agent: agentId } : {});

/** All calls of these days and this agent. */
export function callsLink(period: PeriodOption, agentId: string | null): string {
  return paths.callHistory({ ...all, days: period.value, ...ofAgent(agentId) });
}

/** The calls under way, whatever their day. */
export function activeLink(agentId: string | null): string {
  return paths.callHistory({ ...active, ...ofAgent(agentId) });
}

/** The same for the volume chart. */
export function toVolumeRange(period: PeriodOption, agentId: string | null): ApiInput<'getCallVolume', 'query'> {
  return { timeRange: period.value, ...toAgent(agentId) };
}

export const recentPageSize = 8;

/** The page of the period's calls that `?page=` asks for. */
export function toRecentPage(
  search: URLSearchParams,
  period: PeriodOption,
  agentId: string | null,
): ApiInput<'listFilteredCalls', 'query'> & { readonly page: number } {
  return {
    ...toTimeRange(period, agentId),
    page: clampPage(Number(search.get('page') ?? 1), 1_000_000),
    pageSize: recentPageSize,
  };
}

/** The same for the figures of agents. */
export function toTimeFilter(period: PeriodOption, agentId: string | null): ApiInput<'getAgentUsage', 'query'> {
  return { timeFilter: period.value, ...toAgent(agentId) };
}
