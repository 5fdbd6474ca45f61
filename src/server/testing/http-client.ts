/** A browser's half of HTTP for tests: keeps cookies, sends JSON, and tells a failing answer by status and body. */

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

/** `fixed`: headers of every request. */
export function createHttpClient(url: string, fixed: Readonly<Record<string, string>> = {}): HttpClient {
  const cookies = new Map<string, string>();

  async function request(method: string, path: string, options: HttpRequestOptions = {}): Promise<Response> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}),
        ...fixed,
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (!name) continue;
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  }

  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function json<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const response = await request(method, path, { body, ...(headers ? { headers } : {}) });
    const text = await response.text();
    const parsed: unknown = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    if (!response.ok) throw new HttpFailure(response.status, parsed);
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
