/** What becomes of a campaign, webhooks and sockets while of several servers one ends in order and another is killed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Metrics } from '../src/contract/analytics.ts';
import type { Campaign } from '../src/contract/campaigns.ts';
import type { HttpClient } from '../src/server/testing/http-client.ts';
import type { ServerProcess } from '../src/server/testing/server-process.ts';
import type { PlacedCall } from '../src/simulator/index.ts';
import type { BenchServer } from './bench-server.ts';
import type { Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { deliverAtRate } from './redelivered-webhooks.ts';
import type { ReturningSockets } from './returning-sockets.ts';
import { tellStories } from './webhook-stories.ts';

const recipients = 300;
/** So many are placed before the one that dials ends in order, and so many before the next one is killed. */
const placedBefore = { stop: 60, kill: 150 };
const webhooksPerSecond = 100;
const calls = 450;
const prefix = 'killed';
const paceWindowMs = 5_000;

export interface KillOptions {
  readonly callsPerSecond: number;
  readonly lines: number;
}

/** In the first workspace. @throws when anybody is called twice or not at all, or one acknowledged webhook did not count. */
export async function measureKills(
  server: BenchServer,
  pool: Pool,
  sockets: ReturningSockets,
  options: KillOptions,
): Promise<Measure[]> {
  const { client } = server;
  const { totalCalls, finishedCalls } = await readMetrics(client);
  const delivering = deliverAtRate(
    tellStories({ calls, prefix, startMs: Date.now(), lag: 50 }),
    server.webhook,
    webhooksPerSecond,
  );
  delivering.catch(() => undefined);
  const { id } = await client.post<Campaign>('/api/campaigns', await orderOf(client));

  await whenPlaced(server, placedBefore.stop);
  const leaver = await findDialler(server, pool);
  await leaver.stop();
  await leaver.start();
  await whenPlaced(server, placedBefore.kill);
  const victim = await findDialler(server, pool);
  const killedAt = Date.now();
  await victim.kill();
  const backAfterMs = await whenSocketsReturned(sockets, killedAt);
  await victim.start();

  const delivered = await delivering;
  const ended = await whenCompleted(client, id);
  const placed = await server.readPlacedCalls();
  proveEverybodyOnce(ended, placed);
  await proveMetrics(client, {
    totalCalls: totalCalls + delivered.calls + recipients,
    finishedCalls: finishedCalls + delivered.calls + recipients,
  });
  await proveKept(pool, server.workspaceId, delivered.calls);
  const acceptedAt = placed.map((call) => call.acceptedAt);
  return [
    {
      name: `sockets that a killed server had (of ${sockets.count}), the last back after`,
      value: Math.max(...backAfterMs) / 1_000,
      unit: 's',
      limit: 5,
    },
    { name: 'sockets that it had', value: backAfterMs.length, unit: '' },
    {
      name: 'longest pause of the campaign that it dialled',
      value: longestPause(acceptedAt, killedAt) / 1_000,
      unit: 's',
      limit: 30,
    },
    {
      name: `most calls in ${paceWindowMs / 1_000} s, over all servers`,
      value: mostWithin(acceptedAt, paceWindowMs),
      unit: '',
      ideal: (options.callsPerSecond * paceWindowMs) / 1_000,
      maxRatio: 1.1,
    },
    {
      name: 'most calls at a time, over all servers',
      value: await mostAtATime(pool, id, placed),
      unit: '',
      limit: options.lines,
    },
    {
      name: `of ${delivered.webhooks} webhooks at ${webhooksPerSecond} a second, delivered again`,
      value: delivered.refused,
      unit: '',
    },
    { name: 'webhook to its acknowledgement meanwhile, p99', value: percentile(delivered.tookMs, 0.99), unit: 'ms' },
    { name: 'the slowest', value: percentile(delivered.tookMs, 1), unit: 'ms' },
  ];
}

export const readMetrics = (client: HttpClient): Promise<Metrics> => client.get<Metrics>('/api/metrics?timeRange=7d');

/** @throws when they don't come to that: a minute, for what the provider delivers again and what is reconciled. */
export async function proveMetrics(
  client: HttpClient,
  expected: Pick<Metrics, 'totalCalls' | 'finishedCalls'>,
): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { totalCalls, finishedCalls } = await readMetrics(client);
    if (totalCalls === expected.totalCalls && finishedCalls === expected.finishedCalls) return;
    const isTooMany = totalCalls > expected.totalCalls || finishedCalls > expected.finishedCalls;
    if (isTooMany || performance.now() > deadline)
      throw new Error(
        `the servers count ${totalCalls} calls and ${finishedCalls} ended, not ${expected.totalCalls} and ${expected.finishedCalls}`,
      );
    await delay(100);
  }
}

