// Days and half hours by Node's time zone data, to check the database's.
const formats = new Map<string, Intl.DateTimeFormat>();

/** 'YYYY-MM-DD, HH:mm' */
function textOf(moment: Date, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  return format.format(moment);
}

/** 'YYYY-MM-DD' */
export function dayOf(moment: Date, zone: string): string {
  return textOf(moment, zone).slice(0, 10);
}

/** 'HH:mm' */
export function clockOf(moment: Date, zone: string): string {
  return textOf(moment, zone).slice(-5);
}

/** 1 is Monday. */
export function weekdayOf(moment: Date, zone: string): number {
  return ((new Date(`${dayOf(moment, zone)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

export function minuteOf(moment: Date, zone: string): number {
  return Number(textOf(moment, zone).slice(-2));
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}

const halfHourMs = 30 * 60_000;

/** A cache, because reading Node's zone data would dominate the time of figure tests. */
const daysHalfHours = new Map<string, readonly number[]>();

/** The starts of a day's half hours, in order, as many as the day has. */
export function halfHoursOf(day: string, zone: string): Date[] {
  const key = `${day} ${zone}`;
  const known = daysHalfHours.get(key) ?? readHalfHours(day, zone);
  daysHalfHours.set(key, known);
  return known.map((ms) => new Date(ms));
}

function readHalfHours(day: string, zone: string): number[] {
  const noonMs = Date.parse(`${day}T12:00:00Z`);
  const around = Array.from({ length: 4 * 48 }, (_, index) => noonMs + (index - 2 * 48) * halfHourMs);
  return around.filter((ms) => dayOf(new Date(ms), zone) === day);
}

export function halfHourOf(moment: Date): string {
  return new Date(Math.floor(moment.getTime() / halfHourMs) * halfHourMs).toISOString();
}

/** The moment of a day when the zone's clock shows the minute of `now`. The later one of two; after a gap. */
export function sameTimeOn(day: string, now: Date, zone: string): Date {
  const halfHour = Date.parse(halfHourOf(now));
  const intoIt = Math.floor((now.getTime() - halfHour) / 60_000) * 60_000;
  const wanted = clockOf(new Date(halfHour), zone);
  const found = halfHoursOf(day, zone).findLast((moment) => clockOf(moment, zone) === wanted);
  if (found) return new Date(found.getTime() + intoIt);
  const hourBefore = `${String((Number(wanted.slice(0, 2)) + 23) % 24).padStart(2, '0')}${wanted.slice(2)}`;
  const around = [...halfHoursOf(daysBefore(day, 1), zone).slice(-4), ...halfHoursOf(day, zone).slice(0, 4)];
  return new Date(
    (around.findLast((moment) => clockOf(moment, zone) === hourBefore) ?? now).getTime() + 60 * 60_000 + intoIt,
  );
}
