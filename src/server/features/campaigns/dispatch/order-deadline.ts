/** Time limits for sending a dialling order, by two clocks: a suspended process shows in at least one of them. */
import type { Clock } from '../../../platform/clock.ts';

/** Longest time from the claim, or a repetition's approval, to sending the order, by the server's clocks. */
export const writeWithinMs = 10_000;
/** Seconds within which a dialling order must be sent by the database's clock: 1.5 times the server's limit. */
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
