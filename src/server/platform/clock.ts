// Time as a dependency: everything that waits or compares times takes a Clock, so that tests
// decide what time it is (testing/manual-clock.ts) and never sleep.
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Wall time; may jump when the machine's clock is set. */
  now(): Date;
  /** Milliseconds since an arbitrary moment; never jumps or goes back. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. Holds no process open by itself. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// setTimeout cannot wait longer than this in one go; it would fire at once.
const longestTimerMs = 2 ** 31 - 1;

/** The machine's own clock. */
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
