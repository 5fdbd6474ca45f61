/** Several servers on one PostgreSQL behind nginx: all that must be right whichever of them is asked, what one dying costs, and what more of them bring. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { rebuildRollups } from '../src/server/features/analytics/index.ts';
import { connectDatabase } from '../src/server/platform/db/database.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { proveSessionsEverywhere } from '../src/server/testing/sessions-everywhere.ts';
import { startBenchServer, type BenchServer, type BenchWorkspace } from './bench-server.ts';
import type { BenchPart, Measure } from './measure.ts';
import { describeNginx, startNginx } from './nginx.ts';
import { percentile } from './percentile.ts';
import { deliverAtRate } from './redelivered-webhooks.ts';
import { openReturningSockets, type ReturningSockets } from './returning-sockets.ts';
import { readRollupSums } from './rollup-sums.ts';
import { measureKills, proveMetrics, readMetrics } from './servers-killed.ts';
import { prepareFlood, type FloodResult } from './webhook-flood.ts';
import { tellStories } from './webhook-stories.ts';

const servers = 4;
/** In each of two workspaces. */
const tabs = 24;
const floodSeconds = 4;
const warmUpSeconds = 2;
const connections = 64;
/** More than can be sent in that time. */
const callsASecond = 1_000;
const singles = 24;
const [lines, reservedLines, callsPerSecond] = [60, 10, 30];

export const serversPart: BenchPart = {
  name: 'servers',
  about: `${servers} servers on one PostgreSQL behind nginx as deploy/nginx.conf has it: sessions, rights and limits on each of two and of four; ${tabs} sockets in each of two workspaces; webhooks as fast as one, two and four servers answer through it, by the same sender; then a campaign and webhooks while one server ends in order and another is killed. Everything is counted at the provider and in the database.`,
  async run(say) {
    say(describeNginx());
    const server = await startBenchServer({
      simulator: { seed: 1, ringMs: 200, callDurationMs: { min: 400, max: 1_500 }, analysisMs: 200 },
      lines,
      dialing: { callsPerSecond, reservedLines },
      workspaces: 2,
      servers,
      balancer: startNginx,
      // Who holds a lease and who runs a job stands in the log.
      env: { TRUST_PROXY: 'true', DIAL_SETTLE_SECONDS: '2', RECONCILE_SECONDS: '20', LOG_LEVEL: 'info' },
    });
    const pool = new Pool({ connectionString: server.databaseUrl ?? '', max: 2 });
    pool.on('error', () => undefined);
    let sockets: readonly ReturningSockets[] = [];
    let scheduling: NodeJS.Timeout | undefined;
    try {
      await haveJobEachMinute(pool);
      // A server that starts again declares the job's own time again.
      scheduling = setInterval(() => void haveJobEachMinute(pool).catch(() => undefined), 1_000);
      say('sessions');
      for (const count of [2, servers])
        await proveSessionsEverywhere(urlsOf(server, count), server.client, server.workspaceId);
      const sessions = await Promise.all(server.workspaces.map(({ openSessions }) => openSessions(tabs)));
      sockets = sessions.map((cookies) => openReturningSockets(server.url, cookies, tabs));
      for (const each of sockets) await each.whenLive();
      say('sockets');
      const live = await measureSockets(server, sockets);
      const throughput = await measureThroughput(server, say);
      say('a campaign while servers end');
      const killed = await measureKills(server, pool, of(sockets, 0), { callsPerSecond, lines: lines - reservedLines });
      // Also those that came back, from those that did.
      await tellEverywhere(server, sockets, 2 * servers);
      await proveRollups(server, pool);
      const jobs = await proveJobs(server, pool);
      return [...live, ...throughput, ...killed, ...jobs];
    } finally {
      clearInterval(scheduling);
      for (const each of sockets) each.close();
      await pool.end();
      await server.close();
    }
  },
};

