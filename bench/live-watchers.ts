/** People who follow live calls: sockets at /ws that announce their shown calls, and when each hears a line. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RealtimeMessage, WatchCallsMessage } from '../src/contract/realtime.ts';
import { cookieOf, type BenchServer } from './bench-server.ts';

export interface LiveWatchers {
  /** Announces the open and listed calls of each socket; resolves when each call is heard live. */
  watch(shown: readonly WatchedCalls[]): Promise<void>;
  /** Epoch ms, with fractions, at which a socket gets a line of the call that contains `text`. */
  whenHeard(callId: string, text: string): Promise<number>;
  /** Number of sockets still connected. */
  readonly connected: number;
  close(): void;
}

export interface WatchedCalls {
  readonly openCallId: string | null;
  readonly listedCallIds: readonly string[];
}

type LiveMessage = Extract<RealtimeMessage, { type: 'live_lines' | 'live_tails' }>;

interface AwaitedLine {
  readonly callId: string;
  readonly text: string;
  readonly resolve: (heardAt: number) => void;
}

/** Prefix of every message about a live call. */
const liveMessage = Buffer.from('{"type":"live_');
const now = (): number => performance.timeOrigin + performance.now();

export async function openWatchers(
  { url, client, openSessions }: Pick<BenchServer, 'url' | 'client' | 'openSessions'>,
  count: number,
): Promise<LiveWatchers> {
  const cookies = await openSessions(count);
  const awaited = new Set<AwaitedLine>();
  /** Calls of which nothing was heard yet. */
  let silent = new Set<string>();
  let everyCallHeard = (): void => undefined;

  function hear(data: Buffer): void {
    if (liveMessage.compare(data, 0, liveMessage.length) !== 0) return;
    const message = JSON.parse(data.toString()) as LiveMessage;
    for (const { callId, state, lines } of message.type === 'live_lines' ? [message] : message.tails) {
      if (state === 'live' && silent.delete(callId) && silent.size === 0) everyCallHeard();
      for (const each of awaited) {
        if (each.callId !== callId || !lines.some((line) => 'text' in line && line.text?.includes(each.text))) continue;
        awaited.delete(each);
        each.resolve(now());
      }
    }
  }

  const sockets = Array.from(
    { length: count },
    (_, index) =>
      new WebSocket(`${url.replace('http', 'ws')}/ws`, {
        headers: { cookie: cookieOf(cookies, index) },
        perMessageDeflate: false,
      }),
  );
  await Promise.all(
    sockets.map(async (socket) => {
      // The server's hello message.
      await once(socket, 'message');
      socket.on('message', hear);
      socket.on('error', () => undefined);
    }),
  );
  return {
    async watch(shown) {
      silent = new Set(shown.flatMap(({ openCallId, listedCallIds }) => [openCallId ?? [], listedCallIds].flat()));
      const heard = new Promise<void>((resolve) => (everyCallHeard = resolve));
      for (const [index, calls] of shown.entries()) {
        if (calls.openCallId !== null) await client.post(`/api/calls/${calls.openCallId}/live`);
        sockets[index]?.send(JSON.stringify({ type: 'watch_calls', ...calls } satisfies WatchCallsMessage));
      }
      await heard;
    },
    whenHeard: (callId, text) => new Promise((resolve) => awaited.add({ callId, text, resolve })),
    get connected() {
      return sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}
