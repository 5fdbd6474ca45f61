/**
 * A `fetch` on node:http(s) for the provider's SDK that knows whether writing the request began. It connects, checks
 * that the request is still wanted, and only then writes. It follows no redirect, sends nothing twice, and returns only
 * complete answers. The built-in fetch guarantees none of this.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** The progress of one request to the provider, whatever its outcome. */
export interface RequestProgress {
  /** False if surely no byte of the request was sent. True from just before the first write. */
  isWritten: boolean;
  /** True if the request was no longer wanted (`isStale`), so that nothing was written. */
  isStale: boolean;
  /** HTTP status of the provider's answer. Null until its headers arrive. */
  status: number | null;
}

export interface SendOptions {
  /** Time limit for connecting, writing the request and reading the whole answer. */
  readonly deadlineMs: number;
  /** Time limit until the socket is connected and, for https, encrypted. */
  readonly connectMs: number;
  readonly isStale?: (() => boolean) | undefined;
}

/** Connections to the provider for one purpose. Idle ones close before the 5 s after which servers close them. */
export interface Transport {
  /** Makes a `fetch` for one request. `delivery` then shows the request's progress. */
  open(options: SendOptions): { readonly delivery: RequestProgress; readonly fetch: typeof globalThis.fetch };
}

/** Largest accepted answer of the provider: a page of 1,000 calls with their variables and tool calls. */
const maxAnswerBytes = 64 * 1024 * 1024;

export function createTransport(maxSockets: number): Transport {
  const agentOptions = { keepAlive: true, timeout: 4_000, maxSockets };
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };
  return {
    open(options) {
      const delivery: RequestProgress = { isWritten: false, isStale: false, status: null };
      return {
        delivery,
        fetch: (input, init) => {
          const url = new URL(input instanceof Request ? input.url : input);
          const isSecure = url.protocol === 'https:';
          const request = (isSecure ? https : http).request(url, {
            agent: isSecure ? agents['https:'] : agents['http:'],
            method: init?.method ?? 'GET',
            headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'gzip' },
          });
          return exchange(request, toBody(init?.body), init?.signal ?? undefined, options, delivery);
        },
      };
    },
  };
}

/** Writes a request once its socket is connected, and reads the whole answer. */
function exchange(
  request: http.ClientRequest,
  body: string | undefined,
  signal: AbortSignal | undefined,
  options: SendOptions,
  delivery: RequestProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: string) => () => request.destroy(new Error(reason));
    const onAbort = giveUp('aborted');
    let isAnswered = false;
    const deadline = setTimeout(giveUp('the deadline passed'), options.deadlineMs);
    const connecting = setTimeout(giveUp('connecting took too long'), options.connectMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    request.on('error', reject);
    request.on('close', () => {
      clearTimeout(deadline);
      clearTimeout(connecting);
      signal?.removeEventListener('abort', onAbort);
      // Once an answer began, its reader reports the outcome, and a closed connection is no error here.
      if (!isAnswered) reject(new Error('the connection closed without an answer'));
    });
    request.on('socket', (socket) => {
      whenConnected(socket, () => {
        clearTimeout(connecting);
        if (!request.destroyed) write(request, body, options, delivery);
      });
    });
    request.on('response', (answer) => {
      isAnswered = true;
      delivery.status = answer.statusCode ?? null;
      readWhole(answer, request).then(resolve, reject);
    });
  });
}

function write(
  request: http.ClientRequest,
  body: string | undefined,
  options: SendOptions,
  delivery: RequestProgress,
): void {
  try {
    delivery.isStale = options.isStale?.() ?? false;
    if (delivery.isStale) throw new Error('no longer wanted');
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
  } catch (error) {
    request.destroy(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  delivery.isWritten = true;
  request.end(body);
}

function whenConnected(socket: Socket, proceed: () => void): void {
  const isTls = socket instanceof TLSSocket;
  // A reused socket is connected already. A new TLS socket is ready after its handshake, when it has a protocol.
  const isReady = !socket.connecting && (!isTls || socket.getProtocol() !== null);
  if (isReady) proceed();
  else socket.once(isTls ? 'secureConnect' : 'connect', proceed);
}

async function readWhole(answer: http.IncomingMessage, request: http.ClientRequest): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      request.destroy();
      throw new Error('the answer is too large');
    }
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Error('the answer was cut short');
  let bytes: Buffer = Buffer.concat(chunks);
  if (answer.headers['content-encoding'] === 'gzip') bytes = await unzip(bytes, { maxOutputLength: maxAnswerBytes });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && name !== 'content-encoding') headers.set(name, String(value));
  }
  const status = answer.statusCode ?? 0;
  // The Response class forbids a body for the statuses 204, 205 and 304.
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers });
}

/** Accepts only JSON text or no body, because the provider's SDK sends nothing else. */
function toBody(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  throw new TypeError('only text bodies are sent');
}
