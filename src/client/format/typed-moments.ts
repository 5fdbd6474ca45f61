/** Parses and formats dates and times in input fields, in the workspace's locale. All pure. */
import { isCalendarDay, isClockTime } from '../../contract/calendar-days.ts';
import type { DateLocale } from '../../contract/regional.ts';
import { formatCalendarDay } from './dates.ts';
import { getCachedDateFormatter } from './regional.ts';

const letters: Readonly<Record<string, string>> = { day: 'dd', month: 'mm', year: 'aaaa' };
const partsOf = (locale: DateLocale) =>
  getCachedDateFormatter(locale, 'UTC', { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0);

/** Placeholder of a date input, in the locale's order: 'dd/mm/aaaa'. */
export function buildDayInputPlaceholder(locale: DateLocale): string {
  return partsOf(locale)
    .map(({ type, value }) => letters[type] ?? value)
    .join('');
}

/** Formats an ISO date for an input field; any other text is returned unchanged. */
export const formatDayForInput = (day: string, locale: DateLocale): string =>
  isCalendarDay(day)
    ? formatCalendarDay(day, { dateLocale: locale, timeZone: 'UTC', currency: 'USD', usdRate: null })
    : day;

/**
 * Parses a typed day to 'YYYY-MM-DD'; null if it is no day. Accepts the locale's order with `/ - .` or blanks between,
 * eight digits, or ISO. A two-digit year counts only when typing has ended, because '21/11/20' may become '21/11/2026'.
 */
export function parseTypedDay(typed: string, locale: DateLocale, isFinished: boolean): string | null {
  const text = typed.trim();
  const order = partsOf(locale).flatMap(({ type }) => (type in letters ? [type] : []));
  const values = /^\d{8}$/.test(text) ? splitDigits(text, order) : text.split(/\s*[-/.\s]\s*/);
  if (values.length !== 3 || values.some((value) => !/^\d{1,4}$/.test(value))) return null;
  const given = values[0]?.length === 4 ? ['year', 'month', 'day'] : order;
  const part = (type: string): string => values[given.indexOf(type)] ?? '';
  const year = part('year').length === 2 && isFinished ? `20${part('year')}` : part('year');
  const day = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  return isCalendarDay(day) ? day : null;
}

function splitDigits(text: string, order: readonly string[]): string[] {
  let from = 0;
  return order.map((type) => text.slice(from, (from += letters[type]?.length ?? 0)));
}

/**
 * Parses a typed time such as '9:30', '9.30' or '0930' to 'HH:MM'; null if it is no time. When typing has ended, '930'
 * and '9' are accepted too.
 */
export function parseTypedClockTime(typed: string, isFinished: boolean): string | null {
  const text = typed.trim();
  const [, hour, minute = ''] = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:h|hs)?$/i.exec(text) ?? [];
  if (hour === undefined || (!isFinished && !/^(\d{1,2}\D|\d\d)\d\d$/.test(text))) return null;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return isClockTime(time) ? time : null;
}
