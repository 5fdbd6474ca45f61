/** Tabs at /ws whose sockets come back by the browser's own rules, and what each of them heard. */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket as ServerSideSocket } from 'ws';
import { cookieOf } from './bench-server.ts';
import { createBackoffSocket, type BackoffSocket } from '../src/client/api/backoff-socket.ts';
import { aliveEveryMs, socketClose } from '../src/contract/realtime.ts';

export interface ReturningSockets {
  readonly count: number;
  /** Resolves when all of them are connected. @throws after a minute. */
  whenLive(): Promise<void>;
  /** How many lost their line since then (epoch ms). */
  countLost(sinceMs: number): number;
  /** Since when each of those is connected again, epoch ms. */
  returnsSince(sinceMs: number): readonly number[];
  /** Epoch ms at which each heard of the call, once all have. @throws after half a minute. */
  whenHeard(callId: string): Promise<readonly number[]>;
  /** How many heard of it so far. */
  countHearers(callId: string): number;
  close(): void;
}

interface Tab {
  readonly socket: BackoffSocket;
  /** Epoch ms with fractions by call. */
  readonly heardAt: Map<string, number>;
  isLive: boolean;
  liveSince: number;
  lostAt: number;
}

const now = (): number => performance.timeOrigin + performance.now();

export function openReturningSockets(url: string, cookies: readonly string[], count: number): ReturningSockets {
  const tabs = Array.from({ length: count }, (_, index) => openTab(url, cookieOf(cookies, index)));
  const all = async (what: string, withinMs: number, isSo: (tab: Tab) => boolean): Promise<void> => {
    const deadline = now() + withinMs;
    while (!tabs.every(isSo)) {
      if (now() > deadline) throw new Error(`${tabs.filter((tab) => !isSo(tab)).length} of ${count} sockets ${what}`);
      await delay(5);
    }
  };
  return {
    count,
    whenLive: () => all('are not connected', 60_000, (tab) => tab.isLive),
    countLost: (sinceMs) => tabs.filter(({ lostAt }) => lostAt > sinceMs).length,
    returnsSince: (sinceMs) =>
      tabs.filter(({ isLive, lostAt }) => isLive && lostAt > sinceMs).map(({ liveSince }) => liveSince),
    async whenHeard(callId) {
      await all(`did not hear of ${callId}`, 30_000, ({ heardAt }) => heardAt.has(callId));
      return tabs.map(({ heardAt }) => heardAt.get(callId) ?? Number.NaN);
    },
    countHearers: (callId) => tabs.filter(({ heardAt }) => heardAt.has(callId)).length,
    close: () => tabs.forEach(({ socket }) => socket.stop()),
  };
}

function openTab(url: string, cookie: string): Tab {
  const address = `${url.replace('http', 'ws')}/ws`;
  const heardAt = new Map<string, number>();
  const tab: Tab = {
    heardAt,
    isLive: false,
    liveSince: 0,
    lostAt: 0,
    socket: createBackoffSocket({
      silenceMs: 2 * aliveEveryMs,
      // A browser sends its cookie by itself; for the rest they are alike.
      openSocket: () =>
        new ServerSideSocket(address, { headers: { cookie }, perMessageDeflate: false }) as unknown as WebSocket,
      onMessage(data) {
        const { callIds = [] } = JSON.parse(String(data)) as { readonly callIds?: readonly string[] };
        for (const id of callIds) if (!heardAt.has(id)) heardAt.set(id, now());
      },
      onState(state) {
        if (tab.isLive) tab.lostAt = now();
        tab.isLive = state === 'live';
        if (tab.isLive) tab.liveSince = now();
      },
      isFinal: (code) => code === socketClose.sessionEnded,
      isRefusal: (code) => code === socketClose.tooMany,
    }),
  };
  tab.socket.start();
  return tab;
}
