/** Filters of the call history: read from the URL, and converted to an API query. Unknown values are ignored. Pure. */
import type { ApiRequestPart } from '../../contract/api.ts';
import { addDays, isCalendarDay } from '../../contract/calendar-days.ts';
import type { CallSortOrder } from '../../contract/calls.ts';
import {
  callHistoryFilterNames,
  callHistoryPanelFilterNames,
  type CallHistoryPanelFilterName,
} from '../../contract/history-address.ts';
import { copcMetrics, yesNoMetrics, type CopcMetric, type YesNoMetric } from '../../contract/regional.ts';
import {
  callAttentionFilterOptions,
  callChannelFilterOptions,
  callHistoryDayRangeOptions,
  callGoalFilterOptions,
  yesNoFilterOptions,
  callMeasureFilterOptions,
  callDirectionFilterOptions,
  callSortOptions,
  callStatusFilterOptions,
} from '../../labels/call-history-es.ts';
import { callResultLabels, sentimentLabels } from '../../labels/es.ts';
import { toCalendarDay, convertZonedDateTimeToMoment } from './dates.ts';

export const callHistoryPageSizes = [10, 20, 50, 100] as const;
export const defaultCallHistoryPageSize = 20;

export type CallHistoryQuery = ApiRequestPart<'listCalls', 'query'>;
/** Call history filters by a yes-or-no analysis field. */
type Judgements = Readonly<Record<YesNoMetric, (typeof yesNoFilterOptions)[number]['value'] | null>>;
export type CallHistoryDayRangeName = (typeof callHistoryDayRangeOptions)[number]['value'];

export interface CallHistoryFilters extends Judgements {
  /**
   * Call history filter by a named range of days, such as the last 7 days. Null if no named range is set, as when
   * `fromDate` and `toDate` are set.
   */
  readonly days: CallHistoryDayRangeName | null;
  /** Call history filter by days: the first and last one, both included, in the workspace's zone: 'YYYY-MM-DD'. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly status: (typeof callStatusFilterOptions)[number]['value'] | null;
  readonly sentiment: keyof typeof sentimentLabels | null;
  readonly channelType: (typeof callChannelFilterOptions)[number]['value'] | null;
  readonly agent: string | null;
  readonly origin: (typeof callDirectionFilterOptions)[number]['value'] | null;
  readonly goal: (typeof callGoalFilterOptions)[number]['value'] | null;
  readonly result: keyof typeof callResultLabels | null;
  /** Call history filter by disconnection reason, in the provider's spelling; may be a reason unknown to us. */
  readonly reason: string | null;
  /** Call history filter by the attention rule that a call matched; 'any' for all rules. */
  readonly attention: (typeof callAttentionFilterOptions)[number]['value'] | null;
  /** Call history filter for the calls behind a counter such as 'Con éxito'. Set by links from other screens. */
  readonly measure: (typeof callMeasureFilterOptions)[number]['value'] | null;
  /** Call history filter for calls that miss a quality metric's target. Set by links from other screens. */
  readonly missed: CopcMetric | null;
  /** Call history filter by hour of the week: weekday '1' (Monday) to '7' (Sunday), hour '0' to '23'. */
  readonly weekday: string | null;
  readonly hour: string | null;
  /** Call history filter by campaign: its id, and its name for display. Set by links from other screens. */
  readonly campaign: string | null;
  readonly name: string | null;
  /** Search text of the call history: words, or a part of a phone number. */
  readonly q: string | null;
}

export const defaultCallHistorySort: CallSortOrder = '-date';
/** Highest length of a search text that the API accepts. */
export const maxCallHistorySearchLength = 200;
const longestReason = 100;

const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

export const callResultOptions = optionsOf(callResultLabels);
export const callSentimentOptions = optionsOf(sentimentLabels);

/** Changes of history filters: new values by filter name; null removes a filter. */
export type CallHistoryFilterChange = Readonly<Partial<Record<CallHistoryPanelFilterName, string | null>>>;

function oneOf<T extends string>(value: string | null, options: readonly { readonly value: T }[]): T | null {
  return options.find((option) => option.value === value)?.value ?? null;
}

function dayOf(text: string | null): string | null {
  return text !== null && isCalendarDay(text) ? text : null;
}

function wholeNumber(text: string | null, least: number, most: number): string | null {
  return text !== null && /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? String(Number(text))
    : null;
}

/**
 * Builds a record with one entry for each yes-or-no quality metric that is a history filter. `of` makes the entry's
 * value.
 */
export function buildYesNoMetricRecord<T>(of: (metric: YesNoMetric) => T): Record<YesNoMetric, T> {
  return Object.fromEntries(yesNoMetrics.map((metric) => [metric, of(metric)])) as Record<YesNoMetric, T>;
}

