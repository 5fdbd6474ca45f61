/** How long an order may wait for being written. Two clocks decide: a process that was suspended shows in one of them at least. */
import type { Clock } from '../../../platform/clock.ts';

/** After the claim, or the judgement of a repetition, by the server's clocks. */
export const writeWithinMs = 10_000;
/** The same by the database's clock, which counts half as much again: the `send_by` of an attempt. */
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
