/**
 * Formats moments in the workspace's time zone and locale, with a 24-hour clock; null and invalid moments as '-'. Also
 * converts moments to the days and times of date and time inputs, and back. All pure.
 */
import { getCachedDateFormatter, type RegionalFormatSettings } from './regional.ts';

type Moment = string | null | undefined;

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;
const dayMs = 86_400_000;

function write(iso: Moment, regional: RegionalFormatSettings, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime())
    ? '-'
    : getCachedDateFormatter(regional.dateLocale, regional.timeZone, options).format(date);
}

/** Date of a moment: '21/11/2026' */
export const formatDate = (iso: Moment, regional: RegionalFormatSettings): string => write(iso, regional, day);

/** Time of a moment: '14:05' */
export const formatTime = (iso: Moment, regional: RegionalFormatSettings): string => write(iso, regional, minute);

/** Time with seconds: '14:05:09' */
export const formatTimeWithSeconds = (iso: Moment, regional: RegionalFormatSettings): string =>
  write(iso, regional, { ...minute, second: '2-digit' });

/** Date and time of a moment: '21/11/2026 14:05' */
export function formatDateTime(iso: Moment, regional: RegionalFormatSettings): string {
  const date = formatDate(iso, regional);
  return date === '-' ? date : `${date} ${formatTime(iso, regional)}`;
}

/**
 * Short date, such as '21/11'. It is cut from the full date, because the short format of the locale es-AR is '21-11'.
 */
export const formatShortDate = (iso: Moment, regional: RegionalFormatSettings): string =>
  formatDate(iso, regional).slice(0, 5);

/** A calendar day as text, independent of any zone: '2026-11-21' → '21/11/2026'. */
export const formatCalendarDay = (calendarDate: Moment, regional: RegionalFormatSettings): string =>
  formatDate(calendarDate, { ...regional, timeZone: 'UTC' });

/** Calendar day of a moment in a zone, in a date input's form: '2026-11-21'. */
export function toCalendarDay(at: Date, zone: string): string {
  const parts = new Map(
    getCachedDateFormatter('en-US', zone, day)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Clock time of a moment in a zone, in a time input's form: '14:05'. */
export const formatClockTimeForInput = (at: Date, zone: string): string =>
  getCachedDateFormatter('en-US', zone, minute).format(at);

/**
 * Converts a day and time in a zone to a moment: ('2026-11-21', '09:00', zone) → Date. If a clock change repeats the
 * time, the later one counts. If it skips the time, the offset before the change is used.
 * PostgreSQL does the same when it assigns calls to days. So a day without a midnight begins at the same moment in
 * both.
 */
export function convertZonedDateTimeToMoment(date: string, time: string, zone: string): Date {
  const shown = `${date}T${time}Z`;
  const wanted = Date.parse(shown);
  const showAt = (at: number) => `${toCalendarDay(new Date(at), zone)}T${formatClockTimeForInput(new Date(at), zone)}Z`;
  const moments = [wanted - dayMs, wanted + dayMs].map((at) => wanted - (Date.parse(showAt(at)) - at));
  const right = moments.filter((at) => showAt(at) === shown);
  return new Date(Math.max(...(right.length > 0 ? right : moments)));
}
