/**
 * A `fetch` for the provider's SDK that knows whether a request may have been sent. It connects, checks that the
 * request is still wanted, and only then writes. It follows no redirect, sends nothing twice, and returns only complete
 * responses. Node's own fetch guarantees none of this.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** Progress of one request to the provider. */
export interface ProviderRequestProgress {
  /** False if certainly no byte of the request was sent. Becomes true just before the first write. */
  isWritten: boolean;
  /** True if the request was not sent, because its sender no longer wanted it. */
  isStale: boolean;
  /** HTTP status of the response. Null until its headers arrive. */
  status: number | null;
}

export interface ProviderFetchOptions {
  /** Time limit in ms for connecting, writing the request and reading the whole response. */
  readonly deadlineMs: number;
  /** Time limit in ms for connecting, including the TLS handshake. */
  readonly connectMs: number;
  readonly isStale?: (() => boolean) | undefined;
}

/**
 * HTTP transport that keeps connections to the provider open. It closes idle connections after 4 s, because the
 * provider's servers close them after 5 s.
 */
export interface ProviderTransport {
  /** Creates a `fetch` function for one request. The object `delivery` says how much of the request was sent. */
  open(options: ProviderFetchOptions): {
    readonly delivery: ProviderRequestProgress;
    readonly fetch: typeof globalThis.fetch;
  };
}

/** Maximum size of a response in bytes. It is enough for a page of 1,000 calls with variables and tool calls. */
const maxAnswerBytes = 64 * 1024 * 1024;

export function createProviderTransport(maxSockets: number): ProviderTransport {
  const agentOptions = { keepAlive: true, timeout: 4_000, maxSockets };
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };
  return {
    open(options) {
      const delivery: ProviderRequestProgress = { isWritten: false, isStale: false, status: null };
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

function exchange(
  request: http.ClientRequest,
  body: string | undefined,
  signal: AbortSignal | undefined,
  options: ProviderFetchOptions,
  delivery: ProviderRequestProgress,
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
      // If the connection closes after the response began, the code that reads the response reports it.
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
  options: ProviderFetchOptions,
  delivery: ProviderRequestProgress,
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
  // Drop the body for 204, 205 and 304, because the constructor of Response throws otherwise.
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers });
}

/** Returns a request body as text. Throws for other types, which the provider's SDK does not send. */
function toBody(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  throw new TypeError('only text bodies are sent');
}
