/** The other people who have the console open: sockets at /ws, each with a session of its own. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createHttpClient } from '../src/server/testing/http-client.ts';
import type { BenchServer } from './bench-server.ts';

export interface Listeners {
  /** Epoch ms with fractions at which each next heard a message that contains `text`, once all have. */
  whenHeard(text: string): Promise<readonly number[]>;
  /** Messages that all of them got so far. */
  readonly received: number;
  /** How many are still connected. */
  readonly connected: number;
  close(): void;
}

interface AwaitedText {
  readonly text: string;
  /** By socket; undefined: not yet. */
  readonly heardAt: (number | undefined)[];
  missing: number;
  readonly resolve: (heardAt: readonly number[]) => void;
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
  const awaited = new Set<AwaitedText>();

  function hear(index: number, data: Buffer): void {
    received += 1;
    for (const each of awaited) {
      if (each.heardAt[index] !== undefined || !data.includes(each.text)) continue;
      each.heardAt[index] = now();
      each.missing -= 1;
      if (each.missing > 0) continue;
      awaited.delete(each);
      each.resolve(each.heardAt as number[]);
    }
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
        awaited.add({ text, heardAt: Array.from({ length: sockets.length }), missing: sockets.length, resolve });
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
