/** The other people who have the console open: sockets at /ws, each with a session of its own. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createHttpClient } from '../src/server/testing/http-client.ts';
import type { BenchServer } from './bench-server.ts';

export interface Listeners {
  /** Epoch ms with fractions at which each first heard a message that contains `text`, once all have. */
  whenHeard(text: string): Promise<readonly number[]>;
  /** Messages that all of them got so far. */
  readonly received: number;
  /** How many are still connected. */
  readonly connected: number;
  close(): void;
}

/** Sessions, as many as asked, of the bench's person. */
export async function signInOften({ url, person }: BenchServer, count: number): Promise<readonly string[]> {
  const cookies: string[] = [];
  while (cookies.length < count) {
    const client = createHttpClient(url);
    await client.post('/api/auth/login', person);
    await client.post('/api/auth/auto-assign-workspace');
    cookies.push(client.cookie);
  }
  return cookies;
}

export async function openListeners({ url }: BenchServer, cookies: readonly string[]): Promise<Listeners> {
  const now = (): number => performance.timeOrigin + performance.now();
  let received = 0;
  let awaited: { readonly text: string; readonly heardAt: (number | undefined)[]; missing: number; readonly resolve: (heardAt: readonly number[]) => void } | undefined;

  function hear(index: number, data: Buffer): void {
    received += 1;
    if (!awaited || awaited.heardAt[index] !== undefined || !data.includes(awaited.text)) return;
    awaited.heardAt[index] = now();
    awaited.missing -= 1;
    if (awaited.missing > 0) return;
    awaited.resolve(awaited.heardAt as number[]);
    awaited = undefined;
  }

  const sockets = cookies.map((cookie) => new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false }));
  await Promise.all(
    sockets.map(async (socket, index) => {
      // Its hello.
      await once(socket, 'message');
      socket.on('message', (data: Buffer) => hear(index, data));
      socket.on('error', () => undefined);
    }),
  );
  return {
    whenHeard: (text) =>
      new Promise((resolve) => {
        awaited = { text, heardAt: Array.from({ length: sockets.length }), missing: sockets.length, resolve };
      }),
    get received() {
      return received;
    },
    get connected() {
      return sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}
