/**
 * Parses the time at which somebody asked to be called back, as the agent noted it: ISO 8601, or Spanish words for day and
 * hour. Returns null for an unknown word or a missing hour, because nobody is called at a guessed time. Pure.
 */
import { addDays, isCalendarDay } from '../../../../contract/calendar-days.ts';
import { getIsoWeekday, getTimeZoneConverter } from './local-time.ts';

/**
 * Moment at which a call back was requested, and the time zone of the person who asked for it. 'mañana' and 'en dos
 * horas' count from this moment.
 */
export interface PromisedCallbackTimeContext {
  /** IANA time zone of the person who asked for the call back. */
  readonly zone: string;
  readonly saidAt: Date;
}

const longest = 120;
const minuteMs = 60_000;

/**
 * Parses the callback time that an agent promised in a call. A time without a time zone is in the zone of the person
 * who asked for the call back. Returns null if the time is unclear.
 */
export function parsePromisedCallbackTime(text: string, saying: PromisedCallbackTimeContext): Date | null {
  if (text.length > longest) return null;
  const words = fold(text);
  return readIso(words, saying) ?? readDelay(words, saying) ?? readDayAndHour(words, saying);
}

/** Normalizes the text of a promised time: removes accents, case and punctuation, and writes number words as digits. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[,;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/\b[a-z]+\b/g, (word) => numberWords.get(word) ?? word)
    .replace(/\b([345])0 y ([1-9])\b/g, '$1$2');
}

const numberWords: ReadonlyMap<string, string> = new Map(
  ['un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce']
    .map((word, index): [string, string] => [word, String(index + 1)])
    .concat([
      ['una', '1'],
      ['quince', '15'],
      ['veinte', '20'],
      ['veinticinco', '25'],
      ['treinta', '30'],
      ['cuarenta', '40'],
      ['cincuenta', '50'],
    ]),
);

const iso = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(z|[+-]\d{2}:?\d{2})?$/;

function readIso(words: string, saying: PromisedCallbackTimeContext): Date | null {
  const [, date = '', hour = '', minute = '', second = '00', offset] = iso.exec(words) ?? [];
  if (!isCalendarDay(date)) return null;
  if (offset === undefined) return momentOf(date, Number(hour), Number(minute), saying);
  const at = new Date(`${date}T${hour}:${minute}:${second}${offset.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const delay =
  /^(?:en|dentro de) (?:un[ao]s )?(?:(\d{1,3}) )?(media hora|minutos?|min|horas?|hs?|dias?|semanas?)( y media)?(?: mas)?$/;
const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440, s: 10_080 };

/** Parses a delay such as 'en 2 horas', 'en media hora', 'en hora y media' or 'dentro de 3 dias'. */
function readDelay(words: string, { saidAt }: PromisedCallbackTimeContext): Date | null {
  const [whole, count, unit = '', half] = delay.exec(words) ?? [];
  if (whole === undefined) return null;
  if (unit === 'media hora') return count || half ? null : later(saidAt, 30);
  const minutes = unitMinutes[unit.charAt(0)] ?? 0;
  if ((count === undefined && !half) || (half && minutes !== 60)) return null;
  return later(saidAt, Number(count ?? 1) * minutes + (half ? 30 : 0));
}

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs);

const weekdays = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'];
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];
/** Pattern of a day of the month: a number that is not followed by part of a time. */
const dayNumber = String.raw`(\d{1,2})(?![\d:.]|\s?(?:hs?|horas?|am|pm)\b)`;
const patterns = {
  partOfDay: /\b(?:(?:de|por|a|en) la|(esta)) (manana|tarde|noche|madrugada)\b/,
  numericDate: /\b(?:el )?(?:dia )?(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?\b/,
  namedDate: new RegExp(
    String.raw`\b(?:el )?(?:dia )?(\d{1,2})(?:ro)? de (${months.join('|')}|setiembre)(?: (?:de|del) (\d{4}))?\b`,
  ),
  nearDay: /\b(?:(?:el )?dia de )?(hoy|pasado manana|manana)\b/,
  inDays: /\b(?:en|dentro de) (\d{1,3}) (dias?|semanas?)\b/,
  weekday: new RegExp(
    String.raw`\b(?:del |el )?(?:dia )?(?:este |proximo )?(${weekdays.join('|')})(?: proximo| que viene)?(?: ${dayNumber})?`,
  ),
  dayOfMonth: new RegExp(String.raw`\b(?:el dia|dia|el) ${dayNumber}`),
  noon: /\b(?:(?:despues|a partir) del? |al? )?mediodia\b/,
  // Match an hour such as 'a las 3'. 'Después de las 3' counts as 3 o'clock. 'Antes de las 3' is not recognized.
  time: /(?:\b(?:(?:despues|a partir|a eso) de(?= las?)|pasadas|a|para|tipo|desde) )?(?:\blas? )?\b(\d{1,2})(?:[:.](\d{2}))?(?: y (media|cuarto)|( menos cuarto))?(?:\s?(?:horas?|hs?)\b\.?)?(?:\s?([ap])\.?\s?m\b\.?)?/,
} as const;

/**
 * Parses a day and an hour such as 'mañana a las 15', 'el jueves a las 10:30', '15/12 a las 9' or 'a las 3 de la
 * tarde'. Without a day, the next such hour is meant.
 */
function readDayAndHour(words: string, saying: PromisedCallbackTimeContext): Date | null {
  // Reject a text such as '3 horas', because it may mean a delay or an hour.
  if (/^\d horas?$/.test(words)) return null;
  let rest = words;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    return found;
  };
  const [, isThis, part = null] = take(patterns.partOfDay) ?? [];
  const today = getTimeZoneConverter(saying.zone).dateOf(saying.saidAt.getTime());
  const days = [
    isThis && today,
    dateFrom(take(patterns.numericDate), today, ([, day, month, year]) => [day, month, year]),
    dateFrom(take(patterns.namedDate), today, ([, day, month = '', year]) => [day, monthOf(month), year]),
    nearDate(take(patterns.nearDay), today),
    inDays(take(patterns.inDays), today),
    ...weekdayDates(take(patterns.weekday), today),
    dayOfMonth(take(patterns.dayOfMonth)?.[1], today),
  ].filter((day) => day !== undefined);
  const time = take(patterns.noon) ? ([12, 0] as const) : timeFrom(take(patterns.time), part);
  const isWhole = rest.split(' ').every((word) => fillers.has(word));
  const [date, ...others] = days;
  if (!isWhole || time === null || date === null || others.some((other) => other !== date)) return null;
  if (date !== undefined) return momentOf(date, ...time, saying);
  const at = momentOf(today, ...time, saying);
  return at && at <= saying.saidAt ? momentOf(addDays(today, 1), ...time, saying) : at;
}

