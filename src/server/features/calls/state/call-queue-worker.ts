/**
 * Background worker for a database queue of changed calls. Changes are collected for a moment and then handled
 * together, one workspace after the other, until the queue is empty. All servers share the queue. Rows are removed in
 * the transaction that handles them, so that interrupted work is repeated.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';

export interface CallQueueWorkerDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  /** Returns true if call reports wait to be stored. The worker then pauses. By default always false. */
  readonly isBusy?: () => boolean;
}

export interface ChangedCallQueueDefinition {
  /** The queue's name in the log. */
  readonly name: string;
  /** Time in ms for which changed calls are collected before they are handled together. */
  readonly gatherMs: number;
  /** Interval in ms at which the worker looks for rows of this queue that other servers or failed runs left behind. */
  readonly intervalMs: number;
  /** Lists workspaces with queued rows. */
  readonly findWorkspaces: () => Promise<readonly string[]>;
  /**
   * Processes queued rows of one workspace and returns their number. Returns 0 if another server is processing them.
   */
  readonly workOn: (workspaceId: string) => Promise<number>;
  /** Called after each turn through all workspaces. */
  readonly afterTurn?: () => Promise<void>;
}

export interface CallQueueWorker {
  start(): void;
  /** Resolves when running work has ended. */
  stop(): Promise<void>;
}

/** Longest time in ms for which a queue worker pauses, so that waiting call reports are stored first. */
const giveWayMs = 1_000;
const lookAgainMs = 50;

export function createCallQueueWorker(
  { log, clock, events, isBusy = () => false }: CallQueueWorkerDeps,
  queue: ChangedCallQueueDefinition,
): CallQueueWorker {
  let loop: BackgroundLoop | undefined;
  let unsubscribe: (() => void) | undefined;

  async function drain(signal: AbortSignal): Promise<void> {
    for (;;) {
      let done = 0;
      for (const workspaceId of await queue.findWorkspaces()) {
        if (signal.aborted) return;
        done += await queue.workOn(workspaceId);
      }
      if (done === 0) return;
      await queue.afterTurn?.();
      for (let waitedMs = 0; isBusy() && waitedMs < giveWayMs; waitedMs += lookAgainMs)
        await clock.sleep(lookAgainMs, signal);
    }
  }

  return {
    start() {
      loop = startBackgroundLoop({
        name: queue.name,
        log,
        clock,
        intervalMs: queue.intervalMs,
        async work(signal) {
          await clock.sleep(queue.gatherMs, signal);
          await drain(signal);
        },
      });
      unsubscribe = events.on('calls.changed', () => loop?.wake());
    },
    async stop() {
      unsubscribe?.();
      await loop?.stop();
    },
  };
}
