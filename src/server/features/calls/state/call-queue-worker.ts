/**
 * Works off a queue that commits of calls leave behind, after them and never within them: what gathers for a moment is done
 * together, a workspace at a time, until none has anything left. Every server works on the one queue; what `workOn` takes, it
 * takes and does in one transaction, so that whatever is cut off is done again.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import { runLoop, type RunLoop } from '../../../platform/run-loop.ts';

export interface CallQueueWorkerDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  /** Whether reports wait to be stored; never, unless given. */
  readonly isBusy?: () => boolean;
}

export interface CallQueue {
  /** In the log. */
  readonly name: string;
  /** For how long changes gather before they are done together. */
  readonly gatherMs: number;
  /** Between two looks at what other servers left, or could not finish. */
  readonly intervalMs: number;
  /** Workspaces with something in the queue. */
  readonly findWorkspaces: () => Promise<readonly string[]>;
  /** Answers how many rows it took from the workspace's queue: none while another server is at it. */
  readonly workOn: (workspaceId: string) => Promise<number>;
  /** After each turn through all workspaces. */
  readonly afterTurn?: () => Promise<void>;
}

export interface CallQueueWorker {
  start(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Whoever waits for a report to be stored goes first: the next turn waits for that, but for so long at most. */
const giveWayMs = 1_000;
const lookAgainMs = 50;

export function createCallQueueWorker(
  { log, clock, events, isBusy = () => false }: CallQueueWorkerDeps,
  queue: CallQueue,
): CallQueueWorker {
  let loop: RunLoop | undefined;
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
      loop = runLoop({
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
