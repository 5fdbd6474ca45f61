/** Writes: signed webhooks over HTTP with all their effects, beside bare one-event transactions on one database. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DashboardMetrics } from '../src/contract/analytics.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { writeBare } from './bare-writes.ts';
import { interruptPostmaster, startBenchServer, type BenchServer } from './bench-server.ts';
import { watchLocks, type LocksSeen } from './lock-watch.ts';
import { readFamilyCpuMs } from './machine.ts';
import type { BenchPart, Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { startProviderFront, type ProviderFront } from '../src/server/testing/provider-front.ts';
import { prepareFlood, type FloodResult } from './webhook-flood.ts';
import type { StoryOptions } from './webhook-stories.ts';

/** Connections that the provider keeps to one workspace. */
const connections = 128;
const bareConnections = [1, 2, 4, 8] as const;
/** Calls that start while one call lasts. */
const lag = 300;
const seconds = { warmUp: 2, bare: 2, top: 4, half: 4, two: 4 } as const;
/** Floods with an event receiver, each between two without, because the machine's other load changes over time. */
const toldRounds = 3;
/** Calls per second: more than can be sent in the given time. */
const callsASecond = 1_500;
const bareCallsASecond = 1_000;

export const ingestPart: BenchPart = {
  name: 'ingest',
  about: `Webhooks as the provider sends them (calls that begin, end and are analysed, with whole conversations), all of one workspace and one half hour, over ${connections} connections: as fast as one server answers, at half that rate, as fast again with a receiver of an event for each call (${toldRounds} times, between floods without; the medians), and as fast as two servers answer, each beside bare transactions of one event (INSERT … ON CONFLICT of the call and of its details) over ${bareConnections.join(', ')} connections. The counts of /api/metrics are those sent. Search, which comes after the answers, has caught up before the next is measured.`,
  async run(say) {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vocero-bench-ingest-'));
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger({ level: 'error' }) });
    // Interrupting the bench ends the database too, synchronously, as a process can while it exits.
    const abandon = (): void => interruptPostmaster(dataDir);
    process.once('exit', abandon);
    const events = { ids: new Set<string>() };
    let front: ProviderFront | undefined;
    try {
      const server = await startBenchServer({
        simulator: { seed: 1 },
        lines: 20,
        dialing: { callsPerSecond: 1, reservedLines: 0 },
        databaseUrl: postgres.connectionString,
        servers: 2,
        async provider(simulatorUrl) {
          front = await startProviderFront(simulatorUrl, ({ headers }, response) => {
            events.ids.add(String(headers['webhook-id']));
            response.writeHead(204).end();
          });
          return front.url;
        },
      });
      try {
        return await measure({
          server,
          connectionString: postgres.connectionString,
          postmaster: await readPostmaster(dataDir),
          receiver: { url: `${front?.url}/eventos/`, arrived: () => events.ids.size },
          say,
        });
      } finally {
        await server.close();
      }
    } finally {
      await front?.close();
      await postgres.stop();
      process.off('exit', abandon);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

interface Bench {
  readonly server: BenchServer;
  readonly connectionString: string;
  readonly postmaster: number;
  readonly receiver: { readonly url: string; readonly arrived: () => number };
  readonly say: (line: string) => void;
}

async function measure(bench: Bench): Promise<Measure[]> {
  const { say } = bench;
  say('warming up');
  await flood(bench, { seconds: seconds.warmUp, servers: 2 });
  say('bare transactions');
  const bare = await measureBare(bench);
  say('one server');
  const top = await flood(bench, { seconds: seconds.top, servers: 1 });
  say('one server, half of that');
  const half = await flood(bench, { seconds: seconds.half, servers: 1, perSecond: rateOf(top) / 2 });
  say('one server, with and without a receiver of events');
  const [told, plain] = await floodInTurns(bench);
  say('two servers');
  const two = await flood(bench, { seconds: seconds.two, servers: 2 });
  const [topRate, twoRate] = [rateOf(top), rateOf(two)];
  const toldRate = medianOf(told, ({ flooded }) => rateOf(flooded));
  const withReceiver = toldRate / medianOf(plain, rateOf);
  const eventsASecond = medianOf(told, ({ perSecond }) => perSecond);
  return [
    ...bare.rates.map(({ connections: count, perSecond }) => ({
      name: `bare transactions a second over ${count}`,
      value: perSecond,
      unit: '',
    })),
    { name: 'webhooks a second, one server', value: topRate, unit: '' },
    { name: 'the same, times the best of bare transactions', value: topRate / bare.best, unit: '×', floor: 2 },
    { name: 'the answer at top load, p99', value: top.sent.p99Ms, unit: 'ms' },
    { name: 'search caught up after top load', value: top.searchSeconds, unit: 's' },
    { name: 'webhooks a second at half load', value: rateOf(half), unit: '', floor: (topRate / 2) * 0.95 },
    { name: 'the answer at half load, p50', value: half.sent.p50Ms, unit: 'ms' },
    { name: 'the answer at half load, p99', value: half.sent.p99Ms, unit: 'ms', limit: 100 },
    { name: 'webhooks a second, with a receiver of an event for each call', value: toldRate, unit: '' },
    { name: 'the same, times without', value: withReceiver, unit: '×' },
    { name: 'events taken a second meanwhile', value: eventsASecond, unit: '', floor: 100 },
    // The figure is computed in proportion, because the receiver takes more than a hundred events a second.
    {
      name: 'of the ingest left by 100 events a second',
      value: 1 - ((1 - withReceiver) * 100) / eventsASecond,
      unit: '×',
      floor: 0.95,
    },
    { name: 'events caught up after it', value: medianOf(told, ({ caughtUpSeconds }) => caughtUpSeconds), unit: 's' },
    { name: 'webhooks a second, two servers', value: twoRate, unit: '' },
    { name: 'the same, times one server', value: twoRate / topRate, unit: '×' },
    { name: 'the same, times the best of bare transactions', value: twoRate / bare.best, unit: '×' },
    ...lockMeasures('one server', top.locks),
    ...lockMeasures('two servers', two.locks),
    ...costsOf('one server', top),
    ...costsOf('two servers', two),
    { name: "database's processor time per bare transaction", value: bare.databaseMs, unit: 'ms' },
    { name: 'write-ahead log per bare transaction', value: bare.walBytes / 1_024, unit: 'KB' },
  ];
}

interface BareResult {
  readonly rates: readonly { readonly connections: number; readonly perSecond: number }[];
  readonly best: number;
  readonly databaseMs: number;
  readonly walBytes: number;
}

async function measureBare(bench: Bench): Promise<BareResult> {
  const rates: { connections: number; perSecond: number }[] = [];
  let events = 0;
  const before = await readDatabase(bench);
  for (const count of bareConnections) {
    const written = await writeBare(bench.connectionString, randomUUID(), storiesFor(seconds.bare, bareCallsASecond), {
      connections: count,
      seconds: seconds.bare,
    });
    events += written.events;
    rates.push({ connections: count, perSecond: written.events / written.seconds });
  }
  const after = await readDatabase(bench);
  return {
    rates,
    best: Math.max(...rates.map(({ perSecond }) => perSecond)),
    databaseMs: (after.cpuMs - before.cpuMs) / events,
    walBytes: (after.walBytes - before.walBytes) / events,
  };
}

interface Flooded {
  readonly sent: FloodResult;
  readonly locks: LocksSeen;
  /** Seconds from the last answer until every call was searchable. */
  readonly searchSeconds: number;
  /** Processor time of the servers; null if the system does not report it. */
  readonly serverMs: number | null;
  readonly databaseMs: number;
  readonly walBytes: number;
}

const rateOf = ({ sent }: Flooded): number => sent.webhooks / sent.seconds;
const medianOf = <T>(those: readonly T[], figure: (each: T) => number): number => percentile(those.map(figure), 0.5);

/** Sends webhooks, waits for every answer, and compares the figures with what was sent. */
async function flood(
  bench: Bench,
  {
    seconds: length,
    servers,
    perSecond = null,
    onSent = () => undefined,
  }: {
    readonly seconds: number;
    readonly servers: 1 | 2;
    readonly perSecond?: number | null;
    /** Called after the flood's last answer. */
    readonly onSent?: () => void;
  },
): Promise<Flooded> {
  const { server, connectionString } = bench;
  const { pathname } = new URL(server.webhook.url);
  const urls = server.servers.slice(0, servers).map(({ url }) => url + pathname);
  const prepared = await prepareFlood({
    stories: storiesFor(length),
    urls,
    key: server.webhook.key,
    connections,
    perSecond,
    seconds: length,
  });
  try {
    const metricsBefore = await readMetrics(server);
    const before = { server: server.readUsage(), database: await readDatabase(bench) };
    const { result: sent, locks } = await watchLocks(connectionString, () => prepared.run());
    onSent();
    const after = { server: server.readUsage(), database: await readDatabase(bench) };
    if (locks.kinds.length > 0) console.log('  waited for', locks.kinds.join(', '));
    assertExact(metricsBefore, await readMetrics(server), sent);
    return {
      sent,
      locks,
      searchSeconds: await whenSearchable(connectionString),
      serverMs: before.server && after.server ? after.server.cpuMs - before.server.cpuMs : null,
      databaseMs: after.database.cpuMs - before.database.cpuMs,
      walBytes: after.database.walBytes - before.database.walBytes,
    };
  } finally {
    prepared.close();
  }
}

interface Told {
  readonly flooded: Flooded;
  /** Events delivered a second while webhooks came. */
  readonly perSecond: number;
  readonly caughtUpSeconds: number;
}

async function floodInTurns(bench: Bench): Promise<[Told[], Flooded[]]> {
  const plainly = () => flood(bench, { seconds: seconds.top, servers: 1 });
  const told: Told[] = [];
  const plain = [await plainly()];
  for (let round = 0; round < toldRounds; round += 1) {
    told.push(await floodWithReceiver(bench));
    plain.push(await plainly());
  }
  return [told, plain];
}

/** Measures a flood with a receiver that gets an event for each ended call. @throws if one is not delivered. */
async function floodWithReceiver(bench: Bench): Promise<Told> {
  const { client } = bench.server;
  const { url, arrived } = bench.receiver;
  const { id } = await client.post<{ id: string }>('/api/event-webhooks', { url, events: ['call.ended'] });
  let taken = 0;
  const flooded = await flood(bench, { seconds: seconds.top, servers: 1, onSent: () => (taken = arrived()) });
  const began = performance.now();
  while (arrived() < flooded.sent.finished) {
    if (performance.now() - began > 120_000)
      throw new Error(`${flooded.sent.finished} calls ended, but ${arrived()} events were taken`);
    await delay(100);
  }
  const caughtUpSeconds = (performance.now() - began) / 1_000;
  await client.request('DELETE', `/api/event-webhooks/${id}`);
  return { flooded, perSecond: taken / flooded.sent.seconds, caughtUpSeconds };
}

/** Waits until no call is queued for search; returns the seconds. */
async function whenSearchable(connectionString: string): Promise<number> {
  const began = performance.now();
  const client = new Client({ connectionString, application_name: 'vocero-bench' });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ waits: boolean }>('select exists (select from call_search_queue) as waits');
      if (!rows[0]?.waits) return (performance.now() - began) / 1_000;
      await delay(100);
    }
  } finally {
    await client.end();
  }
}

