/**
 * A thread on which large bodies are read, one at a time. It begins with the first of them and ends when there was none for
 * a while, so that the memory that they took goes back to the system.
 */
import { Worker } from 'node:worker_threads';
import type { RouteName } from '../../../contract/routes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { AppError, type ErrorDetail } from '../errors.ts';
import { createAssembly, type ValuePiece } from './value-pieces.ts';

/** The bytes are the thread's from then on. */
export type BodyJob =
  /** Parsed, then validated by the endpoint's schema, then read by the module. */
  | { readonly kind: 'json'; readonly bytes: Uint8Array; readonly endpoint: RouteName; readonly module: string | null }
  /** Read by the module as they are. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly module: string; readonly parameters: unknown };

/** What the thread sends: the outcome in pieces, each when it is asked for. */
export interface BodyMessage {
  readonly piece: ValuePiece;
  readonly isLast: boolean;
}

export type BodyOutcome =
  | { readonly value: unknown }
  | {
      readonly refused: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: readonly ErrorDetail[] | null;
      };
    }
  | { readonly failed: string };

export interface BodyThread {
  /**
   * Resolves with what the reading answers; rejects with its AppError, with `payload_too_large` when its memory did not
   * suffice, with `unavailable` when the server stops. Taking the answer in never holds this thread up for long.
   */
  run(job: BodyJob): Promise<unknown>;
  /** Ends it; what waits is rejected. */
  stop(): Promise<void>;
}

const idleMs = 20_000;
/** Of JavaScript's values, without the bodies' bytes. What needs more is refused, and the thread begins anew. */
const memoryMb = 1_024;

interface Waiting {
  readonly job: BodyJob;
  readonly settled: PromiseWithResolvers<unknown>;
}

export function createBodyThread(): BodyThread {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let underWay: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function workOff(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        worker ??= start();
        worker.ref();
        next.settled.resolve(await runOn(worker, next.job));
      } catch (error) {
        next.settled.reject(error);
      }
      worker?.unref();
    }
    idle = setTimeout(() => void worker?.terminate(), idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./body-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // Without a listener an error would end the process; whoever waits for a job hears of it below.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  return {
    run(job) {
      const settled = Promise.withResolvers<unknown>();
      if (isStopped) settled.reject(new AppError('unavailable'));
      else {
        clearTimeout(idle);
        queue.push({ job, settled });
        underWay ??= workOff().finally(() => (underWay = null));
      }
      return settled.promise;
    },
    async stop() {
      isStopped = true;
      clearTimeout(idle);
      for (const { settled } of queue.splice(0)) settled.reject(new AppError('unavailable'));
      await worker?.terminate();
      await underWay;
      clearTimeout(idle);
    },
  };
}

/** The outcome, put together from its pieces: the next one is asked for once others had their turn. */
function runOn(worker: Worker, job: BodyJob): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const assembly = createAssembly();
  const take = ({ piece, isLast }: BodyMessage): void => {
    assembly.take(piece);
    if (isLast) settle(assembly.value as BodyOutcome);
    else setImmediate(() => worker.postMessage('next', []));
  };
  const settle = (outcome: BodyOutcome): void => {
    if ('value' in outcome) resolve(outcome.value);
    else if ('failed' in outcome) reject(new Error(outcome.failed));
    else
      reject(
        new AppError(outcome.refused.code, {
          message: outcome.refused.message,
          ...(outcome.refused.details ? { details: outcome.refused.details } : {}),
        }),
      );
  };
  const fail = (error: NodeJS.ErrnoException): void =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('payload_too_large', { cause: error }) : error);
  const end = (): void => reject(new AppError('unavailable'));
  worker.on('message', take).once('error', fail).once('exit', end);
  const { bytes } = job;
  // A view of a larger buffer can't be given away: the others would lose theirs.
  const isWhole = bytes.byteLength === bytes.buffer.byteLength;
  worker.postMessage(job, isWhole ? [bytes.buffer as ArrayBuffer] : []);
  return promise.finally(() => worker.off('message', take).off('error', fail).off('exit', end));
}
