/** People of a busy contact centre while calls come in: they read its screens, and open and close the console. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchServer, BenchWorkspace } from './bench-server.ts';
import { openListeners, type Listeners } from './listeners.ts';

export interface BusyCentre {
  /** Resolves when nobody reads and every console is closed. @throws the error of a failed read. */
  leave(): Promise<void>;
}

/** Requests of the dashboard when it opens. */
export const dashboard = [
  '/',
  '/api/metrics?period=today',
  '/api/calls/volume?timeRange=today',
  '/api/agent-usage?timeFilter=today',
  '/api/agent-sentiment?timeFilter=today',
  '/api/calls/recent',
  '/api/calls/active',
  '/api/service-status',
  '/api/alerts',
];
const otherPages = [
  '/api/calls/all?pageSize=20',
  '/api/calls/filtered?status=ended&pageSize=20',
  '/api/calls/filtered?q=hola&pageSize=20',
  '/api/calls/export.csv',
  '/api/analytics?timeFilter=7d',
  '/api/agent-performance?timeFilter=7d',
  '/api/copc-metrics?timeRange=30d',
  '/api/agent-scorecards?timeFilter=30d',
  '/api/campaigns',
  '/api/users',
  '/api/settings',
];
/** Pause in ms between two reads, of each workspace's people. */
const restMs = 100;
const consolesEach = 20;
/** Number of consoles that close, and that open, after each round of reads. */
const comeAndGo = 10;

/** Resolves when all consoles are open. */
export async function openBusyCentre(server: BenchServer): Promise<BusyCentre> {
  const leaving = new AbortController();
  const consoles = await Promise.all(server.workspaces.map((workspace) => openConsoles(server, workspace)));
  const working = server.workspaces.map((workspace, index) =>
    work(server, workspace, consoles[index] ?? [], leaving.signal),
  );
  // Failures are looked at when the people leave.
  for (const each of working) each.catch(() => undefined);
  return {
    async leave() {
      leaving.abort();
      try {
        await Promise.all(working);
      } finally {
        for (const { listeners } of consoles.flat()) listeners.close();
      }
    },
  };
}

interface Consoles {
  readonly cookies: readonly string[];
  readonly listeners: Listeners;
}

/** Two groups of consoles. Each has a session that also holds consoles opening while others still close. */
async function openConsoles({ url }: BenchServer, { openSessions }: BenchWorkspace): Promise<Consoles[]> {
  const groups = [comeAndGo, consolesEach - comeAndGo];
  return Promise.all(
    groups.map(async (count) => {
      const cookies = await openSessions(count);
      return { cookies, listeners: await openListeners(url, cookies, count) };
    }),
  );
}

async function work(
  server: BenchServer,
  { client }: BenchWorkspace,
  consoles: Consoles[],
  leaving: AbortSignal,
): Promise<void> {
  while (!leaving.aborted) {
    for (const address of [...dashboard, ...otherPages]) {
      if (leaving.aborted) return;
      await read(client, address);
      await delay(restMs);
    }
    const going = consoles.shift();
    going?.listeners.close();
    const cookies = going?.cookies ?? [];
    consoles.push({ cookies, listeners: await openListeners(server.url, cookies, comeAndGo) });
  }
}

/** Reads an address. @throws unless the answer is a success. */
export async function read(client: BenchWorkspace['client'], address: string): Promise<void> {
  const answer = await client.request('GET', address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} was answered ${answer.status}`);
}
