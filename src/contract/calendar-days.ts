/** Days of the calendar, 'YYYY-MM-DD', which no zone moves, and times of a day. */

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

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** A day that exists, from 1900 on: a date input tells years that are still being typed ('0002-11-21'). */
export function isCalendarDay(text: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** 'HH:MM' of a day of 24 hours. */
export const isClockTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
