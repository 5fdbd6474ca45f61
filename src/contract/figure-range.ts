/** Custom ranges of days for figures, and the days with which they are compared. Does not import zod. */
import { countDays, type Days } from './calendar-days.ts';

/** The days of an answer. */
export interface ResponseDays {
  readonly days: Days;
  /** The comparison days. If the range ends today, the last of them is cut at the same time of day. */
  readonly compared: Days;
}

/** Value of the time range parameter with which `from` and `to` give the days. */
export const customRange = 'custom';

/** A range is compared with the days just before it, or with the same days of the previous month or year. */
export const comparisons = ['previous', 'month', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

export const firstRangeDay = '2000-01-01';
const longestRangeDays = 366;

/** Says in Spanish why figures can't cover a range of days; null if they can. `today` is in the workspace's zone. */
export function findRangeProblem({ from, to }: Partial<Days>, today: string): string | null {
  if (!from || !to) return 'Indica desde y hasta qué día.';
  if (from > to) return 'El primer día no puede ser posterior al último.';
  if (from < firstRangeDay) return 'El período no puede empezar antes del año 2000.';
  if (to > today) return 'El período no puede terminar después de hoy.';
  if (countDays({ from, to }) > longestRangeDays) return `El período puede tener ${longestRangeDays} días como máximo.`;
  return null;
}