let floods = 0;

function storiesFor(length: number, perSecond = callsASecond): StoryOptions {
  floods += 1;
  return { calls: Math.ceil(perSecond * length), prefix: `flood${floods}`, startMs: Date.now(), lag };
}

/** Metrics of a week, so that a call begun before midnight counts too. */
const readMetrics = ({ client }: BenchServer): Promise<DashboardMetrics> =>
  client.get<DashboardMetrics>('/api/metrics?timeRange=7d');

function assertExact(before: DashboardMetrics, after: DashboardMetrics, { calls, finished }: FloodResult): void {
  const counted = {
    calls: after.totalCalls - before.totalCalls,
    finished: after.finishedCalls - before.finishedCalls,
    active: after.activeCalls - before.activeCalls,
  };
  if (counted.calls === calls && counted.finished === finished && counted.active === calls - finished) return;
  throw new Error(
    `${calls} calls were sent, ${finished} of them to their end, but the server counts ${JSON.stringify(counted)}`,
  );
}

function lockMeasures(name: string, { samples, withWaiters, longestMs }: LocksSeen): Measure[] {
  return [
    {
      name: `${name}: moments in which a session waited for a lock`,
      value: (100 * withWaiters) / samples,
      unit: '%',
      limit: 1,
    },
    { name: `${name}: longest wait for a lock`, value: longestMs, unit: 'ms' },
  ];
}

