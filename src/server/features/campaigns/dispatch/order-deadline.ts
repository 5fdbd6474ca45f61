/** Time limits for sending a request to place a call. Two clocks are used, because one may stop during a suspension. */
import type { Clock } from '../../../platform/clock.ts';

/** Limit in ms, by the server's clocks, from the decision to place or repeat a call to the sending of the request. */
export const callOrderSendLimitMs = 10_000;
/** Limit in seconds for sending a request to place a call, by the database's clock: 1.5 times `callOrderSendLimitMs`. */
export const callOrderSendLimitSeconds = 15;

export interface ClockReading {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface CallOrderDeadline {
  readonly since: ClockReading;
  readonly withinMs: number;
}

export function readClocks(clock: Clock): ClockReading {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
}

export function isPastCallOrderDeadline(clock: Clock, { since, withinMs }: CallOrderDeadline): boolean {
  const now = readClocks(clock);
  return now.monotonicMs - since.monotonicMs > withinMs || now.wallMs - since.wallMs > withinMs;
}
