/** The days of figures as a screen's address holds them and as the API takes them. Pure. */
import { isCalendarDay, type Days } from '../../contract/calendar-days.ts';
import { addMonths, firstOfMonth, lastOfMonth } from '../../contract/calendar-months.ts';
import { comparisons, customRange, rangeProblem, type Comparison } from '../../contract/figure-range.ts';
import { calendarPeriods, figureRangeLabels } from '../../labels/figure-range-es.ts';
import type { RegionalFormat } from './regional-format.ts';

/** The ranges that a screen has by name, and the one of them that it opens with. */
export interface NamedRanges<N extends string> {
  readonly options: readonly { readonly value: N; readonly label: string; readonly title?: string }[];
  readonly opensWith: N;
}

export interface FigureRange<N extends string> {
  /** As the select has it. */
  readonly period: N | (typeof calendarPeriods)[number]['value'];
  /** In a printed report. */
  readonly title: string;
  /** As the API calls it, which knows the calendar's ranges by their days. */
  readonly name: N | typeof customRange;
  readonly days: Partial<Days>;
  /** Empty: with the days before. */
  readonly compare: { readonly compare?: Comparison };
}

/** What `period`, `from`, `to` and `compare` say; what nobody offers is not read. `today`: in the workspace's zone. */
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

/** '01/11/2026 al 23/11/2026', or the one day. */
export function writeDays({ from, to }: Days, format: RegionalFormat): string {
  return figureRangeLabels.days(format.day(from), format.day(to));
}

/** Null: figures can't be of the days that the address holds. */
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
  return isCalendarDay(days.from) && isCalendarDay(days.to) && rangeProblem(days, today) === null ? days : null;
}
