/** Time ranges for figures: read from the URL, and converted to API parameters. Pure. */
import { isCalendarDay, type CalendarDayRange } from '../../contract/calendar-days.ts';
import { addMonths, getFirstDayOfMonth, getLastDayOfMonth } from '../../contract/calendar-months.ts';
import {
  comparisonPeriods,
  customRangeValue,
  findDateRangeProblem,
  type ComparisonPeriod,
} from '../../contract/figure-range.ts';
import { calendarPeriodOptions, figureRangeLabels } from '../../labels/figure-range-es.ts';
import type { RegionalFormat } from './regional-format.ts';

/** Time ranges that a screen offers by name, and the one that it opens with. */
export interface NamedRangeOptions<N extends string> {
  readonly options: readonly { readonly value: N; readonly label: string; readonly title?: string }[];
  readonly opensWith: N;
}

export interface SelectedFigureRange<N extends string> {
  /** Value of the range in the select. */
  readonly period: N | (typeof calendarPeriodOptions)[number]['value'];
  /** Text for the range in the heading of a printed report. */
  readonly title: string;
  /**
   * Name of the time range in API queries. For a range of calendar days it is `custom`, and the first and last day are
   * sent too.
   */
  readonly name: N | typeof customRangeValue;
  readonly days: Partial<CalendarDayRange>;
  /** API parameter for the days to compare with; empty for the days just before the range. */
  readonly compare: { readonly compare?: ComparisonPeriod };
}

/**
 * Reads the time range and its comparison period from the URL parameters `period`, `from`, `to` and `compare`. `today`:
 * date in the workspace's zone.
 */
export function readFigureRangeFromUrl<N extends string>(
  search: URLSearchParams,
  { options, opensWith }: NamedRangeOptions<N>,
  today: string,
): SelectedFigureRange<N> {
  const wanted = comparisonPeriods.find((each) => each === search.get('compare')) ?? 'previous';
  const compare = wanted === 'previous' ? {} : { compare: wanted };
  const byCalendar = calendarPeriodOptions.find(({ value }) => value === search.get('period'));
  const days = byCalendar && daysOf(byCalendar.value, search, today);
  if (byCalendar && days)
    return { period: byCalendar.value, title: byCalendar.label, name: customRangeValue, days, compare };
  const named = options.find(({ value }) => value === search.get('period'));
  const { value, title, label } = named ??
    options.find((each) => each.value === opensWith) ?? { value: opensWith, label: '' };
  return { period: value, title: title ?? label, name: value, days: {}, compare };
}

/** Text for the days of a range: '01/11/2026 al 23/11/2026', or the date of a single day. */
export function formatDayRange({ from, to }: CalendarDayRange, format: RegionalFormat): string {
  return figureRangeLabels.days(format.day(from), format.day(to));
}

/**
 * Returns the first and last day of a calendar range. A custom range takes both days from the URL; null if they are
 * missing or invalid.
 */
function daysOf(
  period: (typeof calendarPeriodOptions)[number]['value'],
  search: URLSearchParams,
  today: string,
): CalendarDayRange | null {
  if (period === 'month') return { from: getFirstDayOfMonth(today), to: today };
  if (period === 'last-month') {
    const day = addMonths(today, -1);
    return { from: getFirstDayOfMonth(day), to: getLastDayOfMonth(day) };
  }
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return isCalendarDay(days.from) && isCalendarDay(days.to) && findDateRangeProblem(days, today) === null ? days : null;
}
