/**
 * Limits large request bodies, which could block the server. At most one body per sender and four per server are in
 * progress at once. Further requests of people are refused before their body is read. Those of machines (webhooks) wait
 * with the body unread, so that none is lost and waiting costs no memory. A worker thread reads the bodies, one at a
 * time.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { AppError } from '../errors.ts';
import { parseAndValidateJsonBody, type BodyReadingStep } from './body-reading.ts';
import { createKeyedConcurrencyLimiter, type ReleaseConcurrencySlot, type KeyedConcurrencyLimiter } from './slots.ts';
import { createRequestBodyWorkerThread, type RequestBodyWorkerThread } from './body-thread.ts';

/** Size in bytes above which a request body counts as large. Only a few large bodies may be in progress at once. */
const largeBytes = 1024 * 1024;
/**
 * Size of a request body, in bytes, above which a worker thread reads it. Reading a smaller body takes about 10 ms at
 * most.
 */
export const bodyWorkerThreadMinBytes = 256 * 1024;
const slotLimits = { each: 1, together: 4 };
const retryAfterSeconds = 5;

const refusals = {
  own: 'Ya hay un envío grande tuyo en curso. Espera a que termine e intenta de nuevo.',
  others: 'El servidor está recibiendo otros envíos grandes. Intenta de nuevo en unos segundos.',
};

/**
 * Who sends a large request body. If too many bodies are in progress, a machine's request waits, and a person's is
 * refused.
 */
export type LargeBodySender = { readonly kind: 'person' | 'machine'; readonly key: string };

/**
 * Receives and reads one large request body. The body occupies one of a few work slots until the response is sent and
 * all work on the body has ended.
 */
export interface LargeBodyReader {
  /**
   * Checks the body length that the request's headers announce. If too many large bodies are in progress, waits or
   * throws AppError.
   */
  admit(): Promise<void>;
  /** Receives the whole request body. Throws `payload_too_large`, `too_many_requests` or `invalid_input`. */
  receive(payload: AsyncIterable<Buffer> | NodeJS.ReadableStream): Promise<Buffer>;
  /** Returns a digest of the received body. Null if the request has no Idempotency-Key. */
  digest(): string | null;
  /** Parses, validates and converts a JSON request body. Large bodies are moved to a worker thread. */
  readJson(bytes: Buffer, endpoint: Endpoint, reading: BodyReadingStep<unknown, unknown> | undefined): Promise<unknown>;
  /**
   * Converts a request body with `reading.read`. If `reading.threadBytes` is 0, `bytes` must not be used afterwards.
   */
  readBytes<O, P>(bytes: Buffer, reading: BodyReadingStep<Buffer, O, P>, parameters: P): Promise<O>;
  /** Runs `work`. The request body counts as in progress until `work` ends, even if the connection closes. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** True if the body was refused while the client still sends it. The connection must stay open for the response. */
  readonly isRefused: boolean;
}

export interface LargeBodyReceiver {
  open(request: FastifyRequest, reply: FastifyReply, sender: LargeBodySender): LargeBodyReader;
  /** Ends the threads. */
  stop(): Promise<void>;
}

/** True if an endpoint accepts bodies large enough for a worker thread. */
export function acceptsLargeBodies({ bodyLimit = 0 }: Pick<Endpoint, 'bodyLimit'>): boolean {
  return bodyLimit > bodyWorkerThreadMinBytes;
}

export function createLargeBodyReceiver(): LargeBodyReceiver {
  const lanes = {
    person: { slots: createKeyedConcurrencyLimiter(slotLimits), thread: createRequestBodyWorkerThread() },
    machine: { slots: createKeyedConcurrencyLimiter(slotLimits), thread: createRequestBodyWorkerThread() },
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
  sender: LargeBodySender,
  lane: { readonly slots: KeyedConcurrencyLimiter; readonly thread: RequestBodyWorkerThread },
): LargeBodyReader {
  const limit = request.routeOptions.bodyLimit;
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  const gone = new AbortController();
  // Hash a large body chunk by chunk, because hashing 60 MB at once would block the server.
  const hash = request.headers['idempotency-key'] === undefined ? null : createHash('sha256');
  let free: ReleaseConcurrencySlot | null = null;
  let isRefused = false;
  /**
   * Reference count of the request body. The open connection counts 1, and so does each run of `hold` that has not
   * ended. At 0 the body's work slot is freed.
   */
  let users = 1;
  const release = (): void => {
    users -= 1;
    if (users === 0) free?.();
  };
  const leave = (): void => {
    gone.abort();
    release();
  };
  // If the connection has already closed, free the body's slot at once, because no close event follows.
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
    // The connection closed just now.
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
      // Copy a body's chunks into one buffer as they arrive. Joining 60 MB at the end would block the server for 0.1 s.
      // The length of a compressed body is unknown, so its chunks are collected in a list.
      const whole =
        announced > largeBytes && request.headers['content-encoding'] === undefined
          ? Buffer.allocUnsafeSlow(announced)
          : null;
      let length = 0;
      try {
        // Refusing a body must not destroy the request's stream, because the same connection carries the response.
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
      if (bytes.length <= (reading?.threadBytes ?? bodyWorkerThreadMinBytes))
        return Promise.resolve(parseAndValidateJsonBody(bytes, endpoint.body, reading));
      return hold(() =>
        lane.thread.run({ kind: 'json', bytes, endpoint: endpoint.name, module: reading?.module ?? null }),
      );
    },
    readBytes<O, P>(bytes: Buffer, reading: BodyReadingStep<Buffer, O, P>, parameters: P) {
      if (bytes.length <= (reading.threadBytes ?? bodyWorkerThreadMinBytes))
        return Promise.resolve(reading.read(bytes, parameters));
      // Copy the request body for the worker thread. If `threadBytes` is 0, only the thread needs the body, so it is
      // moved instead.
      const given = reading.threadBytes === 0 ? bytes : new Uint8Array(bytes);
      return hold(() =>
        lane.thread.run({ kind: 'bytes', bytes: given, module: reading.module, parameters }),
      ) as Promise<O>;
    },
  };
}
