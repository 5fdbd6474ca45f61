/** Functions for calendar days as 'YYYY-MM-DD', independent of time zones, and for times of day ('HH:MM'). */

/** Both counted. */
export interface CalendarDayRange {
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Returns the day `days` days after `day`, or before it if `days` is negative. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

export function countDaysInRange({ from, to }: CalendarDayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** True for an existing day from 1900 on. Earlier years are refused because a half-typed date input has year '0002'. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True for a time of day 'HH:MM' from 00:00 to 23:59. */
export const isClockTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
