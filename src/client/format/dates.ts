/**
 * Moments in the workspace's zone, as es-AR writes them. Every function takes ISO 8601 and an IANA zone;
 * null and unreadable moments read '-'. All pure.
 */

const locale = 'es-AR';
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a DateTimeFormat costs about 30 µs; a table of 100 rows asks for the same one 300 times. */
function formatterOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, hourCycle: 'h23' });
    formatters.set(key, formatter);
  }
  return formatter;
}

function write(iso: string | null | undefined, zone: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '-' : formatterOf(zone, options).format(date);
}

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;

/** '21/11/2026' */
export const formatDate = (iso: string | null | undefined, zone: string): string => write(iso, zone, day);

/** '14:05' */
export const formatTime = (iso: string | null | undefined, zone: string): string => write(iso, zone, minute);

/** '14:05:09' */
export const formatTimeWithSeconds = (iso: string | null | undefined, zone: string): string =>
  write(iso, zone, { ...minute, second: '2-digit' });

/** '21/11/2026 14:05' */
export function formatDateTime(iso: string | null | undefined, zone: string): string {
  const date = formatDate(iso, zone);
  return date === '-' ? date : `${date} ${formatTime(iso, zone)}`;
}

/** The calendar day of a moment in a zone, as a date input wants it: '2026-11-21'. */
export function calendarDay(at: Date, zone: string): string {
  const parts = new Map(formatterOf(zone, day).formatToParts(at).map((part) => [part.type, part.value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The clock of a moment in a zone, as a time input wants it: '14:05'. */
export const clockTime = (at: Date, zone: string): string => formatterOf(zone, minute).format(at);

/** The moment at which a zone's clock shows this day and time: ('2026-11-21', '09:00', zone) → Date. */
export function zonedMoment(date: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${date}T${time}Z`);
  // The zone's offset depends on the moment sought: two rounds settle it on either side of a clock change.
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${calendarDay(new Date(guess), zone)}T${clockTime(new Date(guess), zone)}Z`);
    guess += wanted - shown;
  }
  return new Date(guess);
}
