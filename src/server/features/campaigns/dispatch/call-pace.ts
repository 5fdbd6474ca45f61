/** A token bucket: calls per second, exact over time, with a burst of one call and a tenth of a second. */
import type { Clock } from '../../../platform/clock.ts';

export interface CallPace {
  /** Takes up to `wanted` calls from what the rate allows now. */
  take(wanted: number, perSecond: number): number;
  /** Gives back what was taken and not used. */
  giveBack(calls: number): void;
  /** Until one more call is allowed, in ms. */
  msUntilNext(perSecond: number): number;
}

export function createCallPace(clock: Clock): CallPace {
  let tokens = Number.POSITIVE_INFINITY;
  let filledAtMs = clock.monotonicMs();

  function fill(perSecond: number): void {
    const nowMs = clock.monotonicMs();
    const burst = 1 + perSecond / 10;
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * perSecond);
    filledAtMs = nowMs;
  }

  return {
    take(wanted, perSecond) {
      fill(perSecond);
      // Sums of fractions may fall short of a whole by an ulp.
      const taken = Math.max(0, Math.min(wanted, Math.floor(tokens + 1e-9)));
      tokens -= taken;
      return taken;
    },
    giveBack(calls) {
      tokens += calls;
    },
    msUntilNext(perSecond) {
      fill(perSecond);
      return tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1_000;
    },
  };
}
