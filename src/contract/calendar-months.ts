/**
 * Functions for calendar months. They are separate from calendar-days.ts, so that the call history's first load
 * contains less code.
 */
import { addDays } from './calendar-days.ts';

/** Returns the same day of the month, `months` later or earlier. If that month is shorter, returns its last day. */
export function addMonths(day: string, months: number): string {
  const at = new Date(day);
  const last = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0);
  return new Date(Math.min(last, Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

export const getFirstDayOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
export const getLastDayOfMonth = (day: string): string => addDays(addMonths(getFirstDayOfMonth(day), 1), -1);
