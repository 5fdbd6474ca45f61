/** Memory of the server process alone: idle, under load, and whether an hour's events leak any. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DashboardMetrics } from '../src/contract/analytics.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { dashboard, openBusyCentre, read } from './busy-centre.ts';
import { inspectorArguments, openHeapProbe, type HeapProbe } from './heap-probe.ts';
import type { BenchPart, Measure } from './measure.ts';
import { createWebhookLoad, mixedWebhooks, type WebhookLoad } from './webhook-load.ts';

const workspaces = 5;
/** Calls of an hour at 60 a minute, three webhooks each. */
const calls = 3_600;
/** Legs of the load. The first warms up code and caches; the last one's memory is compared with it. */
const legs = 3;
/** Calls that start while one call lasts. */
const lag = 100;
/** Number of concurrent webhooks. */
const atOnce = 16;
const settleMs = 4_000;
const megabyte = 2 ** 20;

export const memoryPart: BenchPart = {
  name: 'memory',
  about: `The server's process without PostgreSQL. Idle: started, signed in to, one dashboard read. Then an hour's worth of events as fast as they are taken: ${calls * 3} webhooks of calls that begin, end and are analysed, in ${workspaces} workspaces whose people read dashboards, lists, exports and figures and open and close ${workspaces * 20} consoles; after each third all leave, and its heap is collected and read.`,
  async run(say) {
    const server = await startBenchServer({
      simulator: { seed: 1 },
      workspaces,
      lines: 20,
      dialing: { callsPerSecond: 1, reservedLines: 0 },
      env: { NODE_OPTIONS: inspectorArguments },
    });
    let probe: HeapProbe | undefined;
    try {
      for (const address of dashboard) await read(server.client, address);
      await delay(settleMs);
      const idle = readMemory(server);
      const heaps: number[] = [];
      const resting: number[] = [];
      let most = 0;
      for (let leg = 0; leg < legs; leg += 1) {
        say(`third ${leg + 1} of ${legs} of an hour`);
        most = Math.max(most, await workOneLeg(server, leg));
        await delay(settleMs);
        resting.push(readMemory(server));
        probe ??= await openProbe(server);
        heaps.push(await probe.readLiveBytes());
      }
      await assertCounted(server);
      return measuresOf({ idle, most, heaps, resting });
    } finally {
      probe?.close();
      await server.close();
    }
  },
};

interface Measured {
  readonly idle: number;
  readonly most: number;
  /** Bytes after each leg. */
  readonly heaps: readonly number[];
  readonly resting: readonly number[];
}

function measuresOf({ idle, most, heaps, resting }: Measured): Measure[] {
  const [firstHeap = Number.NaN] = heaps;
  const lastHeap = heaps.at(-1) ?? Number.NaN;
  const [firstRest = Number.NaN] = resting;
  const lastRest = resting.at(-1) ?? Number.NaN;
  const inMegabytes = { unit: 'MB' } as const;
  return [
    { name: 'idle', value: idle / megabyte, ...inMegabytes, limit: 150 },
    { name: 'at most under load', value: most / megabyte, ...inMegabytes },
    { name: 'quiet again after a third of the hour', value: firstRest / megabyte, ...inMegabytes },
    {
      name: 'quiet again after the hour, beside it',
      value: lastRest / megabyte,
      ...inMegabytes,
      ideal: firstRest / megabyte,
      maxRatio: 1.15,
    },
    { name: 'heap after collection, after a third of the hour', value: firstHeap / megabyte, ...inMegabytes },
    {
      name: 'heap after collection, after the hour, beside it',
      value: lastHeap / megabyte,
      ...inMegabytes,
      ideal: firstHeap / megabyte,
      maxRatio: 1.05,
    },
    {
      name: 'left behind by each webhook',
      value: (lastHeap - firstHeap) / (((legs - 1) / legs) * calls * 3),
      unit: 'bytes',
    },
  ];
}

/** Returns the process's peak memory in bytes during one leg. */
async function workOneLeg(server: BenchServer, leg: number): Promise<number> {
  const loads = await Promise.all(server.workspaces.map((workspace) => openLoad(workspace)));
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, readMemory(server));
  }, 100);
  try {
    const centre = await openBusyCentre(server);
    try {
      await sendAll(loads, leg);
    } finally {
      await centre.leave();
    }
  } finally {
    clearInterval(sampling);
    for (const load of loads) load.close();
  }
  return most;
}

async function openLoad({ client, webhook }: BenchServer['workspaces'][number]): Promise<WebhookLoad> {
  const agents = await client.get<{ agent_id: string }[]>('/api/retell/agents');
  return createWebhookLoad(
    webhook,
    agents.map(({ agent_id: id }) => id),
  );
}

/** Sends a third of the hour's calls, spread over the workspaces in turn. */
async function sendAll(loads: readonly WebhookLoad[], leg: number): Promise<void> {
  const waiting = mixedWebhooks(calls / legs, lag).values();
  const sendOneByOne = async (): Promise<void> => {
    for (const { event, callId } of waiting) {
      const load = loads[Number(callId.slice(-8)) % workspaces];
      await load?.send({ event, callId: `leg${leg}_${callId}` }).acknowledged;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
}

/** Throws if a call was lost. */
async function assertCounted(server: BenchServer): Promise<void> {
  for (const { client } of server.workspaces) {
    const { totalCalls, activeCalls } = await client.get<DashboardMetrics>('/api/metrics?period=today');
    if (totalCalls !== calls / workspaces || activeCalls !== 0) {
      throw new Error(
        `${calls / workspaces} calls and none going on, but the server counts ${totalCalls} and ${activeCalls}`,
      );
    }
  }
}

function openProbe({ servers: [server] }: BenchServer): Promise<HeapProbe> {
  const pid = server?.readPid();
  if (!server || pid === undefined) throw new Error('no server runs');
  return openHeapProbe(pid, () => server.readOutput());
}

function readMemory(server: BenchServer): number {
  const usage = server.readUsage();
  if (!usage) throw new Error('this system does not tell what a process holds: the part needs /proc');
  return usage.memoryBytes;
}
