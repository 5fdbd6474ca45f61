/**
 * Bodies that could hold the server up: how many come in at a time, and where they are read. A person has one of them under
 * way and a server four; more are refused before they are read. What machines send (webhooks) waits instead, unread, so that
 * nothing of it is lost and what waits takes no memory. What is read of them is read in a thread of its own, one at a time.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { AppError } from '../errors.ts';
import { readJsonBody, type BodyReading } from './body-reading.ts';
import { createSlots, type FreeSlot, type Slots } from './slots.ts';
import { createBodyThread, type BodyThread } from './body-thread.ts';

/** Bytes from which on a body needs a slot. */
const largeBytes = 1024 * 1024;
/** Bytes from which on a body is read in the thread; below it takes some ten milliseconds at worst. */
export const threadBytes = 256 * 1024;
const slotLimits = { each: 1, together: 4 };
const retryAfterSeconds = 5;

const refusals = {
  own: 'Ya hay un envío grande tuyo en curso. Espera a que termine e intenta de nuevo.',
  others: 'El servidor está recibiendo otros envíos grandes. Intenta de nuevo en unos segundos.',
};

/** Machines wait where people are told to try again. */
export type Sender = { readonly kind: 'person' | 'machine'; readonly key: string };

/** One request's way through; its slot, if it took one, is free when the answer is out and nothing works on it any more. */
export interface Arrival {
  /** Before the body is read: decides where its announced length tells. Throws `too_many_requests`. */
  admit(): Promise<void>;
  /** The whole body. Throws `payload_too_large`, `too_many_requests`, `invalid_input`. */
  receive(payload: AsyncIterable<Buffer> | NodeJS.ReadableStream): Promise<Buffer>;
  /** Of the bytes that were received, of a request with an Idempotency-Key; else null. */
  digest(): string | null;
  /** By the endpoint's schema and the feature's step; gives the bytes away. */
  readJson(bytes: Buffer, endpoint: Endpoint, reading: BodyReading<unknown, unknown> | undefined): Promise<unknown>;
  /** Runs only the feature's step. The caller keeps the bytes, unless the step always runs in the thread. */
  readBytes<O, P>(bytes: Buffer, reading: BodyReading<Buffer, O, P>, parameters: P): Promise<O>;
  /** Keeps the slot until `work` ends, whatever becomes of the connection. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** It was refused while its sender still sends: the connection stays, so that the answer can be read. */
  readonly isRefused: boolean;
}

export interface LargeBodies {
  open(request: FastifyRequest, reply: FastifyReply, sender: Sender): Arrival;
  /** Ends the threads. */
  stop(): Promise<void>;
}

/** Whether an endpoint takes bodies that need all this. */
export function takesLargeBodies({ bodyLimit = 0 }: Pick<Endpoint, 'bodyLimit'>): boolean {
  return bodyLimit > threadBytes;
}

export function createLargeBodies(): LargeBodies {
  const lanes = {
    person: { slots: createSlots(slotLimits), thread: createBodyThread() },
    machine: { slots: createSlots(slotLimits), thread: createBodyThread() },
  };
  return {
    open: (request, reply, sender) => openArrival(request, reply, sender, lanes[sender.kind]),
    async stop() {
      await Promise.all([lanes.person.thread.stop(), lanes.machine.thread.stop()]);
    },
  };
}

function openArrival(
  request: FastifyRequest,
  reply: FastifyReply,
  sender: Sender,
  lane: { readonly slots: Slots; readonly thread: BodyThread },
): Arrival {
  const limit = request.routeOptions.bodyLimit;
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  const gone = new AbortController();
  // Taken piece by piece as they come: of 60 MB at once it would hold everybody up.
  const hash = request.headers['idempotency-key'] === undefined ? null : createHash('sha256');
  let free: FreeSlot | null = null;
  let isRefused = false;
  /** The connection, until the answer is out, and whatever works on the body. */
  let users = 1;
  const release = (): void => {
    users -= 1;
    if (users === 0) free?.();
  };
  const leave = (): void => {
    gone.abort();
    release();
  };
  // One that went away while its right to be here was looked up tells so no more: its slot would be taken for good.
  if (reply.raw.closed) leave();
  else reply.raw.once('close', leave);

  async function hold<T>(work: () => Promise<T>): Promise<T> {
    users += 1;
    try {
      return await work();
    } finally {
      release();
    }
  }

  async function takeSlot(): Promise<void> {
    if (free) return;
    if (sender.kind === 'machine') {
      const given = await lane.slots.take(sender.key, gone.signal);
      if (given === null) throw new AppError('unavailable');
      free = given;
    } else {
      const given = lane.slots.tryTake(sender.key);
      if (typeof given === 'string') {
        isRefused = true;
        throw new AppError('too_many_requests', { message: refusals[given], retryAfterSeconds });
      }
      free = given;
    }
    // It went away in the very moment.
    if (users === 0) free();
  }

  return {
    get isRefused() {
      return isRefused;
    },
    hold,
    digest: () => hash?.copy().digest('hex') ?? null,
    async admit() {
      if (announced > limit) throw new AppError('payload_too_large');
      if (announced > largeBytes) await takeSlot();
    },
    async receive(payload) {
      const chunks: Buffer[] = [];
      // Filled as it comes: putting 60 MB together at the end is a tenth of a second in which nobody else is answered. The
      // system gives memory to what is written alone, so that a length announced costs nothing. Compressed, it says nothing.
      const whole =
        announced > largeBytes && request.headers['content-encoding'] === undefined
          ? Buffer.allocUnsafeSlow(announced)
          : null;
      let length = 0;
      try {
        // Leaving the loop leaves the stream be: the connection must carry the answer.
        const stream =
          'iterator' in payload
            ? (payload as import('node:stream').Readable).iterator({ destroyOnReturn: false })
            : payload;
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          length += chunk.length;
          if (length > limit) throw new AppError('payload_too_large');
          if (length > largeBytes) await takeSlot();
          hash?.update(chunk);
          if (whole) whole.set(chunk, length - chunk.length);
          else chunks.push(chunk);
        }
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('invalid_input', { cause: error });
      }
      return whole ?? Buffer.concat(chunks, length);
    },
    readJson(bytes, endpoint, reading) {
      if (bytes.length <= (reading?.threadBytes ?? threadBytes))
        return Promise.resolve(readJsonBody(bytes, endpoint.body, reading));
      return hold(() =>
        lane.thread.run({ kind: 'json', bytes, endpoint: endpoint.name, module: reading?.module ?? null }),
      );
    },
    readBytes<O, P>(bytes: Buffer, reading: BodyReading<Buffer, O, P>, parameters: P) {
      if (bytes.length <= (reading.threadBytes ?? threadBytes)) return Promise.resolve(reading.read(bytes, parameters));
      // Copying 60 MB would block the event loop. A webhook's bytes are copied, because they are used again after reading.
      const given = reading.threadBytes === 0 ? bytes : new Uint8Array(bytes);
      return hold(() =>
        lane.thread.run({ kind: 'bytes', bytes: given, module: reading.module, parameters }),
      ) as Promise<O>;
    },
  };
}
