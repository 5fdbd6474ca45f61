/** The worker of body-thread.ts. It reads one request body after another and sends each result in pieces. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { api } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { AppError } from '../errors.ts';
import { readJsonBody, type BodyReading } from './body-reading.ts';
import { useSpanishSchemaMessages } from './input-messages.ts';
import type { BodyJob, BodyMessage, BodyOutcome } from './body-thread.ts';
import { cutValue, type ValuePiece } from './value-pieces.ts';

useSpanishSchemaMessages();
// Lower this worker's priority, so that requests go first. Only Linux can do this for one thread.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
/** The pieces that are not sent yet. */
let pieces: Iterator<ValuePiece> = [][Symbol.iterator]();
let ahead: IteratorResult<ValuePiece> = { done: true, value: undefined };

parentPort?.on('message', (message: BodyJob | 'next') => void answer(message));

async function answer(message: BodyJob | 'next'): Promise<void> {
  if (message !== 'next') {
    pieces = cutValue(await outcomeOf(message));
    ahead = pieces.next();
  }
  if (ahead.done) return;
  const piece = ahead.value;
  ahead = pieces.next();
  parentPort?.postMessage({ piece, isLast: ahead.done ?? false } satisfies BodyMessage, []);
}

async function outcomeOf(job: BodyJob): Promise<BodyOutcome> {
  try {
    const reading = job.module === null ? undefined : await importReading(job.module);
    if (job.kind === 'bytes') return { value: await reading?.read(bufferOf(job.bytes), job.parameters) };
    const endpoint: Endpoint = api[job.endpoint];
    return { value: await readJsonBody(job.bytes, endpoint.body, reading) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    return { refused: { code: error.code, message: error.message, details: error.details ?? null } };
  }
}

async function importReading(module: string): Promise<BodyReading<unknown, unknown, unknown>> {
  const { bodyReading } = (await import(module)) as { readonly bodyReading: BodyReading<unknown, unknown, unknown> };
  return bodyReading;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
