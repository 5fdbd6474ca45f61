/** Finds another hour of the day for a retry, because a person who does not answer at ten may answer at six. Pure. */
import { addDays } from '../../../../contract/calendar-days.ts';
import type { WindowState } from './calling-window.ts';
import { zoneTime } from './local-time.ts';

/** The hours in which people of one place may be called. */
export interface CallingHours {
  /** IANA zone by whose clock the hours of two attempts are compared. */
  readonly zone: string;
  readonly windowAt: (moment: Date) => WindowState;
}

const dayMinutes = 1_440;
/** Minutes on the clock between two attempts from which the second counts as at another hour. */
const apartMinutes = 180;
/** Most steps of the search for a retry at another hour. A window without another hour has none on any day. */
const mostSteps = 60;

/**
 * First moment from `earliest` on at which the person may be called, at a time of day three hours or more away from the
 * last attempt's. If the calling window is too narrow for that, it is `earliest` itself.
 */
export function findOtherHour({ zone, windowAt }: CallingHours, attemptedAt: Date, earliest: Date): Date {
  const time = zoneTime(zone);
  const hour = time.minuteOf(attemptedAt.getTime());
  let at = earliest;
  for (let step = 0; step < mostSteps; step += 1) {
    const window = windowAt(at);
    if (!window.isOpen) {
      if (window.opensAt === null) return earliest;
      at = window.opensAt;
    }
    if (minutesApart(time.minuteOf(at.getTime()), hour) >= apartMinutes) return at;
    const next = nextAtMinute(time, at.getTime(), (hour + apartMinutes) % dayMinutes);
    if (next === null) return earliest;
    at = next;
  }
  return earliest;
}

/** Minutes between two times of day, the shorter way around the clock. */
export function minutesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, dayMinutes - apart);
}

/** Next moment at which the local clock shows a minute of the day; null if the next days skip it. */
function nextAtMinute(time: ReturnType<typeof zoneTime>, atMs: number, minute: number): Date | null {
  const today = time.dateOf(atMs);
  const spans = [0, 1, 2].flatMap((day) => time.spansOf(addDays(today, day), minute, minute + 1));
  const next = spans.find(({ fromMs }) => fromMs > atMs);
  return next ? new Date(next.fromMs) : null;
}
