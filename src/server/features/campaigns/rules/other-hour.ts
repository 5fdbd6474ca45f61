/** Finds another hour of the day for a retry: who does not answer at ten may answer at six. Pure. */
import { addDays } from '../../../../contract/calendar-days.ts';
import type { WindowState } from './calling-window.ts';
import { zoneTime } from './local-time.ts';

/** The hours in which somebody may be called. */
export interface CallingHours {
  /** IANA name of the zone by whose clock hours differ. */
  readonly zone: string;
  readonly windowAt: (moment: Date) => WindowState;
}

const dayMinutes = 1_440;
/** Distance on the clock from which an hour counts as another. */
const apartMinutes = 180;
/** Most openings and turns of the clock that are tried. A window without another hour has none on any day. */
const mostSteps = 60;

/**
 * The first moment from `earliest` on at which the person may be called, three hours or more on their clock away from
 * the attempt's time. `earliest` itself if there is none, because the window is too narrow.
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

/** Minutes between two times, the shorter way around the clock. */
export function minutesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, dayMinutes - apart);
}

/** The next moment at which the clock shows that minute, which a day may skip. */
function nextAtMinute(time: ReturnType<typeof zoneTime>, atMs: number, minute: number): Date | null {
  const today = time.dateOf(atMs);
  const spans = [0, 1, 2].flatMap((day) => time.spansOf(addDays(today, day), minute, minute + 1));
  const next = spans.find(({ fromMs }) => fromMs > atMs);
  return next ? new Date(next.fromMs) : null;
}
