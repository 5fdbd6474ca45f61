/**
 * Converts between moments and a zone's local time: the clock at a moment, and the spans of time in part of a local
 * day. Pure. Days of 23 and 25 hours come out right, because a day is cut where the zone's offset changes.
 */

/** Span of time in ms since the epoch; `fromMs` is included, `toMs` is not. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ZoneTime {
  /** Local date of the zone at a moment, as `YYYY-MM-DD`. */
  dateOf(atMs: number): string;
  /** Minute of the zone's local day at a moment, 0 to 1439. */
  minuteOf(atMs: number): number;
  /** Spans of a local date in which the clock reads from `fromMinute` until before `toMinute` (0 to 1440), in order. */
  spansOf(date: string, fromMinute: number, toMinute: number): readonly Span[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Distance between two checks of a zone's UTC offset: no zone changes it twice within six hours. */
const stepMs = 6 * hourMs;

/** Period for which a UTC offset is cached: since 1972 zones change theirs only at quarters of an hour. */
const quarterMs = 15 * minuteMs;
/** Most UTC offsets that are cached for a zone: a forecast reads two months, four times a day. */
const mostOffsets = 1_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Cached UTC offsets by quarter hours since the epoch, because Intl is slow. */
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

/** Reads the clock of an IANA zone. Throws a RangeError for a zone that does not exist. */
export function zoneTime(name: string): ZoneTime {
  const zone = zones.get(name) ?? { format: createFormat(name), offsets: new Map<number, number>() };
  zones.set(name, zone);
  const offsetAt = (atMs: number): number => offsetOf(zone, atMs);
  return {
    dateOf: (atMs) => dateOfDay(atMs + offsetAt(atMs)),
    minuteOf: (atMs) => Math.floor((atMs + offsetAt(atMs)) / minuteMs) % 1_440,
    spansOf(date, fromMinute, toMinute) {
      const midnightMs = Date.parse(`${date}T00:00:00Z`);
      return piecesOf(offsetAt, midnightMs - dayMs, midnightMs + 2 * dayMs)
        .map(({ fromMs, toMs, offsetMs }) => ({
          fromMs: Math.max(fromMs, midnightMs + fromMinute * minuteMs - offsetMs),
          toMs: Math.min(toMs, midnightMs + toMinute * minuteMs - offsetMs),
        }))
        .filter(({ fromMs, toMs }) => fromMs < toMs);
    },
  };
}

/** Weekday of a date, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Span of time without a change of the zone's UTC offset. */
interface Piece extends Span {
  readonly offsetMs: number;
}

function piecesOf(offsetAt: (atMs: number) => number, fromMs: number, toMs: number): Piece[] {
  const pieces: Piece[] = [];
  let beginMs = fromMs;
  // Read each UTC offset only once, because reading it is the slow part.
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

/** Finds the first moment with another UTC offset, to the second. */
function changeBetween(offsetAt: (atMs: number) => number, earlyMs: number, lateMs: number, before: number): number {
  let [low, high] = [Math.floor(earlyMs / 1_000), Math.ceil(lateMs / 1_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1_000) === before) low = middle;
    else high = middle;
  }
  return high * 1_000;
}

/** A zone's local time at a moment, read as if it were UTC, to the second. */
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
