/** The worker of body-thread.ts. It reads one request body after another and sends each result in pieces. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { apiEndpoints } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { AppError } from '../errors.ts';
import { parseAndValidateJsonBody, type BodyReadingStep } from './body-reading.ts';
import { setSpanishSchemaMessages } from './input-messages.ts';
import type { RequestBodyWorkerJob, RequestBodyResultPieceMessage, RequestBodyWorkerResult } from './body-thread.ts';
import { cutJsonValueIntoPieces, type JsonValueTransferPiece } from './value-pieces.ts';

setSpanishSchemaMessages();
// Lower the priority of this worker thread, so that the main thread answers requests first. Only Linux has a priority
// for a single thread.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
/** The pieces that are not sent yet. */
let pieces: Iterator<JsonValueTransferPiece> = [][Symbol.iterator]();
let ahead: IteratorResult<JsonValueTransferPiece> = { done: true, value: undefined };

parentPort?.on('message', (message: RequestBodyWorkerJob | 'next') => void answer(message));

async function answer(message: RequestBodyWorkerJob | 'next'): Promise<void> {
  if (message !== 'next') {
    pieces = cutJsonValueIntoPieces(await outcomeOf(message));
    ahead = pieces.next();
  }
  if (ahead.done) return;
  const piece = ahead.value;
  ahead = pieces.next();
  parentPort?.postMessage({ piece, isLast: ahead.done ?? false } satisfies RequestBodyResultPieceMessage, []);
}

async function outcomeOf(job: RequestBodyWorkerJob): Promise<RequestBodyWorkerResult> {
  try {
    const reading = job.module === null ? undefined : await importReading(job.module);
    if (job.kind === 'bytes') return { value: await reading?.read(bufferOf(job.bytes), job.parameters) };
    const endpoint: Endpoint = apiEndpoints[job.endpoint];
    return { value: await parseAndValidateJsonBody(job.bytes, endpoint.body, reading) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    return { refused: { code: error.code, message: error.message, details: error.details ?? null } };
  }
}

async function importReading(module: string): Promise<BodyReadingStep<unknown, unknown, unknown>> {
  const { bodyReading } = (await import(module)) as {
    readonly bodyReading: BodyReadingStep<unknown, unknown, unknown>;
  };
  return bodyReading;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
