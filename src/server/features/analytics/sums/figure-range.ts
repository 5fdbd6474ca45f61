/** Computes the days of a requested date range in the workspace's time zone, and its comparison period. */
import { addDays, countDaysInRange, type CalendarDayRange } from '../../../../contract/calendar-days.ts';
import { addMonths, getFirstDayOfMonth, getLastDayOfMonth } from '../../../../contract/calendar-months.ts';
import type { CallPeriod } from '../../../../contract/calls.ts';
import type { performancePeriods } from '../../../../contract/analytics.ts';
import {
  findDateRangeProblem,
  type ComparedDayRanges,
  type ComparisonPeriod,
  type customRangeValue,
} from '../../../../contract/figure-range.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { WorkspaceDirectory } from '../../access/index.ts';

export interface ZonedDateRangeWithComparison extends CalendarDayRange {
  readonly zone: string;
  /** The start of the current minute. Figures that are read within the same minute then cover the same period. */
  readonly now: Date;
  /** True if the range's last day is today. Then the comparison period ends at the same time of day. */
  readonly isRunning: boolean;
  readonly compared: CalendarDayRange;
}

export interface DateRangeDeps {
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'timeZoneOf'>;
}

export interface DateRangeParameters {
  readonly range: keyof typeof daysAgo | typeof customRangeValue;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compare?: ComparisonPeriod | undefined;
}

/** Key: a named date range. Value: how many days before today it begins and ends. */
const daysAgo: Readonly<
  Record<CallPeriod | (typeof performancePeriods)[number], readonly [first: number, last: number]>
> = {
  today: [0, 0],
  yesterday: [1, 1],
  '1d': [0, 0],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
};
const minuteMs = 60_000;

/** Reads a date range from query parameters. @throws {AppError} `invalid_input` if the range's days are invalid. */
export async function resolveDateRange(
  { clock, directory }: DateRangeDeps,
  workspaceId: string,
  { range, from, to, compare = 'previous' }: DateRangeParameters,
): Promise<ZonedDateRangeWithComparison> {
  const zone = await directory.timeZoneOf(workspaceId);
  const now = new Date(Math.floor(clock.now().getTime() / minuteMs) * minuteMs);
  const today = formatIsoDateInZone(zone, now);
  const days = range === 'custom' ? customDays({ from, to }, today) : namedDays(daysAgo[range], today);
  const isRunning = days.to === today;
  return { ...days, zone, now, isRunning, compared: comparedDays(days, compare, isRunning) };
}

/** Cache of date formatters by time zone, because creating one takes a hundred times longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

export function formatIsoDateInZone(zone: string, moment: Date): string {
  const format = dayFormats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  dayFormats.set(zone, format);
  return format.format(moment);
}

export function toComparedDayRanges({ from, to, compared }: ZonedDateRangeWithComparison): ComparedDayRanges {
  return { days: { from, to }, compared };
}

export function isOneDayRange({ from, to }: CalendarDayRange): boolean {
  return from === to;
}

/** Returns the compared days as a range. */
export function getComparedDateRange(range: ZonedDateRangeWithComparison): ZonedDateRangeWithComparison {
  return { ...range, ...range.compared };
}

function customDays({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }, today: string) {
  const message = findDateRangeProblem({ from, to }, today);
  if (message !== null) throw new AppError('invalid_input', { message, details: [{ path: 'from', message }] });
  return { from, to };
}

function namedDays([first, last]: readonly [number, number], today: string): CalendarDayRange {
  return { from: addDays(today, -first), to: addDays(today, -last) };
}

/** Computes the comparison period. A whole month is compared with a whole month, any other range with as many days. */
function comparedDays({ from, to }: CalendarDayRange, compare: ComparisonPeriod, isRunning: boolean): CalendarDayRange {
  if (compare === 'previous') {
    const length = countDaysInRange({ from, to });
    return { from: addDays(from, -length), to: addDays(to, -length) };
  }
  const months = compare === 'month' ? -1 : -12;
  const isWhole = !isRunning && from === getFirstDayOfMonth(from) && to === getLastDayOfMonth(to);
  const last = addMonths(to, months);
  return { from: addMonths(from, months), to: isWhole ? getLastDayOfMonth(last) : last };
}
