/** Time limits for sending an order, by two clocks: a suspended process shows in at least one of them. */
import type { Clock } from '../../../platform/clock.ts';

/** Limit after the claim, or after the judgement of a repetition, by the server's clocks. */
export const writeWithinMs = 10_000;
/** Limit by the database's clock, half as long again: the `send_by` of an attempt. */
export const sendWithinSeconds = 15;

export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface Deadline {
  readonly since: Moment;
  readonly withinMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
}

export function isPast(clock: Clock, { since, withinMs }: Deadline): boolean {
  const now = momentOf(clock);
  return now.monotonicMs - since.monotonicMs > withinMs || now.wallMs - since.wallMs > withinMs;
}
