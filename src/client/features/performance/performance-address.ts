/** URL parameters of the performance screen (period, agent, tab, sort column), and its links. Pure. */
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { callFiltersByFigure, type FigureCallFilters } from '../../../contract/figure-lists.ts';
import {
  agentComparisonLabels,
  performanceTabLabels,
  scorecardPeriodOptions,
  type AgentComparisonColumnName,
} from '../../../labels/performance-es.ts';
import type { SelectedFigureRange } from '../../format/figure-range.ts';
import { screenPaths, pickPeriodParameters } from '../../paths.ts';

export const performancePeriodOptions = { options: scorecardPeriodOptions, opensWith: '7d' } as const;
export type PerformanceDateRange = SelectedFigureRange<(typeof scorecardPeriodOptions)[number]['value']>;

export type PerformanceTab = keyof typeof performanceTabLabels;
export const defaultPerformanceTab: PerformanceTab = 'summary';

/** Name of the column by which the agent comparison is sorted, with a leading '-' for descending. */
export type AgentComparisonSort = AgentComparisonColumnName | `-${AgentComparisonColumnName}`;
export const defaultAgentComparisonSort: AgentComparisonSort = '-successRate';
export const agentComparisonColumnNames = Object.keys(
  agentComparisonLabels.columns,
) as readonly AgentComparisonColumnName[];

export function readPerformanceTabFromUrl(search: URLSearchParams): PerformanceTab {
  const tab = search.get('tab') ?? '';
  return Object.hasOwn(performanceTabLabels, tab) ? (tab as PerformanceTab) : defaultPerformanceTab;
}

export function readAgentComparisonSortFromUrl(search: URLSearchParams): AgentComparisonSort {
  const sort = search.get('sort') ?? '';
  return Object.hasOwn(agentComparisonLabels.columns, sort.replace(/^-/, ''))
    ? (sort as AgentComparisonSort)
    : defaultAgentComparisonSort;
}

/** Builds the API query for the agents' scorecards of a range; `agentId` is null for all agents. */
export function toScorecardsQuery(
  { name, days, compare }: PerformanceDateRange,
  agentId: string | null,
): ApiRequestPart<'getAgentScorecards', 'query'> {
  return { timeFilter: name, ...days, ...compare, ...(agentId ? { agentFilter: agentId } : {}) };
}

export function toAgentReportQuery({
  name,
  days,
  compare,
}: PerformanceDateRange): ApiRequestPart<'getAgentReport', 'query'> {
  return { timeFilter: name, ...days, ...compare };
}

/** Builds the API query for an agent's finished outbound calls by hour of the week. */
export function toAgentDialingHoursQuery(
  { name, days }: PerformanceDateRange,
  agentId: string,
): ApiRequestPart<'getDialingHours', 'query'> {
  return { timeFilter: name === '1d' ? 'today' : name, ...days, agentFilter: agentId };
}

export function toAgentAnalyticsQuery(
  range: PerformanceDateRange,
  agentId: string,
): ApiRequestPart<'getAnalytics', 'query'> {
  return { ...toAgentDialingHoursQuery(range, agentId), ...range.compare };
}

/**
 * URL of an agent's quality metrics in a date range. In the URLs of the quality metrics page, the range '1d' is named
 * 'today'.
 */
export function buildAgentCopcMetricsUrl(
  search: URLSearchParams,
  { period }: PerformanceDateRange,
  agentId: string,
): string {
  return screenPaths.copc(agentId, { ...pickPeriodParameters(search), period: period === '1d' ? 'today' : period });
}

/** URL of the call history with the calls behind a figure. Null for calls without an agent (`agentId` ''). */
export function buildFigureCallsUrl(
  days: CalendarDayRange,
  agentId: string | null,
  list: FigureCallFilters = callFiltersByFigure.calls,
): string | null {
  if (agentId === '') return null;
  return screenPaths.callHistory({
    fromDate: days.from,
    toDate: days.to,
    ...(agentId === null ? {} : { agent: agentId }),
    ...list,
  });
}