function of<T>(list: readonly T[], index: number): T {
  const found = list.at(index);
  if (found === undefined) throw new Error(`there is no ${index} of ${list.length}`);
  return found;
}

const urlsOf = ({ servers: all }: BenchServer, count: number): string[] => all.slice(0, count).map(({ url }) => url);

let told = 0;

/** Tells one server of a call's end: heard by every socket of its workspace, whichever server that is at. ms that each waited. */
async function tellEnd(
  { webhook }: BenchWorkspace,
  at: string,
  sockets: ReturningSockets,
): Promise<{ readonly callId: string; readonly delaysMs: readonly number[] }> {
  told += 1;
  const story = [...tellStories({ calls: 1, prefix: `single${told}`, startMs: Date.now(), lag: 1 })].filter(
    ({ event }) => event === 'call_ended',
  );
  const [{ callId } = { callId: '' }] = story;
  const sentAt = performance.timeOrigin + performance.now();
  await deliverAtRate(story, { url: at + new URL(webhook.url).pathname, key: webhook.key }, Number.MAX_SAFE_INTEGER);
  const heardAt = await sockets.whenHeard(callId);
  return { callId, delaysMs: heardAt.map((each) => each - sentAt) };
}

/** Each server in turn is told of calls of each workspace. @throws when a socket hears of another workspace's. */
async function tellEverywhere(
  server: BenchServer,
  sockets: readonly ReturningSockets[],
  calls: number,
): Promise<readonly number[]> {
  const delaysMs: number[] = [];
  const tellings: { readonly callId: string; readonly workspace: number }[] = [];
  for (let call = 0; call < calls; call += 1) {
    const workspace = Math.floor(call / servers) % server.workspaces.length;
    const { url } = of(server.servers, call % servers);
    const telling = await tellEnd(of(server.workspaces, workspace), url, of(sockets, workspace));
    tellings.push({ callId: telling.callId, workspace });
    delaysMs.push(...telling.delaysMs);
  }
  for (const { callId, workspace } of tellings) {
    for (const [index, each] of sockets.entries()) {
      if (index !== workspace && each.countHearers(callId) > 0)
        throw new Error(`sockets of workspace ${index} heard of a call of workspace ${workspace}`);
    }
  }
  return delaysMs;
}

async function measureSockets(server: BenchServer, sockets: readonly ReturningSockets[]): Promise<Measure[]> {
  const delaysMs = await tellEverywhere(server, sockets, singles);
  return [
    {
      name: `webhook at any of ${servers} servers to the ${tabs} sockets of its workspace, p50`,
      value: percentile(delaysMs, 0.5),
      unit: 'ms',
    },
    { name: 'the same, p95', value: percentile(delaysMs, 0.95), unit: 'ms' },
  ];
}

async function measureThroughput(server: BenchServer, say: (line: string) => void): Promise<Measure[]> {
  say('warming up');
  await flood(server, servers, warmUpSeconds);
  const flooded: Flooded[] = [];
  for (const count of [1, 2, servers]) {
    say(`webhooks, ${count === 1 ? 'one server' : `${count} servers`}`);
    flooded.push(await flood(server, count, floodSeconds));
  }
  const rates = flooded.map(({ sent }) => sent.webhooks / sent.seconds);
  return flooded.flatMap(({ count, sent, cpuMs }, index): Measure[] => {
    const name = count === 1 ? 'one server' : `${count} servers`;
    const rate = rates[index] ?? 0;
    return [
      { name: `webhooks a second through nginx, ${name}`, value: rate, unit: '' },
      ...(count === 1 ? [] : [{ name: 'the same, times one server', value: rate / (rates[0] ?? 0), unit: '×' }]),
      { name: `${name}: the answer, p99`, value: sent.p99Ms, unit: 'ms' },
      ...(cpuMs === null
        ? []
        : [{ name: `${name}: processor time per webhook`, value: cpuMs / sent.webhooks, unit: 'ms' }]),
    ];
  });
}

