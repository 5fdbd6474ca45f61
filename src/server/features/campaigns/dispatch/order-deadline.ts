/**
 * Time limits for sending a request to place a call. The monotonic clock and the wall clock are both checked, because
 * the monotonic clock may stop while the machine is suspended.
 */
import type { Clock } from '../../../platform/clock.ts';

/**
 * Time limit in ms, by the server's clocks, between the decision to place or repeat a call and the sending of the
 * request.
 */
export const callOrderSendLimitMs = 10_000;
/**
 * Time limit in seconds for sending a request to place a call, by the database's clock. It exceeds
 * `callOrderSendLimitMs` by half, so that the sending server has surely given up when this limit ends.
 */
export const callOrderDatabaseSendLimitSeconds = 15;

export interface ClockReading {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface CallOrderDeadline {
  readonly since: ClockReading;
  readonly withinMs: number;
}

export function readMonotonicAndWallClocks(clock: Clock): ClockReading {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
}

export function isPastCallOrderDeadline(clock: Clock, { since, withinMs }: CallOrderDeadline): boolean {
  const now = readMonotonicAndWallClocks(clock);
  return now.monotonicMs - since.monotonicMs > withinMs || now.wallMs - since.wallMs > withinMs;
}
