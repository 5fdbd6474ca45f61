/**
 * Calls per second: a token bucket keeps the rate exact over time, with a tenth of a second to make up for a slow
 * moment, and a sliding window keeps every single second within it.
 *
 * More than that is not made up for: what goes out together fills the window, goes out together again a second later,
 * and of two such waves the one that travels longer reaches the provider beside the other, above the pace.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface CallPace {
  /** How many calls may go out now. */
  allows(perSecond: number): number;
  /** So many go out now, of those allowed. Their second begins here: what claiming them took must not bring them nearer to the next. */
  send(calls: number): void;
  /** Goes on from what was placed lately, on whichever server: ms since each, the oldest first. What it knew before is replaced. */
  resume(agesMs: readonly number[]): void;
  /** Until one more call is allowed, in ms. */
  msUntilNext(perSecond: number): number;
}

const windowMs = 1_000;
const burstOf = (perSecond: number): number => 1 + perSecond / 10;

export function createCallPace(clock: Clock): CallPace {
  let tokens = 1;
  let filledAtMs = clock.monotonicMs();
  let window: { readonly atMs: number; readonly calls: number }[] = [];
  /** Moments that the bucket has not heard of yet, for it takes a rate to tell what they left in it. */
  let resumed: readonly number[] = [];

  function fillUntil(atMs: number, perSecond: number): void {
    tokens = Math.min(burstOf(perSecond), tokens + ((atMs - filledAtMs) / 1_000) * perSecond);
    filledAtMs = atMs;
  }

  function fill(perSecond: number): void {
    for (const atMs of resumed) {
      fillUntil(atMs, perSecond);
      tokens = Math.max(0, tokens - 1);
    }
    resumed = [];
    fillUntil(clock.monotonicMs(), perSecond);
    window = window.filter(({ atMs }) => filledAtMs - atMs < windowMs);
  }

  function windowRoom(perSecond: number): number {
    return Math.max(1, Math.ceil(perSecond)) - window.reduce((sum, { calls }) => sum + calls, 0);
  }

  return {
    allows(perSecond) {
      fill(perSecond);
      // Sums of fractions may fall short of a whole by an ulp.
      return Math.max(0, Math.min(Math.floor(tokens + 1e-9), windowRoom(perSecond)));
    },
    send(calls) {
      tokens -= calls;
      if (calls > 0) window.push({ atMs: clock.monotonicMs(), calls });
    },
    resume(agesMs) {
      const nowMs = clock.monotonicMs();
      // What lay in the bucket before the first of them is not known: nothing, as while dialling goes on.
      tokens = 1;
      resumed = agesMs.map((ageMs) => nowMs - Math.max(0, ageMs));
      filledAtMs = resumed[0] ?? nowMs;
      window = resumed.map((atMs) => ({ atMs, calls: 1 }));
    },
    msUntilNext(perSecond) {
      fill(perSecond);
      const forToken = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1_000;
      const [oldest] = window;
      const forWindow = oldest && windowRoom(perSecond) <= 0 ? oldest.atMs + windowMs - filledAtMs : 0;
      return Math.max(forToken, forWindow);
    },
  };
}
