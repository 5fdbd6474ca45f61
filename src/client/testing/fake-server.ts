/**
 * A fake server for component tests: answers `fetch` from a table of route names, and holds the application's sockets,
 * so that a test can send messages. Routes missing from the table answer 404.
 */
import { vi } from 'vitest';
import { apiErrorMessages } from '../../labels/es.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { apiRoutes, type ApiRouteName } from '../../contract/routes.ts';
import type { ApiResponse } from '../../contract/api.ts';
import { socketHeartbeatMs, type RealtimeMessage } from '../../contract/realtime.ts';

type Answer = (request: { readonly url: URL; readonly body: unknown }) => Response | Promise<Response>;

/** A 200 answer with that JSON. */
export function json<N extends ApiRouteName>(body: ApiResponse<N>, headers: Record<string, string> = {}): Answer {
  return () => Response.json(body, { headers });
}

/** A failure in the server's form. */
export function failure(status: number, code: ErrorCode): Answer {
  return () =>
    Response.json(
      { message: apiErrorMessages[code], error: apiErrorMessages[code], code, requestId: 'request-1' },
      { status },
    );
}

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.OPEN;
  readonly #alive = setInterval(() => this.hear({ type: 'alive' }), socketHeartbeatMs);

  hear(message: RealtimeMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** Messages of the page are dropped. */
  send(): void {}

  close(): void {
    this.readyState = FakeSocket.CLOSED;
    clearInterval(this.#alive);
  }
}

export interface FakeServer {
  /** Route names called so far, in order. */
  readonly calls: ApiRouteName[];
  /** Changes a route's answer from now on. */
  answer: (name: ApiRouteName, answer: Answer) => void;
  /** Sends a message to the open socket. */
  say: (message: RealtimeMessage) => void;
  /** Breaks the open socket. */
  drop: () => void;
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
}

/** Replaces fetch and WebSocket until `vi.unstubAllGlobals()`. */
export function startFakeServer(answers: Partial<Record<ApiRouteName, Answer>>): FakeServer {
  const table = new Map(Object.entries(answers) as [ApiRouteName, Answer][]);
  const calls: ApiRouteName[] = [];
  const sockets: FakeSocket[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost');
    const method = init?.method ?? 'GET';
    // A path without parameters goes before one that would also match it.
    const names = (Object.keys(apiRoutes) as ApiRouteName[])
      .filter((name) => apiRoutes[name].method === method && matches(apiRoutes[name].path, url.pathname))
      .sort((a, b) => apiRoutes[a].path.split(':').length - apiRoutes[b].path.split(':').length);
    const name = names[0];
    const answer = name && table.get(name);
    if (name) calls.push(name);
    return answer
      ? answer({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
      : failure(404, 'not_found')({ url, body: undefined });
  });
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
    },
  );
  return {
    calls,
    answer: (name, answer) => void table.set(name, answer),
    say: (message) => {
      for (const socket of sockets.filter((each) => each.readyState === FakeSocket.OPEN)) socket.hear(message);
    },
    drop: () => {
      for (const socket of sockets.filter((each) => each.readyState === FakeSocket.OPEN)) {
        socket.close();
        socket.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
      }
    },
  };
}
