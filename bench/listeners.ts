/** Other people with the console open: sockets at /ws of one workspace, and when each hears of a webhook. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { cookieOf } from './bench-server.ts';
import type { ProviderWebhookEventName } from '../src/retell/index.ts';
import type { Webhook } from './webhook-load.ts';

export interface Listeners {
  /** Epoch ms at which each socket next gets a message that contains `text`; resolves once all have. */
  whenHeard(text: string): Promise<readonly number[]>;
  /** Notes when each socket first hears of this webhook, at the latest by a later event of the same call. */
  expect(webhook: Webhook, sentAt: number): void;
  /** Delays in ms from each sending to each socket. @throws if a socket missed an expected message. */
  readDelays(): readonly number[];
  /** Messages that all sockets got so far. */
  readonly received: number;
  /** Number of sockets still connected. */
  readonly connected: number;
  close(): void;
}

interface AwaitedText {
  readonly text: string;
  /** Time of the message by socket; undefined until it comes. */
  readonly heardAt: (number | undefined)[];
  missing: number;
  readonly resolve: (heardAt: readonly number[]) => void;
}

interface Expected extends Webhook {
  readonly sentAt: number;
  /** Delays in ms after the sending, by socket; NaN until heard. */
  readonly delays: Float64Array;
}

interface CallMessage {
  readonly type: ProviderWebhookEventName;
  readonly callIds: readonly string[];
}

const order: readonly ProviderWebhookEventName[] = ['call_started', 'call_ended', 'call_analyzed'];
const callMessage = /^\{"type":"call_/;
const now = (): number => performance.timeOrigin + performance.now();

/** @param cookies of enough sessions for so many sockets (`BenchWorkspace.openSessions`). */
export async function openListeners(url: string, cookies: readonly string[], count: number): Promise<Listeners> {
  let received = 0;
  const awaited = new Set<AwaitedText>();
  const expected = new Map<string, Expected[]>();

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
    if (expected.size > 0 && callMessage.test(data.toString('latin1', 0, 16)))
      noteCalls(index, JSON.parse(data.toString()) as CallMessage);
  }

  function noteCalls(index: number, { type, callIds }: CallMessage): void {
    const at = now();
    const rank = order.indexOf(type);
    for (const callId of callIds) {
      for (const { event, sentAt, delays } of expected.get(callId) ?? []) {
        if (order.indexOf(event) <= rank && Number.isNaN(delays[index])) delays[index] = at - sentAt;
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
    sockets.map(async (socket, index) => {
      // The server's hello message.
      await once(socket, 'message');
      socket.on('message', (data: Buffer) => hear(index, data));
      socket.on('error', () => undefined);
    }),
  );
  return {
    whenHeard: (text) =>
      new Promise((resolve) => {
        awaited.add({ text, heardAt: Array.from({ length: count }), missing: count, resolve });
      }),
    expect(webhook, sentAt) {
      const known = expected.get(webhook.callId) ?? [];
      expected.set(webhook.callId, [
        ...known,
        { ...webhook, sentAt, delays: new Float64Array(count).fill(Number.NaN) },
      ]);
    },
    readDelays() {
      const all = [...expected.values()].flat();
      const untold = all.find(({ delays }) => delays.some(Number.isNaN));
      if (untold)
        throw new Error(
          `${untold.delays.filter(Number.isNaN).length} of ${count} sockets never heard of ${untold.event} of ${untold.callId}`,
        );
      return all.flatMap(({ delays }) => [...delays]);
    },
    get received() {
      return received;
    },
    get connected() {
      return sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}
