/** URL parameters of the quality metrics screen (filters, tab, window), and its links to the call history. Pure. */
import type { ApiRequestPart } from '../../../contract/api.ts';
import { copcMetricsByTab } from '../../../contract/copc-bands.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { callFiltersByCopcMetric, makeMissedTargetCallFilters } from '../../../contract/figure-lists.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { figurePeriodOptions } from '../../../labels/figure-range-es.ts';
import type { SelectedFigureRange } from '../../format/figure-range.ts';
import { screenPaths, type CallHistoryLinkFilters } from '../../paths.ts';

export const copcPeriodOptions = { options: figurePeriodOptions, opensWith: 'today' } as const;
export type CopcDateRange = SelectedFigureRange<(typeof figurePeriodOptions)[number]['value']>;
export type CopcTab = keyof typeof copcMetricsByTab;
export const copcTabNames = Object.keys(copcMetricsByTab) as readonly CopcTab[];

/** Reads the tab of the quality metrics screen from the URL's `?tab=`; the first tab by default. */
export function readCopcTabFromUrl(search: URLSearchParams): CopcTab {
  return search.get('tab') === 'rolo' ? 'rolo' : 'roman';
}

/** The metric whose window the address opens. */
export function readOpenCopcMetricFromUrl(search: URLSearchParams): CopcMetric | null {
  const name = search.get('metrica');
  return copcMetrics.find((metric) => metric === name) ?? null;
}

/**
 * URL of the quality metrics screen. It keeps the present filters, but opens the dialog of the metric `metrica` or
 * selects the period `period`.
 */
export function buildCopcUrl(
  search: URLSearchParams,
  change: { readonly metrica?: CopcMetric; readonly period?: string },
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) next.set(name, value);
  return `${screenPaths.copc()}?${next.toString()}`;
}

/** Builds the API query for the quality metrics of a range and an agent; `agentId` is null for all agents. */
export function toCopcReportQuery(
  { name, days, compare }: CopcDateRange,
  agentId: string | null,
): ApiRequestPart<'getCopcMetrics', 'query'> {
  return { timeRange: name, ...days, ...compare, ...(agentId ? { agentFilter: agentId } : {}) };
}

/**
 * Returns the call history filters for calls that miss a quality metric's target, in a range of days and for one agent
 * or all.
 */
export function buildBelowTargetCallFilters(
  metric: CopcMetric,
  { from, to }: CalendarDayRange,
  agentId: string | null,
): CallHistoryLinkFilters {
  return { fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...makeMissedTargetCallFilters(metric) };
}

/** URL of the call history with exactly the calls that a quality metric counts; null if no filter selects them. */
export function buildMetricCountedCallsUrl(
  metric: CopcMetric,
  { from, to }: CalendarDayRange,
  agentId: string | null,
): string | null {
  const list = callFiltersByCopcMetric[metric];
  return list === undefined
    ? null
    : screenPaths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list });
}