const fillers: ReadonlySet<string> = new Set(['', 'el', 'a', 'de', 'del', 'para', 'por', 'favor', 'dia', 'las', 'la']);

const monthOf = (name: string): string => String(months.indexOf(name.replace('setiembre', 'septiembre')) + 1);

/**
 * Date that the text of a promised callback time names. Null if the date is invalid; undefined if the text names none.
 */
type Day = string | null | undefined;

function dateFrom(
  found: RegExpExecArray | null,
  today: string,
  partsOf: (found: RegExpExecArray) => readonly (string | undefined)[],
): Day {
  if (!found) return undefined;
  const [day = '', month = '', year] = partsOf(found);
  const inYear = (given: string): string => `${given}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year !== undefined) return valid(inYear(year.padStart(4, '20')));
  const thisYear = inYear(today.slice(0, 4));
  return valid(thisYear >= today ? thisYear : inYear(String(Number(today.slice(0, 4)) + 1)));
}

function nearDate(found: RegExpExecArray | null, today: string): Day {
  if (!found) return undefined;
  return addDays(today, ['hoy', 'manana', 'pasado manana'].indexOf(found[1] ?? ''));
}

function inDays(found: RegExpExecArray | null, today: string): Day {
  if (!found) return undefined;
  return addDays(today, Number(found[1]) * (found[2]?.startsWith('s') ? 7 : 1));
}

/**
 * Returns the next date after today with the named weekday. If a day of the month is named too, that date must have the
 * same weekday.
 */
function weekdayDates(found: RegExpExecArray | null, today: string): readonly Day[] {
  if (!found) return [];
  const ahead = (weekdays.indexOf(found[1] ?? '') + 1 - getIsoWeekday(today) + 7) % 7 || 7;
  const next = addDays(today, ahead);
  const date = dayOfMonth(found[2], today);
  if (typeof date !== 'string') return [next, date];
  return [getIsoWeekday(date) === getIsoWeekday(next) ? date : null];
}

/** The first coming day with that number. */
function dayOfMonth(number: string | undefined, today: string): Day {
  if (number === undefined) return undefined;
  const ahead = Array.from({ length: 62 }, (_, day) => addDays(today, day));
  return ahead.find((date) => Number(date.slice(8)) === Number(number)) ?? null;
}

/**
 * Parses the hour of a call back. Without a part of the day, 1 to 6 mean the afternoon, because nobody asks for a call
 * at three in the night. '03:00' is taken literally.
 */
function timeFrom(found: RegExpExecArray | null, part: string | null): readonly [number, number] | null {
  if (!found) return null;
  const [, digits = '', minutes = '00', past, lessQuarter, half] = found;
  const said = Number(digits);
  const isLate = part === 'tarde' || part === 'noche' || half === 'p';
  const isEarly = part === 'manana' || part === 'madrugada' || half === 'a';
  const isBare = !isLate && !isEarly && digits.length === 1 && said >= 1 && said <= 6;
  if ((isEarly && said > 12) || (part === 'noche' && said === 12)) return null;
  const hour = (isLate || isBare) && said < 12 ? said + 12 : isEarly && said === 12 ? 0 : said;
  const minute = past === 'media' ? 30 : past === 'cuarto' ? 15 : Number(minutes);
  if (hour > 23 || minute > 59) return null;
  return lessQuarter ? [hour - 1, 45] : [hour, minute];
}

const valid = (date: string): string | null => (isCalendarDay(date) ? date : null);

/** Returns the moment of a local date and time. If the clock skips that time, returns the first moment after it. */
function momentOf(date: string, hour: number, minute: number, { zone }: PromisedCallbackTimeContext): Date | null {
  if (hour < 0 || hour > 23 || minute > 59) return null;
  const [span] = getTimeZoneConverter(zone).spansOf(date, hour * 60 + minute, 1_440);
  return span ? new Date(span.fromMs) : null;
}
