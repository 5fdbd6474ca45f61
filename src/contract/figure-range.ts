/** Ranges of days that a user chooses for figures, and the days to compare them with. Does not import zod. */
import { countDaysInRange, type CalendarDayRange } from './calendar-days.ts';

/** The days of an answer. */
export interface ComparedDayRanges {
  readonly days: CalendarDayRange;
  /**
   * Days of the comparison period. If the range ends today, the last comparison day counts only up to the current time
   * of day.
   */
  readonly compared: CalendarDayRange;
}

/** Value of the time range parameter for a custom range. Its days are in the parameters `from` and `to`. */
export const customRangeValue = 'custom';

/** Comparison periods of a range of days: the days just before it, or the same days of the previous month or year. */
export const comparisonPeriods = ['previous', 'month', 'year'] as const;
export type ComparisonPeriod = (typeof comparisonPeriods)[number];

export const earliestRangeDay = '2000-01-01';
const longestRangeDays = 366;

/**
 * Returns a Spanish error text if figures can't cover the given range of days, otherwise null. `today`: date in the
 * workspace's zone.
 */
export function findDateRangeProblem({ from, to }: Partial<CalendarDayRange>, today: string): string | null {
  if (!from || !to) return 'Indica desde y hasta qué día.';
  if (from > to) return 'El primer día no puede ser posterior al último.';
  if (from < earliestRangeDay) return 'El período no puede empezar antes del año 2000.';
  if (to > today) return 'El período no puede terminar después de hoy.';
  if (countDaysInRange({ from, to }) > longestRangeDays)
    return `El período puede tener ${longestRangeDays} días como máximo.`;
  return null;
}
