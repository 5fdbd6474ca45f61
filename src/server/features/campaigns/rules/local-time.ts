/**
 * Converts between moments and the local time of a time zone, and finds when a part of a local day begins and ends. Pure.
 * Days of 23 and 25 hours are handled correctly, because a day is split where the time zone's UTC offset changes.
 */

/** Span of time in ms since the epoch; `fromMs` is included, `toMs` is not. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TimeZoneConverter {
  /** Returns the time zone's local date at a moment, as `YYYY-MM-DD`. */
  dateOf(atMs: number): string;
  /** Returns the minute of the time zone's local day at a moment, 0 to 1439. */
  minuteOf(atMs: number): number;
  /**
   * Returns the time spans of a local date in which the clock shows `fromMinute` or later, and before `toMinute` (0 to
   * 1440). There are several if the clock is changed in between.
   */
  spansOf(date: string, fromMinute: number, toMinute: number): readonly TimeSpan[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const millisecondsPerDay = 24 * hourMs;
/**
 * Step in ms of the search for changes of a time zone's UTC offset. The search misses no change, because no time zone
 * changes its offset twice within six hours.
 */
const stepMs = 6 * hourMs;

/**
 * Length in ms of the time span for which one UTC offset is cached. It is a quarter of an hour, because since 1972 time
 * zones have changed their offset only at full quarters.
 */
const quarterMs = 15 * minuteMs;
const mostOffsets = 1_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

function offsetOf({ format, offsets }: Zone, atMs: number): number {
  const quarter = Math.floor(atMs / quarterMs);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const offsetMs = localMsOf(format, quarter * quarterMs) - quarter * quarterMs;
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(quarter, offsetMs);
  return offsetMs;
}

/**
 * Returns functions that convert times to the local time of an IANA time zone. Throws a RangeError if the zone does not
 * exist.
 */
export function getTimeZoneConverter(name: string): TimeZoneConverter {
  const zone = zones.get(name) ?? { format: createFormat(name), offsets: new Map<number, number>() };
  zones.set(name, zone);
  const offsetAt = (atMs: number): number => offsetOf(zone, atMs);
  return {
    dateOf: (atMs) => dateOfDay(atMs + offsetAt(atMs)),
    minuteOf: (atMs) => Math.floor((atMs + offsetAt(atMs)) / minuteMs) % 1_440,
    spansOf(date, fromMinute, toMinute) {
      const midnightMs = Date.parse(`${date}T00:00:00Z`);
      return piecesOf(offsetAt, midnightMs - millisecondsPerDay, midnightMs + 2 * millisecondsPerDay)
        .map(({ fromMs, toMs, offsetMs }) => ({
          fromMs: Math.max(fromMs, midnightMs + fromMinute * minuteMs - offsetMs),
          toMs: Math.min(toMs, midnightMs + toMinute * minuteMs - offsetMs),
        }))
        .filter(({ fromMs, toMs }) => fromMs < toMs);
    },
  };
}

/** Weekday of a date, from 1 (Monday) to 7 (Sunday). */
export function getIsoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

interface Piece extends TimeSpan {
  readonly offsetMs: number;
}

function piecesOf(offsetAt: (atMs: number) => number, fromMs: number, toMs: number): Piece[] {
  const pieces: Piece[] = [];
  let beginMs = fromMs;
  let before = offsetAt(fromMs);
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const after = offsetAt(atMs + stepMs);
    if (before === after) continue;
    const changeMs = changeBetween(offsetAt, atMs, atMs + stepMs, before);
    pieces.push({ fromMs: beginMs, toMs: changeMs, offsetMs: before });
    beginMs = changeMs;
    before = after;
  }
  return [...pieces, { fromMs: beginMs, toMs, offsetMs: before }];
}

/** Finds, to the second, the first moment at which a time zone's UTC offset differs from the offset `before`. */
function changeBetween(offsetAt: (atMs: number) => number, earlyMs: number, lateMs: number, before: number): number {
  let [low, high] = [Math.floor(earlyMs / 1_000), Math.ceil(lateMs / 1_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1_000) === before) low = middle;
    else high = middle;
  }
  return high * 1_000;
}

/**
 * Returns a zone's local date and time at a moment, cut to the second. They are encoded as a number: the ms since the
 * epoch at which UTC shows this date and time.
 */
function localMsOf(format: Intl.DateTimeFormat, atMs: number): number {
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  );
}

function dateOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function createFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}
