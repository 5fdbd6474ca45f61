// Loop for background work. Only one run happens at a time, and failed runs are retried with growing pauses. `wake`
// starts the next run early, and `stop` waits for the current run.
import type { Clock } from './clock.ts';

/** The logger methods that a background loop uses. */
export interface BackgroundLoopLogger {
  error(fields: object, message: string): void;
}

interface Pace {
  readonly intervalMs: number;
}

interface VariablePace {
  /**
   * Returns the time in ms from the end of a run to the next run. If it returns Infinity, only `wake` starts the next
   * run.
   */
  readonly next: () => number;
}

export type BackgroundLoopOptions = (Pace | VariablePace) & {
  /** The loop's name in the log. */
  readonly name: string;
  /** Does one run of the background work. The signal aborts when the loop stops. A failed run is logged and retried. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly log: BackgroundLoopLogger;
  readonly clock: Clock;
  /**
   * Pauses after consecutive failed runs of the work: the first lasts `firstMs`, each further one twice as long, up to
   * `longestMs`. Defaults: 1 s and 30 s.
   */
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number };
};

export interface BackgroundLoop {
  /**
   * Starts the next run of the background work now, or right after the current run. Does not shorten the pause after a
   * failed run.
   */
  wake(): void;
  /** Stops the loop. Resolves once the current run has ended. Never rejects. May be called repeatedly. */
  stop(): Promise<void>;
}

/** Starts a background loop. Its first run begins before this function returns. */
export function startBackgroundLoop(options: BackgroundLoopOptions): BackgroundLoop {
  const stopping = new AbortController();
  const bell = createBell();
  const ended = loop(options, stopping.signal, bell);
  return {
    wake: () => bell.ring(),
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function loop(options: BackgroundLoopOptions, stopping: AbortSignal, bell: Bell): Promise<void> {
  const { clock, log, name, work, backoff = { firstMs: 1_000, longestMs: 30_000 } } = options;
  let failures = 0;
  while (!stopping.aborted) {
    bell.silence();
    let pauseMs: number;
    try {
      await work(stopping);
      pauseMs = 'next' in options ? options.next() : options.intervalMs;
      failures = 0;
    } catch (error) {
      if (stopping.aborted) break; // aborted by `stop`
      failures += 1;
      const retryInMs = Math.min(backoff.firstMs * 2 ** (failures - 1), backoff.longestMs);
      log.error({ err: error, loop: name, failures, retryInMs }, 'background work failed');
      await pause(clock, retryInMs, stopping);
      continue;
    }
    await pause(clock, pauseMs, AbortSignal.any([stopping, bell.rung()]));
  }
}

// Waits for `ms`. If the signal aborts, it resolves early.
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const waiting = new AbortController();
  const cut = (): void => waiting.abort(woken);
  signal.addEventListener('abort', cut, { once: true });
  try {
    await clock.sleep(Number.isFinite(ms) ? ms : foreverMs, waiting.signal);
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

const foreverMs = 1e12;
/** Abort reason shared by all pauses of background loops, because creating an Error with its stack is expensive. */
const woken = new Error('woken');

interface Bell {
  ring(): void;
  /** Forgets earlier rings. */
  silence(): void;
  /** Aborts at the first ring since `silence`. */
  rung(): AbortSignal;
}

function createBell(): Bell {
  let controller = new AbortController();
  return {
    ring: () => controller.abort(woken),
    silence() {
      if (controller.signal.aborted) controller = new AbortController();
    },
    rung: () => controller.signal,
  };
}
