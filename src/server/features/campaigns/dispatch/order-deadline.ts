/** Time limits for sending a dialling order, by two clocks: a suspended process shows in at least one of them. */
import type { Clock } from '../../../platform/clock.ts';

/** Longest time from the claim, or a repetition's approval, to sending the order, by the server's clocks. */
export const writeWithinMs = 10_000;
/** Seconds within which a dialling order must be sent by the database's clock: 1.5 times the server's limit. */
export const sendWithinSeconds = 15;

export interface ClockReading {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface Deadline {
  readonly since: ClockReading;
  readonly withinMs: number;
}

export function readClocks(clock: Clock): ClockReading {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
}

export function isPastDeadline(clock: Clock, { since, withinMs }: Deadline): boolean {
  const now = readClocks(clock);
  return now.monotonicMs - since.monotonicMs > withinMs || now.wallMs - since.wallMs > withinMs;
}
