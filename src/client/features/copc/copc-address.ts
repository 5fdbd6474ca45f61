/** The screen's filters, tab and window in the address, and its links into the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import { copcTabs } from '../../../contract/copc-bands.ts';
import type { Days } from '../../../contract/calendar-days.ts';
import { copcLists, missedList } from '../../../contract/figure-lists.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { figurePeriods } from '../../../labels/figure-range-es.ts';
import type { FigureRange } from '../../format/figure-range.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export const copcRanges = { options: figurePeriods, opensWith: 'today' } as const;
export type CopcRange = FigureRange<(typeof figurePeriods)[number]['value']>;
export type CopcTab = keyof typeof copcTabs;
export const copcTabNames = Object.keys(copcTabs) as readonly CopcTab[];

/** The tab that `?tab=` names; the first by default. */
export function readTab(search: URLSearchParams): CopcTab {
  return search.get('tab') === 'rolo' ? 'rolo' : 'roman';
}

/** The metric whose window the address opens. */
export function readMetric(search: URLSearchParams): CopcMetric | null {
  const name = search.get('metrica');
  return copcMetrics.find((metric) => metric === name) ?? null;
}

/** The present address with a metric's window opened, or with another period. */
export function addressWith(
  search: URLSearchParams,
  change: { readonly metrica?: CopcMetric; readonly period?: string },
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) next.set(name, value);
  return `${paths.copc()}?${next.toString()}`;
}

/** The query of the API; the agent is left out for all agents. */
export function toQuery(
  { name, days, compare }: CopcRange,
  agentId: string | null,
): ApiInput<'getCopcMetrics', 'query'> {
  return { timeRange: name, ...days, ...compare, ...(agentId ? { agentFilter: agentId } : {}) };
}

/** The filters of the calls that miss a metric, of these days and the agent. */
export function missedSearch(metric: CopcMetric, { from, to }: Days, agentId: string | null): CallHistoryLink {
  return { fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...missedList(metric) };
}

/** Link to the calls that a metric counts, for these days and the agent; null if no list holds just them. */
export function callsAddress(metric: CopcMetric, { from, to }: Days, agentId: string | null): string | null {
  const list = copcLists[metric];
  return list === undefined
    ? null
    : paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list });
}
