// The loop for background work. Runs never overlap. Failed runs are retried with backoff. `wake` starts a run early,
// and `stop` waits for the current run.
import type { Clock } from './clock.ts';

/** The part of a logger that the background loop uses. */
export interface RunLoopLog {
  error(fields: object, message: string): void;
}

interface Pace {
  /** The pause in ms between the end of a background run and the next one. */
  readonly intervalMs: number;
}

interface VariablePace {
  /** Returns the ms until the next background run. Called after each run. Infinity waits for `wake`. */
  readonly next: () => number;
}

export type RunLoopOptions = (Pace | VariablePace) & {
  /** The loop's name in the log. */
  readonly name: string;
  /** One run of the background work. The signal aborts when the loop stops. Errors are logged, the run is retried. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly log: RunLoopLog;
  readonly clock: Clock;
  /** Pause after the first failed run, doubled by each further one up to the longest; default 1 s to 30 s. */
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number };
};

export interface RunLoop {
  /** Starts a background run now, or one more after the current run. A pause after a failure is kept. */
  wake(): void;
  /** Stops the background loop and resolves once the current run has ended. Never rejects. Repeatable. */
  stop(): Promise<void>;
}

/** Starts a background loop. The first run begins in this turn of the event loop. */
export function runLoop(options: RunLoopOptions): RunLoop {
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

async function loop(options: RunLoopOptions, stopping: AbortSignal, bell: Bell): Promise<void> {
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

// Pauses the background loop. If the signal aborts, the pause ends early without an error.
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
/** The shared reason for aborting a pause. Without it, every abort would create an error with a stack. */
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