function costsOf(name: string, { sent, serverMs, databaseMs, walBytes }: Flooded): Measure[] {
  const { webhooks, cpuMs, bytes } = sent;
  return [
    ...(serverMs === null
      ? []
      : [{ name: `${name}: processor time per webhook`, value: serverMs / webhooks, unit: 'ms' }]),
    { name: `${name}: database's processor time per webhook`, value: databaseMs / webhooks, unit: 'ms' },
    { name: `${name}: sender's processor time per webhook`, value: cpuMs / webhooks, unit: 'ms' },
    { name: `${name}: write-ahead log per webhook`, value: walBytes / webhooks / 1_024, unit: 'KB' },
    { name: `${name}: bytes of a webhook`, value: bytes / webhooks / 1_024, unit: 'KB' },
  ];
}

/** Processor time of all the database's processes so far, and its bytes of WAL. */
async function readDatabase({
  connectionString,
  postmaster,
}: Bench): Promise<{ readonly cpuMs: number; readonly walBytes: number }> {
  const client = new Client({ connectionString, application_name: 'vocero-bench' });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
    );
    return { cpuMs: readFamilyCpuMs(postmaster), walBytes: Number(rows[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}

async function readPostmaster(dataDir: string): Promise<number> {
  const [pid] = (await readFile(path.join(dataDir, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
