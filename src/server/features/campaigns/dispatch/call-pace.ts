/**
 * Limits calls per second. A token bucket keeps the mean rate, and allows a burst of a tenth of a second's calls to
 * catch up after a delay.
 * A sliding window also limits the calls within any one second. Otherwise a late burst and the next one could reach the
 * provider together.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface CallRateLimiter {
  /** Number of calls that the rate limit allows now. */
  allows(perSecond: number): number;
  /** Records that `calls` calls are sent now, so that they count for the rate limit. */
  send(calls: number): void;
  /**
   * Replaces the recorded calls by the calls of the workspace that any server placed recently, so that they count for
   * the rate limit. `agesMs` is the time since each call in ms, oldest first.
   */
  resume(agesMs: readonly number[]): void;
  /** Time in ms until the rate limit allows one more call. */
  msUntilNext(perSecond: number): number;
}

const windowMs = 1_000;
const burstOf = (perSecond: number): number => 1 + perSecond / 10;

export function createCallRateLimiter(clock: Clock): CallRateLimiter {
  let tokens = 1;
  let filledAtMs = clock.monotonicMs();
  let window: { readonly atMs: number; readonly calls: number }[] = [];
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
      // Add a tiny tolerance, because the sum of fractions of calls may fall just short of a whole number.
      return Math.max(0, Math.min(Math.floor(tokens + 1e-9), windowRoom(perSecond)));
    },
    send(calls) {
      tokens -= calls;
      if (calls > 0) window.push({ atMs: clock.monotonicMs(), calls });
    },
    resume(agesMs) {
      const nowMs = clock.monotonicMs();
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