export function readCallHistoryFiltersFromUrl(search: URLSearchParams): CallHistoryFilters {
  const days = oneOf(search.get('days'), callHistoryDayRangeOptions);
  return {
    days,
    fromDate: days === null ? dayOf(search.get('fromDate')) : null,
    toDate: days === null ? dayOf(search.get('toDate')) : null,
    status: oneOf(search.get('status'), callStatusFilterOptions),
    sentiment: oneOf(search.get('sentiment'), callSentimentOptions),
    channelType: oneOf(search.get('channelType'), callChannelFilterOptions),
    agent: search.get('agent') || null,
    origin: oneOf(search.get('origin'), callDirectionFilterOptions),
    goal: oneOf(search.get('goal'), callGoalFilterOptions),
    result: oneOf(search.get('result'), callResultOptions),
    reason: search.get('reason')?.slice(0, longestReason) || null,
    attention: oneOf(search.get('attention'), callAttentionFilterOptions),
    measure: oneOf(search.get('measure'), callMeasureFilterOptions),
    missed: copcMetrics.find((metric) => metric === search.get('missed')) ?? null,
    ...buildYesNoMetricRecord((metric) => oneOf(search.get(metric), yesNoFilterOptions)),
    weekday: wholeNumber(search.get('weekday'), 1, 7),
    hour: wholeNumber(search.get('hour'), 0, 23),
    campaign: search.get('campaign') || null,
    name: search.get('name') || null,
    q: search.get('q')?.trim().slice(0, maxCallHistorySearchLength) || null,
  };
}

export function readCallHistorySortFromUrl(search: URLSearchParams): CallSortOrder {
  return oneOf(search.get('sort'), callSortOptions) ?? defaultCallHistorySort;
}

/** Number of active filters in the panel of the call history. Weekday and hour count as one. */
export function countActiveCallHistoryFilters(filters: CallHistoryFilters): number {
  return callHistoryPanelFilterNames.filter(
    (name) => filters[name] !== null && !(name === 'hour' && filters.weekday !== null),
  ).length;
}

export function readCallHistoryPageSizeFromUrl(search: URLSearchParams): number {
  return callHistoryPageSizes.find((size) => String(size) === search.get('pageSize')) ?? defaultCallHistoryPageSize;
}

const daysBack = { today: 0, yesterday: 1, '7d': 6, '30d': 29 } as const satisfies Record<
  CallHistoryDayRangeName,
  number
>;

/**
 * Returns the first and last day of the call history's date filter, both included. A named range such as the last 7
 * days is counted back from the present time `now`.
 */
export function resolveCallHistoryFilterDays(
  { days, fromDate, toDate }: CallHistoryFilters,
  zone: string,
  now = new Date(),
): Pick<CallHistoryFilters, 'fromDate' | 'toDate'> {
  if (days === null) return { fromDate, toDate };
  const today = toCalendarDay(now, zone);
  const first = addDays(today, -daysBack[days]);
  return { fromDate: first, toDate: days === 'yesterday' ? first : today };
}

/** Last millisecond of a calendar day in a time zone. */
function endOfDay(day: string, zone: string): Date {
  return new Date(convertZonedDateTimeToMoment(addDays(day, 1), '00:00', zone).getTime() - 1);
}

/** Builds the API query for the history's filters. Days are converted to moments in the workspace's zone. */
export function toCallFiltersQuery(
  filters: CallHistoryFilters,
  zone: string,
  sort: CallSortOrder = defaultCallHistorySort,
): ApiRequestPart<'exportCalls', 'query'> {
  const {
    status,
    sentiment,
    channelType,
    agent,
    origin,
    goal,
    result,
    reason,
    attention,
    measure,
    missed,
    weekday,
    hour,
    campaign,
    q,
  } = filters;
  const { fromDate, toDate } = resolveCallHistoryFilterDays(filters, zone);
  return {
    ...(fromDate ? { fromDate: convertZonedDateTimeToMoment(fromDate, '00:00', zone).toISOString() } : {}),
    ...(toDate ? { toDate: endOfDay(toDate, zone).toISOString() } : {}),
    ...(status ? { status } : {}),
    ...(sentiment ? { sentiment } : {}),
    ...(channelType ? { channelType } : {}),
    ...(agent ? { agentId: agent } : {}),
    ...(origin ? { origin } : {}),
    ...(goal ? { goal } : {}),
    ...(result ? { result } : {}),
    ...(reason ? { reason } : {}),
    ...(attention ? { attention } : {}),
    ...(measure ? { measure } : {}),
    ...(missed ? { missed } : {}),
    ...Object.fromEntries(yesNoMetrics.flatMap((metric) => (filters[metric] ? [[metric, filters[metric]]] : []))),
    ...(weekday ? { weekday: Number(weekday) } : {}),
    ...(hour ? { hour: Number(hour) } : {}),
    ...(campaign ? { campaignId: campaign } : {}),
    ...(q ? { q } : {}),
    ...(sort === defaultCallHistorySort ? {} : { sort }),
  };
}

/** Query string for a list of calls, without its page and in a fixed order, so that equal lists compare equal. */
export function canonicalizeCallListQuery(search: URLSearchParams): string {
  const filters = readCallHistoryFiltersFromUrl(search);
  const sort = readCallHistorySortFromUrl(search);
  const pageSize = readCallHistoryPageSizeFromUrl(search);
  const kept = new URLSearchParams();
  for (const name of callHistoryFilterNames) {
    const value = filters[name];
    if (value !== null) kept.set(name, value);
  }
  if (sort !== defaultCallHistorySort) kept.set('sort', sort);
  if (pageSize !== defaultCallHistoryPageSize) kept.set('pageSize', String(pageSize));
  return kept.toString();
}
