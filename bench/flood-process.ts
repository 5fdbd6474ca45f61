/**
 * A sender of webhooks in a process of its own, so that its cost is not measured with the server's. It signs all
 * requests before it sends the first, and then sends as fast as answers come, or at a steady rate.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../src/retell/index.ts';
import { openFloodConnection, requestOf, type FloodConnection } from './flood-connection.ts';
import { percentile } from './percentile.ts';
import type { Flood, FloodResult } from './webhook-flood.ts';
import { generateWebhooks } from './webhook-stories.ts';

interface Prepared {
  readonly callId: string;
  readonly isEnd: boolean;
  readonly request: Buffer;
}

/** Interval in ms at which due requests are sent at a steady rate. */
const turnMs = 1;

async function prepare({ stories, urls, key }: Flood): Promise<readonly Prepared[]> {
  const all: Prepared[] = [];
  const signedAtMs = Date.now();
  // Each request names its server in its head, so the servers take turns.
  for (const { event, callId, body } of generateWebhooks(stories)) {
    const url = urls[all.length % urls.length] ?? '';
    all.push({
      callId,
      isEnd: event !== 'call_started',
      request: requestOf(url, body, { [providerWebhookSignatureHeader]: signProviderWebhook(body, key, signedAtMs) }),
    });
  }
  return all;
}

/** The connections to one server, and the requests that name it. */
interface Lane {
  readonly connections: readonly FloodConnection[];
  readonly requests: readonly Prepared[];
  /** Number of requests sent. */
  sent: number;
}

async function openLanes({ urls, connections }: Flood, all: readonly Prepared[]): Promise<readonly Lane[]> {
  return Promise.all(
    urls.map(async (url, index) => ({
      connections: await Promise.all(
        Array.from({ length: Math.ceil(connections / urls.length) }, () => openFloodConnection(url)),
      ),
      requests: all.filter((_, position) => position % urls.length === index),
      sent: 0,
    })),
  );
}

async function run(flood: Flood, all: readonly Prepared[]): Promise<FloodResult> {
  const lanes = await openLanes(flood, all);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const { perSecond } = flood;
  const took = await Promise.all(
    lanes.map((lane) =>
      perSecond === null ? sendAllOut(lane, flood.seconds) : sendAtRate(lane, perSecond / lanes.length, flood.seconds),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  for (const { connections } of lanes) for (const connection of connections) connection.close();
  const told = lanes.flatMap(({ requests, sent }) => requests.slice(0, sent));
  return {
    webhooks: told.length,
    seconds,
    calls: new Set(told.map(({ callId }) => callId)).size,
    finished: new Set(told.filter(({ isEnd }) => isEnd).map(({ callId }) => callId)).size,
    bytes: told.reduce((sum, { request }) => sum + request.length, 0),
    p50Ms: percentile(took.flat(), 0.5),
    p99Ms: percentile(took.flat(), 0.99),
    mostMs: percentile(took.flat(), 1),
    cpuMs: (cpu.user + cpu.system) / 1_000,
  };
}

/** Each connection sends its next request after the last answer, until the time is up. Returns ms of each answer. */
async function sendAllOut(lane: Lane, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const work = async (connection: FloodConnection): Promise<void> => {
    for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
      const next = lane.requests[lane.sent];
      if (!next) return;
      lane.sent += 1;
      await connection.send(next.request);
      took.push(performance.now() - sentAt);
    }
  };
  await Promise.all(lane.connections.map(work));
  return took;
}

/** Counts each request's time from when it was due, so that a slow server does not hide the requests it delayed. */
async function sendAtRate(lane: Lane, perSecond: number, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const total = Math.min(lane.requests.length, Math.floor(perSecond * seconds));
  const began = performance.now();
  const isDue = (index: number): boolean => began + (index * 1_000) / perSecond <= performance.now();
  const work = async (connection: FloodConnection): Promise<void> => {
    while (lane.sent < total) {
      if (!isDue(lane.sent)) {
        await delay(turnMs);
        continue;
      }
      const index = lane.sent;
      lane.sent += 1;
      const next = lane.requests[index];
      if (!next) return;
      await connection.send(next.request);
      took.push(performance.now() - (began + (index * 1_000) / perSecond));
    }
  };
  await Promise.all(lane.connections.map(work));
  return took;
}

function tell(message: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

const flood = JSON.parse(process.env['FLOOD'] ?? '{}') as Flood;
process.once('disconnect', () => process.exit(1));
const all = await prepare(flood);
await tell({ prepared: all.length });
process.once('message', () => {
  void run(flood, all)
    .then(
      (result) => tell({ result }),
      (error: unknown) => tell({ error: String(error) }),
    )
    .finally(() => process.exit(0));
});
