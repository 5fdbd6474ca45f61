/**
 * An HTTP client for tests, like a browser: it keeps cookies, sends JSON, and reports failures with status and body. It
 * uses node:http, which costs a third of fetch; tests send some ten thousand requests. No compression by default.
 */
import http from 'node:http';

export class HttpFailure extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`${status}: ${JSON.stringify(body)}`);
    this.name = 'HttpFailure';
    this.status = status;
    this.body = body;
  }
}

export interface HttpRequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpClient {
  readonly url: string;
  /** The session's cookie as a header value, for sockets. */
  readonly cookie: string;
  /** The raw answer, whatever its status. */
  request(method: string, path: string, options?: HttpRequestOptions): Promise<Response>;
  /** Parsed JSON; rejects with HttpFailure on any status but 2xx. */
  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<T>;
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  put<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  patch<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
}

interface Received {
  readonly message: http.IncomingMessage;
  readonly bytes: Buffer<ArrayBuffer>;
}

const agent = new http.Agent({ keepAlive: true });

function exchange(
  url: string,
  method: string,
  headers: http.OutgoingHttpHeaders,
  body: string | undefined,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    // Node itself sends no content-length for the body of a DELETE.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = http.request(url, { method, headers: { ...headers, ...length }, agent }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => resolve({ message, bytes: Buffer.concat(chunks) }));
      message.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** `fixed` are headers of every request. `session` is an initial cookie, as `name=value`. */
export function createHttpClient(
  url: string,
  fixed: Readonly<Record<string, string>> = {},
  session?: string,
): HttpClient {
  const cookies = new Map<string, string>(session === undefined ? [] : [session.split('=') as [string, string]]);

  async function send(method: string, path: string, { body, headers }: HttpRequestOptions): Promise<Received> {
    const received = await exchange(
      url + path,
      method,
      {
        'user-agent': 'node',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}),
        ...fixed,
        ...headers,
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
    for (const cookie of received.message.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (!name) continue;
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return received;
  }

  async function request(method: string, path: string, options: HttpRequestOptions = {}): Promise<Response> {
    const { message, bytes } = await send(method, path, options);
    const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(bytes.length > 0 ? bytes : null, { status: message.statusCode ?? 0, headers });
  }

  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function json<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const { message, bytes } = await send(method, path, { body, ...(headers ? { headers } : {}) });
    const { statusCode = 0 } = message;
    const text = bytes.toString('utf8');
    const parsed: unknown = text && message.headers['content-type']?.includes('json') ? JSON.parse(text) : text;
    if (statusCode < 200 || statusCode > 299) throw new HttpFailure(statusCode, parsed);
    return parsed as T;
  }

  return {
    url,
    get cookie() {
      return cookieHeader();
    },
    request,
    get: (path, headers) => json('GET', path, undefined, headers),
    post: (path, body, headers) => json('POST', path, body, headers),
    put: (path, body, headers) => json('PUT', path, body, headers),
    patch: (path, body, headers) => json('PATCH', path, body, headers),
  };
}
