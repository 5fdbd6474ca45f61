/** Time ranges of figures, as URL parameters and in the API's form. Pure. */
import { isCalendarDay, type Days } from '../../contract/calendar-days.ts';
import { addMonths, firstOfMonth, lastOfMonth } from '../../contract/calendar-months.ts';
import { comparisons, customRange, findRangeProblem, type Comparison } from '../../contract/figure-range.ts';
import { calendarPeriods, figureRangeLabels } from '../../labels/figure-range-es.ts';
import type { RegionalFormat } from './regional-format.ts';

/** Named time ranges that a screen offers, and its initial one. */
export interface NamedRanges<N extends string> {
  readonly options: readonly { readonly value: N; readonly label: string; readonly title?: string }[];
  readonly opensWith: N;
}

export interface FigureRange<N extends string> {
  /** Value of the range in the select. */
  readonly period: N | (typeof calendarPeriods)[number]['value'];
  /** Name of the time range in the heading of a printed report. */
  readonly title: string;
  /** Name of the time range in the API. Calendar ranges are `custom` there, with their days. */
  readonly name: N | typeof customRange;
  readonly days: Partial<Days>;
  /** API parameter that chooses the compared days; empty for the days just before the range. */
  readonly compare: { readonly compare?: Comparison };
}

/** Reads the range from `period`, `from`, `to`, `compare`; ignores unknown values. `today`: in the workspace's zone. */
export function readFigureRange<N extends string>(
  search: URLSearchParams,
  { options, opensWith }: NamedRanges<N>,
  today: string,
): FigureRange<N> {
  const wanted = comparisons.find((each) => each === search.get('compare')) ?? 'previous';
  const compare = wanted === 'previous' ? {} : { compare: wanted };
  const byCalendar = calendarPeriods.find(({ value }) => value === search.get('period'));
  const days = byCalendar && daysOf(byCalendar.value, search, today);
  if (byCalendar && days)
    return { period: byCalendar.value, title: byCalendar.label, name: customRange, days, compare };
  const named = options.find(({ value }) => value === search.get('period'));
  const { value, title, label } = named ??
    options.find((each) => each.value === opensWith) ?? { value: opensWith, label: '' };
  return { period: value, title: title ?? label, name: value, days: {}, compare };
}

/** First and last day of a range as text: '01/11/2026 al 23/11/2026', or the single day. */
export function formatDayRange({ from, to }: Days, format: RegionalFormat): string {
  return figureRangeLabels.days(format.day(from), format.day(to));
}

/** Days of the time range that the URL names; null if they are missing or invalid. */
function daysOf(
  period: (typeof calendarPeriods)[number]['value'],
  search: URLSearchParams,
  today: string,
): Days | null {
  if (period === 'month') return { from: firstOfMonth(today), to: today };
  if (period === 'last-month') {
    const day = addMonths(today, -1);
    return { from: firstOfMonth(day), to: lastOfMonth(day) };
  }
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return isCalendarDay(days.from) && isCalendarDay(days.to) && findRangeProblem(days, today) === null ? days : null;
}
