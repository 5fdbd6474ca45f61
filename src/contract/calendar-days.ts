/** Days of the calendar, 'YYYY-MM-DD', which no zone moves. */

/** Both counted. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The day so many days later, or before. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

/** The same day of the month so many months later, or before; the month's last where it is shorter. */
export function addMonths(day: string, months: number): string {
  const at = new Date(day);
  const lastOfMonth = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0);
  return dayOf(Math.min(lastOfMonth, Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate())));
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}
