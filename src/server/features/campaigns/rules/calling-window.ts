/**
 * Calculates when people may be called: the workspace's calling window in its zone, except on holidays. Pure. An
 * unreadable window counts as closed, because a call at the wrong hour can't be undone.
 */
import { addDays } from '../../../../contract/calendar-days.ts';
import { callingWindowSettingsSchema, type CallingWindowSettings } from '../../../../contract/settings.ts';
import {
  millisecondsPerDay,
  getIsoWeekday,
  getTimeZoneConverter,
  type TimeSpan,
  type TimeZoneConverter,
} from './local-time.ts';

/**
 * State of a calling window. `closesAt`: null if the window stays open for a day or more. `opensAt`: null if the window
 * never opens.
 */
export type CallingWindowState =
  | { readonly isOpen: true; readonly closesAt: Date | null }
  | { readonly isOpen: false; readonly opensAt: Date | null };

const closedForGood: CallingWindowState = { isOpen: false, opensAt: null };

/**
 * Cache of the states of calling windows, by time zone and window. Without it, dialling would compute the same states
 * 40 times a second.
 */
const found = new Map<
  string,
  { readonly atMs: number; readonly changesMs: number; readonly state: CallingWindowState }
>();
const keptAtMost = 1_000;

/** Returns the state of a calling window at a moment. `window` is the stored value; `zone` is an IANA name. */
export function computeCallingWindowState(window: unknown, zone: string, at: Date): CallingWindowState {
  const key = `${zone} ${JSON.stringify(window)}`;
  const known = found.get(key);
  const atMs = at.getTime();
  if (known && known.atMs <= atMs && atMs < known.changesMs) return known.state;
  const state = findState(window, zone, at);
  const change = state.isOpen ? state.closesAt : state.opensAt;
  if (found.size >= keptAtMost) found.clear();
  if (change) found.set(key, { atMs, changesMs: change.getTime(), state });
  return state;
}

function findState(window: unknown, zone: string, at: Date): CallingWindowState {
  const { success, data } = callingWindowSettingsSchema.safeParse(window);
  const atMs = at.getTime();
  if (!success || !Number.isFinite(atMs)) return closedForGood;
  try {
    const time = getTimeZoneConverter(zone);
    return data.enabled ? stateWithin(data, time, atMs) : { isOpen: true, closesAt: null };
  } catch (error) {
    // Treat a calling window as closed if its time zone does not exist, or if the date is too large for JavaScript.
    if (error instanceof RangeError) return closedForGood;
    throw error;
  }
}

function stateWithin(window: CallingWindowSettings, time: TimeZoneConverter, atMs: number): CallingWindowState {
  const spansOf = createSpans(window, time);
  const today = time.dateOf(atMs);
  const now = spansOf(today).find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  if (now) {
    // Join adjacent time spans of the calling window, because a span ends at midnight and where the clock is changed.
    const next = [today, addDays(today, 1), addDays(today, 2)].flatMap(spansOf);
    const closesMs = next.reduce((endMs, { fromMs, toMs }) => (fromMs === endMs ? toMs : endMs), now.toMs);
    return { isOpen: true, closesAt: closesMs - atMs < millisecondsPerDay ? new Date(closesMs) : null };
  }
  // Search one week for when the window opens next, plus a week for each holiday and each of two clock changes.
  const daysAhead = window.days.length === 0 ? 0 : 7 * (window.holidays.length + 3);
  for (let day = 0; day <= daysAhead; day += 1) {
    const next = spansOf(addDays(today, day)).find(({ fromMs }) => fromMs > atMs);
    if (next) return { isOpen: false, opensAt: new Date(next.fromMs) };
  }
  return closedForGood;
}

/** Returns the open spans of a day. */
function createSpans(
  { days, from, to, holidays }: CallingWindowSettings,
  time: TimeZoneConverter,
): (date: string) => readonly TimeSpan[] {
  const isHoliday = new Set(holidays);
  const toMinute = to === '00:00' ? 1_440 : minuteOf(to);
  return (date) =>
    days.includes(getIsoWeekday(date)) && !isHoliday.has(date) ? time.spansOf(date, minuteOf(from), toMinute) : [];
}

function minuteOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** Returns the moments at which the local day of `at` and the next day begin in a zone. */
export function computeLocalDayBounds(zone: string, at: Date): { readonly startsAt: Date; readonly endsAt: Date } {
  const time = getTimeZoneConverter(zone);
  const today = time.dateOf(at.getTime());
  const firstOf = (date: string): Date => {
    const [span] = time.spansOf(date, 0, 1_440);
    // If the zone skips a whole day, as Samoa did once, take the day after it.
    return span ? new Date(span.fromMs) : firstOf(addDays(date, 1));
  };
  return { startsAt: firstOf(today), endsAt: firstOf(addDays(today, 1)) };
}
