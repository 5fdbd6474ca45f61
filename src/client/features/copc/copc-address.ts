/** The screen's filters, tab and window as the address holds them, and the links into the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import { copcTabs } from '../../../contract/copc-bands.ts';
import type { CopcReport } from '../../../contract/copc.ts';
import { copcLists } from '../../../contract/figure-lists.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { figurePeriods } from '../../../labels/common-es.ts';
import { calendarDay } from '../../format/dates.ts';
import { paths } from '../../paths.ts';

export type PeriodOption = (typeof figurePeriods)[number];
export type CopcTab = keyof typeof copcTabs;
export const copcTabNames = Object.keys(copcTabs) as readonly CopcTab[];

/** The period that `?period=` names; today by default and for anything unknown. */
export function readPeriod(search: URLSearchParams): PeriodOption {
  const name = search.get('period');
  return figurePeriods.find(({ value }) => value === name) ?? figurePeriods[0];
}

/** The tab that `?tab=` names; the first by default. */
export function readTab(search: URLSearchParams): CopcTab {
  return search.get('tab') === 'rolo' ? 'rolo' : 'roman';
}

/** The metric whose window is open. */
export function readMetric(search: URLSearchParams): CopcMetric | null {
  const name = search.get('metrica');
  return copcMetrics.find((metric) => metric === name) ?? null;
}

/** This address with the metric's window open, or with another period. */
export function addressWith(
  search: URLSearchParams,
  change: { readonly metrica?: CopcMetric; readonly period?: string },
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) next.set(name, value);
  return `${paths.copc()}?${next.toString()}`;
}

/** 'All agents' is left out. */
export function toQuery(period: PeriodOption, agentId: string | null): ApiInput<'getCopcMetrics', 'query'> {
  return { timeRange: period.value, ...(agentId ? { agentFilter: agentId } : {}) };
}

export interface Days {
  /** 'YYYY-MM-DD' in the workspace's zone, both included. */
  readonly from: string;
  readonly to: string;
}

/** First and last day of the figures. */
export function daysOf({ connectRate: { series } }: Pick<CopcReport, 'connectRate'>, zone: string): Days {
  const dayOf = (at: string | undefined) => (at === undefined ? '' : calendarDay(new Date(at), zone));
  return { from: dayOf(series[0]?.at), to: dayOf(series.at(-1)?.at) };
}

/** The calls that a metric is over, of these days and the agent; null where no list holds just them. */
export function callsAddress(metric: CopcMetric, { from, to }: Days, agentId: string | null): string | null {
  const list = copcLists[metric];
  return list === undefined
    ? null
    : paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list });
}
