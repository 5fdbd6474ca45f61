/**
 * Finds a time for a retry at another hour of the day, because people who do not answer at ten may answer at six. Pure.
 */
import { addDays } from '../../../../contract/calendar-days.ts';
import type { CallingWindowState } from './calling-window.ts';
import { getTimeZoneConverter } from './local-time.ts';

export interface PlaceCallingHours {
  /**
   * IANA time zone in which the times of day of two attempts are compared: the zone of the person's place if there is
   * only one, otherwise the workspace's.
   */
  readonly zone: string;
  readonly windowAt: (moment: Date) => CallingWindowState;
}

const dayMinutes = 1_440;
/** Minimum difference in minutes between the times of day of an attempt and of a retry 'at another hour'. */
const apartMinutes = 180;
/**
 * Maximum number of steps in the search for a retry time at another hour of the day. If they don't suffice, the retry
 * is not moved to another hour.
 */
const mostSteps = 60;

/**
 * Returns the first moment, not before `earliest`, at which the person may be called at another hour. Another hour
 * means a time of day three hours or more away from that of the last attempt. Returns `earliest` if the calling window
 * is too narrow.
 */
export function findRetryTimeAtOtherHour(
  { zone, windowAt }: PlaceCallingHours,
  attemptedAt: Date,
  earliest: Date,
): Date {
  const time = getTimeZoneConverter(zone);
  const hour = time.minuteOf(attemptedAt.getTime());
  let at = earliest;
  for (let step = 0; step < mostSteps; step += 1) {
    const window = windowAt(at);
    if (!window.isOpen) {
      if (window.opensAt === null) return earliest;
      at = window.opensAt;
    }
    if (computeClockMinutesApart(time.minuteOf(at.getTime()), hour) >= apartMinutes) return at;
    const next = nextAtMinute(time, at.getTime(), (hour + apartMinutes) % dayMinutes);
    if (next === null) return earliest;
    at = next;
  }
  return earliest;
}

/** Returns the minutes between two times of day, the shorter way around the clock. */
export function computeClockMinutesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, dayMinutes - apart);
}

/**
 * Returns the next moment at which the local clock shows the given minute of the day; null if clock changes skip that
 * minute on all of the next days.
 */
function nextAtMinute(time: ReturnType<typeof getTimeZoneConverter>, atMs: number, minute: number): Date | null {
  const today = time.dateOf(atMs);
  const spans = [0, 1, 2].flatMap((day) => time.spansOf(addDays(today, day), minute, minute + 1));
  const next = spans.find(({ fromMs }) => fromMs > atMs);
  return next ? new Date(next.fromMs) : null;
}
