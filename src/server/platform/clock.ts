// Clock as a dependency. Code that waits or compares times takes a Clock, so that tests control the time
// (testing/manual-clock.ts) and never sleep.
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Current wall-clock time. It may jump when the machine's clock is set. */
  now(): Date;
  /** Milliseconds since an arbitrary moment, from a clock that never jumps or goes back. */
  monotonicMs(): number;
  /** Resolves after `ms`, or rejects with the abort reason. A pending sleep does not keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// A longer setTimeout fires at once.
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      for (let left = Math.max(0, ms); ; left -= longestTimerMs) {
        await delay(Math.min(left, longestTimerMs), undefined, { ref: false, ...(signal && { signal }) });
        if (left <= longestTimerMs) return;
      }
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      throw error;
    }
  },
};
