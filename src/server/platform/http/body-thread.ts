/**
 * A worker thread that reads large request bodies, one at a time. It starts with the first body and ends when idle, so
 * that its memory is returned to the system.
 */
import { Worker } from 'node:worker_threads';
import type { ApiRouteName } from '../../../contract/routes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { AppError, type AppErrorDetail } from '../errors.ts';
import { createJsonValueAssembler, type JsonValueTransferPiece } from './value-pieces.ts';

/**
 * A request body that the worker thread reads. If the body's bytes fill their whole buffer, the buffer is moved to the
 * worker instead of copied.
 */
export type RequestBodyWorkerJob =
  /**
   * Thread job with a JSON body. The worker parses the body, validates it by the endpoint's schema, and converts it by
   * the export `bodyReading` of `module`.
   */
  | {
      readonly kind: 'json';
      readonly bytes: Uint8Array;
      readonly endpoint: ApiRouteName;
      readonly module: string | null;
    }
  /** The module reads these bytes unparsed. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly module: string; readonly parameters: unknown };

/**
 * Message with one piece of the result that a worker thread sends to the main thread. The worker sends the next piece
 * on request.
 */
export interface RequestBodyResultPieceMessage {
  readonly piece: JsonValueTransferPiece;
  readonly isLast: boolean;
}

export type RequestBodyWorkerResult =
  | { readonly value: unknown }
  | {
      readonly refused: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: readonly AppErrorDetail[] | null;
      };
    }
  | { readonly failed: string };

export interface RequestBodyWorkerThread {
  /**
   * Reads a request body in the worker thread. Rejects with the AppError that reading it threw, with
   * `payload_too_large` if memory runs out, or with `unavailable` if the server stops. The result arrives in pieces.
   */
  run(job: RequestBodyWorkerJob): Promise<unknown>;
  /** Ends the thread. Waiting jobs are rejected. */
  stop(): Promise<void>;
}

const idleMs = 20_000;
/** Limit of the worker's JavaScript heap in MB, without the bytes of the body. Bodies that need more are refused. */
const memoryMb = 1_024;

interface Waiting {
  readonly job: RequestBodyWorkerJob;
  readonly settled: PromiseWithResolvers<unknown>;
}

export function createRequestBodyWorkerThread(): RequestBodyWorkerThread {
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
    // Add an error listener, because an unhandled error of the worker thread would end the process.
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

/**
 * Runs a job in the worker thread. The main thread receives the result in pieces, and can do other work between them.
 */
function runOn(worker: Worker, job: RequestBodyWorkerJob): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const assembly = createJsonValueAssembler();
  const take = ({ piece, isLast }: RequestBodyResultPieceMessage): void => {
    assembly.take(piece);
    if (isLast) settle(assembly.value as RequestBodyWorkerResult);
    else setImmediate(() => worker.postMessage('next', []));
  };
  const settle = (outcome: RequestBodyWorkerResult): void => {
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
  // Move the buffer to the worker only if it contains nothing but this body, because the main thread loses the whole
  // buffer. Otherwise copy the body.
  const isWhole = bytes.byteLength === bytes.buffer.byteLength;
  worker.postMessage(job, isWhole ? [bytes.buffer as ArrayBuffer] : []);
  return promise.finally(() => worker.off('message', take).off('error', fail).off('exit', end));
}
