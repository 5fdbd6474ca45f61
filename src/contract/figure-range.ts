/** Ranges of days that a user chooses for figures, and the days to compare them with. Does not import zod. */
import { countDays, type Days } from './calendar-days.ts';

/** The days of an answer. */
export interface ResponseDays {
  readonly days: Days;
  /** The comparison days. If the range ends today, the last of these days is cut at the present time of day. */
  readonly compared: Days;
}

/** Value of the time range parameter that means: the days are in the parameters `from` and `to`. */
export const customRange = 'custom';

/** Comparison periods of a range of days: the days just before it, or the same days of the previous month or year. */
export const comparisons = ['previous', 'month', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

export const firstRangeDay = '2000-01-01';
const longestRangeDays = 366;

/** Returns a Spanish error text if figures can't cover these days, otherwise null. `today`: by the workspace's zone. */
export function findRangeProblem({ from, to }: Partial<Days>, today: string): string | null {
  if (!from || !to) return 'Indica desde y hasta qué día.';
  if (from > to) return 'El primer día no puede ser posterior al último.';
  if (from < firstRangeDay) return 'El período no puede empezar antes del año 2000.';
  if (to > today) return 'El período no puede terminar después de hoy.';
  if (countDays({ from, to }) > longestRangeDays) return `El período puede tener ${longestRangeDays} días como máximo.`;
  return null;
}