interface Flooded {
  readonly count: number;
  readonly sent: FloodResult;
  /** Of all servers, those that rest too; null: the system does not tell. */
  readonly cpuMs: number | null;
}

let floods = 0;

/** Into the second workspace, by so many of the servers behind an nginx of their own. @throws when one call was lost or counted twice. */
async function flood(server: BenchServer, count: number, seconds: number): Promise<Flooded> {
  floods += 1;
  const { client, webhook } = of(server.workspaces, -1);
  const balancer = await startNginx(urlsOf(server, count));
  try {
    const prepared = await prepareFlood({
      stories: { calls: callsASecond * seconds, prefix: `servers${floods}`, startMs: Date.now(), lag: 300 },
      urls: [balancer.url + new URL(webhook.url).pathname],
      key: webhook.key,
      connections,
      perSecond: null,
      seconds,
    });
    try {
      const before = { metrics: await readMetrics(client), usage: server.readUsage() };
      const sent = await prepared.run();
      const usage = server.readUsage();
      const { metrics } = before;
      await proveMetrics(client, {
        totalCalls: metrics.totalCalls + sent.calls,
        finishedCalls: metrics.finishedCalls + sent.finished,
      });
      return { count, sent, cpuMs: usage && before.usage ? usage.cpuMs - before.usage.cpuMs : null };
    } finally {
      prepared.close();
    }
  } finally {
    await balancer.stop();
  }
}

/** Made anew from the calls, they say what they said. */
async function proveRollups(server: BenchServer, pool: Pool): Promise<void> {
  const database = connectDatabase({
    connectionString: server.databaseUrl ?? '',
    applicationName: 'vocero-bench',
    max: 2,
    statementTimeoutMs: 0,
  });
  try {
    for (const { workspaceId } of server.workspaces) {
      const before = await readRollupSums(pool, workspaceId);
      await rebuildRollups({ db: database.db, log: createLogger({ level: 'error' }) }, workspaceId);
      if ((await readRollupSums(pool, workspaceId)) !== before)
        throw new Error('rollups made anew from the calls say something else');
    }
  } finally {
    await database.close();
  }
}

const job = 'partitions';

async function haveJobEachMinute(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(`update pgboss.schedule set cron = '* * * * *' where name = $1`, [job]);
  if (rowCount !== 1) throw new Error(`no job is called ${job}`);
}

/** Once a minute, whatever the number of servers. @throws when a run happened twice, or none within two minutes. */
async function proveJobs(server: BenchServer, pool: Pool): Promise<Measure[]> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { rows } = await pool.query<{
      jobs: number;
      states: string | null;
      minutes: number;
      tries: number;
      done: boolean;
    }>(
      `select count(*)::int as jobs, string_agg(distinct state::text, ', ') as states, count(distinct date_trunc('minute', created_on))::int as minutes,
        coalesce(sum(retry_count + 1), 0)::int as tries, count(*) > 0 and bool_and(state = 'completed') as done
       from pgboss.job where name = $1`,
      [job],
    );
    const { jobs, states, minutes, tries, done } = rows[0] ?? {
      jobs: 0,
      states: null,
      minutes: 0,
      tries: 0,
      done: false,
    };
    if (done) {
      const begun = server.servers
        .flatMap((each) => each.readOutput().split('\n'))
        .filter((line) => line.includes('job begins') && line.includes(`"${job}"`)).length;
      if (jobs !== minutes || begun !== tries)
        throw new Error(`${jobs} jobs in ${minutes} minutes, begun ${begun} times`);
      return [
        { name: `runs of a scheduled job on ${servers} servers, a minute`, value: begun / minutes, unit: '', limit: 1 },
      ];
    }
    if (performance.now() > deadline)
      throw new Error(
        `the job ${job} was not run once a minute: ${jobs} jobs in ${minutes} minutes, ${states ?? 'none'}`,
      );
    await delay(200);
  }
}
