// The one loop for background work: it never overlaps itself, survives failures with backoff,
// can be woken early, and stops only after the work under way has ended.
import type { Clock } from './clock.ts';

/** The part of a logger that the loop uses. */
export interface RunLoopLog {
  error(fields: object, message: string): void;
}

interface Pace {
  /** Pause between the end of one run and the next, in ms. */
  readonly intervalMs: number;
}

interface VariablePace {
  /** Asked after each run: ms until the next; Infinity waits for `wake`. */
  readonly next: () => number;
}

export type RunLoopOptions = (Pace | VariablePace) & {
  /** Named in the log. */
  readonly name: string;
  /** One run. The signal aborts when the loop is stopped; what it throws is logged and retried. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly log: RunLoopLog;
  readonly clock: Clock;
  /** Pause after the first failure in a row, doubled up to the longest; default 1 s to 30 s. */
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number };
};

export interface RunLoop {
  /** Runs now, or once more right after the run under way. A pause after a failure is kept. */
  wake(): void;
  /** Aborts the signal and resolves when the run under way has ended. Never rejects. Repeatable. */
  stop(): Promise<void>;
}

/** Starts at once: the first run begins in this turn of the event loop. */
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
      if (stopping.aborted) break; // cut short by us
      failures += 1;
      const retryInMs = Math.min(backoff.firstMs * 2 ** (failures - 1), backoff.longestMs);
      log.error({ err: error, loop: name, failures, retryInMs }, 'background work failed');
      await pause(clock, retryInMs, stopping);
      continue;
    }
    await pause(clock, pauseMs, AbortSignal.any([stopping, bell.rung()]));
  }
}

// Ends early, without an error, when the signal aborts.
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
/** Made once: without a reason each of a busy loop's rings would make an error with its stack. */
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
