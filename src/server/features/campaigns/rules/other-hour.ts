/** Another hour of the day for another attempt: who does not answer at ten may answer at six. Pure. */
import { addDays } from '../../../../contract/calendar-days.ts';
import type { WindowState } from './calling-window.ts';
import { zoneTime } from './local-time.ts';

/** When somebody may be called. */
export interface CallingHours {
  /** By whose clock an hour is another: an IANA name. */
  readonly zone: string;
  readonly windowAt: (moment: Date) => WindowState;
}

const dayMinutes = 1_440;
/** So far is another hour from that of the attempt, on the clock. */
const apartMinutes = 180;
/** So many openings and turns of the clock are looked at: a window that has no other hour has none on any day. */
const mostSteps = 60;

/**
 * The first moment from `earliest` on at which they may be called and their clock is three hours or more away from what it
 * was at the attempt. `earliest` itself where there is none: the window is too narrow.
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

/** The shorter way around the clock. */
export function minutesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, dayMinutes - apart);
}

/** When the clock shows that minute next; a day may leave it out. */
function nextAtMinute(time: ReturnType<typeof zoneTime>, atMs: number, minute: number): Date | null {
  const today = time.dateOf(atMs);
  const spans = [0, 1, 2].flatMap((day) => time.spansOf(addDays(today, day), minute, minute + 1));
  const next = spans.find(({ fromMs }) => fromMs > atMs);
  return next ? new Date(next.fromMs) : null;
}