async function orderOf(client: HttpClient): Promise<object> {
  const numbers =
    await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  return {
    name: 'Medición',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber: numbers.find((each) => each.outbound_agent_id !== null)?.phone_number,
    recipients: Array.from({ length: recipients }, (_, index) => ({
      phone_number: `+54911${50_000_000 + index}`,
      customer_name: `Cliente ${index}`,
    })),
    sendOption: 'now',
  };
}

async function whenPlaced(server: BenchServer, count: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  while ((await server.readPlacedCalls()).length < count) {
    if (performance.now() > deadline) throw new Error(`the campaign did not come to ${count} calls`);
    await delay(50);
  }
}

/** The server that took the workspace's lease last, by its own word. */
async function findDialler(server: BenchServer, pool: Pool): Promise<ServerProcess> {
  const { rows } = await pool.query<{ epoch: string }>('select epoch from dispatch_leases where workspace_id = $1', [
    server.workspaceId,
  ]);
  const marks = ['dispatching for the workspace', server.workspaceId, `"epoch":${rows[0]?.epoch ?? ''},`];
  const found = server.servers.find((each) =>
    each
      .readOutput()
      .split('\n')
      .some((line) => marks.every((mark) => line.includes(mark))),
  );
  if (!found) throw new Error('no server says that it dials');
  return found;
}

/** ms from then until each of the sockets that were lost was connected again. */
async function whenSocketsReturned(sockets: ReturningSockets, sinceMs: number): Promise<readonly number[]> {
  const deadline = performance.now() + 10_000;
  while (sockets.countLost(sinceMs) === 0 && performance.now() < deadline) await delay(5);
  if (sockets.countLost(sinceMs) === 0) throw new Error('the server that was killed had no sockets');
  // All lines of a process end at once.
  await delay(250);
  await sockets.whenLive();
  return sockets.returnsSince(sinceMs).map((atMs) => atMs - sinceMs);
}

async function whenCompleted(client: HttpClient, id: string): Promise<Campaign> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const campaign = await client.get<Campaign>(`/api/campaigns/${id}`);
    if (campaign.status === 'completed') return campaign;
    if (performance.now() > deadline) throw new Error(`the campaign did not end: ${JSON.stringify(campaign)}`);
    await delay(250);
  }
}

function proveEverybodyOnce(ended: Campaign, placed: readonly PlacedCall[]): void {
  const numbers = new Set(placed.map((call) => call.to_number));
  if (placed.length !== recipients || numbers.size !== recipients)
    throw new Error(`${recipients} people, but ${placed.length} calls to ${numbers.size} of them`);
  const { pendingCount, dialingCount, undeliveredCount, unconfirmedCount, sentCount } = ended;
  if (sentCount !== recipients)
    throw new Error(
      `${recipients} people were called, but the campaign says ${JSON.stringify({ pendingCount, dialingCount, undeliveredCount, unconfirmedCount, sentCount })}`,
    );
}

/** All that was acknowledged is stored: each call to its analysis. */
async function proveKept(pool: Pool, workspaceId: string, expected: number): Promise<void> {
  const { rows } = await pool.query<{ kept: number }>(
    `select count(*)::int as kept from calls where workspace_id = $1 and id like $2 and is_over and is_analyzed`,
    [workspaceId, `call\\_${prefix}\\_%`],
  );
  if (rows[0]?.kept !== expected)
    throw new Error(`${expected} calls were acknowledged to their analysis, but ${rows[0]?.kept ?? 0} are stored so`);
}

function longestPause(acceptedAt: readonly number[], sinceMs: number): number {
  const after = acceptedAt.filter((at) => at >= sinceMs).toSorted((a, b) => a - b);
  return Math.max(...after.map((at, index) => at - (after[index - 1] ?? sinceMs)));
}

function mostWithin(acceptedAt: readonly number[], ms: number): number {
  return Math.max(...acceptedAt.map((from) => acceptedAt.filter((at) => at >= from && at < from + ms).length));
}

/** A call holds its line from its acceptance until its end as the provider tells it. */
async function mostAtATime(pool: Pool, campaignId: string, placed: readonly PlacedCall[]): Promise<number> {
  const { rows } = await pool.query<{ id: string; end_at: Date }>(
    'select id, end_at from calls where campaign_id = $1 and end_at is not null',
    [campaignId],
  );
  const endedAt = new Map(rows.map(({ id, end_at: at }) => [id, at.getTime()]));
  const held = placed.map(({ call_id: id, acceptedAt }) => ({
    from: acceptedAt,
    until: endedAt.get(id) ?? acceptedAt,
  }));
  return Math.max(...held.map(({ from }) => held.filter((each) => each.from <= from && each.until > from).length));
}
