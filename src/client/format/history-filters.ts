/** The call history's filters as its address holds them and as the API takes them. Values that nobody offers are ignored. Pure. */
import type { ApiInput } from '../../contract/api.ts';
import { channelFilterOptions, originFilterOptions, statusFilterOptions } from '../../labels/call-history-es.ts';
import { sentimentLabels } from '../../labels/es.ts';
import { zonedMoment } from './dates.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export const defaultPageSize = 20;

export type ListQuery = ApiInput<'listCalls', 'query'>;

export interface HistoryFilters {
  /** Calendar days in the workspace's zone, both included: 'YYYY-MM-DD'. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly status: (typeof statusFilterOptions)[number]['value'] | null;
  readonly sentiment: keyof typeof sentimentLabels | null;
  readonly channelType: (typeof channelFilterOptions)[number]['value'] | null;
  readonly agent: string | null;
  readonly origin: (typeof originFilterOptions)[number]['value'] | null;
  /** Campaign id, and the name that the link brought. Both come from other screens. */
  readonly campaign: string | null;
  readonly name: string | null;
}

export const sentimentOptions = Object.entries(sentimentLabels).map(([value, label]) => ({ value, label }));

/** The filters that the panel offers; campaign and name stand apart. */
export const panelFilters = ['fromDate', 'toDate', 'status', 'sentiment', 'channelType', 'agent', 'origin'] as const;
export type PanelFilter = (typeof panelFilters)[number];

/** A day that exists, from 1900 on: a date input tells years that are still being typed ('0002-11-21'). */
export function isCalendarDay(text: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function oneOf<T extends string>(value: string | null, options: readonly { readonly value: T }[]): T | null {
  return options.find((option) => option.value === value)?.value ?? null;
}

function dayOf(text: string | null): string | null {
  return text !== null && isCalendarDay(text) ? text : null;
}

export function readFilters(search: URLSearchParams): HistoryFilters {
  const sentiment = search.get('sentiment') ?? '';
  return {
    fromDate: dayOf(search.get('fromDate')),
    toDate: dayOf(search.get('toDate')),
    status: oneOf(search.get('status'), statusFilterOptions),
    sentiment: Object.hasOwn(sentimentLabels, sentiment) ? (sentiment as keyof typeof sentimentLabels) : null,
    channelType: oneOf(search.get('channelType'), channelFilterOptions),
    agent: search.get('agent') || null,
    origin: oneOf(search.get('origin'), originFilterOptions),
    campaign: search.get('campaign') || null,
    name: search.get('name') || null,
  };
}

/** How many filters of the panel are set. */
export function countFilters(filters: HistoryFilters): number {
  return panelFilters.filter((name) => filters[name] !== null).length;
}

export function readPageSize(search: URLSearchParams): number {
  return pageSizes.find((size) => String(size) === search.get('pageSize')) ?? defaultPageSize;
}

/** The midnight at which a day ends, in the zone. */
function endOfDay(day: string, zone: string): Date {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return new Date(zonedMoment(next.toISOString().slice(0, 10), '00:00', zone).getTime() - 1);
}

/** What the API is asked; days are cut in the workspace's zone, filters that are not set are left out. */
export function toListQuery(filters: HistoryFilters, zone: string, page: number, pageSize: number): ListQuery {
  const { fromDate, toDate, status, sentiment, channelType, agent, origin, campaign } = filters;
  return {
    ...(fromDate ? { fromDate: zonedMoment(fromDate, '00:00', zone).toISOString() } : {}),
    ...(toDate ? { toDate: endOfDay(toDate, zone).toISOString() } : {}),
    ...(status ? { status } : {}),
    ...(sentiment ? { sentiment } : {}),
    ...(channelType ? { channelType } : {}),
    ...(agent ? { agentId: agent } : {}),
    ...(origin ? { origin } : {}),
    ...(campaign ? { campaignId: campaign } : {}),
    page,
    pageSize,
  };
}
