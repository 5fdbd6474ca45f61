/**
 * Argentina's national holidays of a year by law 27.399. Carnival and Good Friday depend on Easter. A movable holiday
 * on Tuesday or Wednesday moves to the Monday before. On Thursday or Friday, it moves to the Monday after. Holidays
 * that a decree sets or moves for one year, such as bridge days, are missing, because they can't be computed.
 */
import { argentineHolidayLabels, type ArgentineHolidayName } from '../../../../labels/settings-es.ts';

export interface Holiday {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly name: string;
}

const dayMs = 86_400_000;

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8), as UTC midnight. */
export function computeEasterSundayMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** Number of days by which a movable holiday is moved, by weekday from Sunday (0) to Saturday (6). */
const moves = [0, 0, -1, -2, 4, 3, 0] as const;

const moved = (at: number): number => at + (moves[new Date(at).getUTCDay()] ?? 0) * dayMs;

/** Sorted by date. */
export function listArgentineHolidays(year: number): readonly Holiday[] {
  const easter = computeEasterSundayMs(year);
  const on = (month: number, day: number): number => Date.UTC(year, month - 1, day);
  const days: readonly (readonly [number, ArgentineHolidayName])[] = [
    [on(1, 1), 'newYear'],
    [easter - 48 * dayMs, 'carnival'],
    [easter - 47 * dayMs, 'carnival'],
    [on(3, 24), 'memory'],
    [on(4, 2), 'malvinas'],
    [easter - 2 * dayMs, 'goodFriday'],
    [on(5, 1), 'labour'],
    [on(5, 25), 'mayRevolution'],
    [moved(on(6, 17)), 'guemes'],
    [on(6, 20), 'belgrano'],
    [on(7, 9), 'independence'],
    [moved(on(8, 17)), 'sanMartin'],
    [moved(on(10, 12)), 'diversity'],
    [moved(on(11, 20)), 'sovereignty'],
    [on(12, 8), 'immaculate'],
    [on(12, 25), 'christmas'],
  ];
  return days
    .map(([at, name]) => ({ date: new Date(at).toISOString().slice(0, 10), name: argentineHolidayLabels[name] }))
    .sort((one, other) => one.date.localeCompare(other.date));
}
