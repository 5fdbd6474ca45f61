/** Calendar days as 'YYYY-MM-DD', independent of time zones, and times of day. */

/** Both counted. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Returns the day `days` days after `day`, or before it if `days` is negative. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** True for an existing day from 1900 on. Date inputs report years that are still being typed ('0002-11-21'). */
export function isCalendarDay(text: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True for 'HH:MM' of a 24-hour day. */
export const isClockTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
