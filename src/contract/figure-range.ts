/** The days that figures may be of besides those with a name of their own, and what they are compared with; without zod, for the browser too. */
import { countDays, type Days } from './calendar-days.ts';

/** What an answer says of its days. */
export interface AnsweredDays {
  readonly days: Days;
  /** Where the range ends today, the last of them up to the same time of day. */
  readonly compared: Days;
}

/** The value of a range whose days `from` and `to` say. */
export const customRange = 'custom';

/** With the days just before, or with the same days of the month or of the year before. */
export const comparisons = ['previous', 'month', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

export const firstRangeDay = '2000-01-01';
const longestRangeDays = 366;

/** Why figures can't be of these days, in words for who chose them; null: they can. `today`: in the workspace's zone. */
export function rangeProblem({ from, to }: Partial<Days>, today: string): string | null {
  if (!from || !to) return 'Indica desde y hasta qué día.';
  if (from > to) return 'El primer día no puede ser posterior al último.';
  if (from < firstRangeDay) return 'El período no puede empezar antes del año 2000.';
  if (to > today) return 'El período no puede terminar después de hoy.';
  if (countDays({ from, to }) > longestRangeDays) return `El período puede tener ${longestRangeDays} días como máximo.`;
  return null;
}
