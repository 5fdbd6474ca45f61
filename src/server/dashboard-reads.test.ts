/** The dashboard's reads over HTTP on two servers: what an unchanged answer costs, and that no change is ever missed. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AgentUsage, Metrics, VolumeBucket } from '../contract/analytics.ts';
import type { CallSummary } from '../contract/calls.ts';
import { report } from './testing/call-reports.ts';
import type { HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

const paths = [
  '/api/metrics?period=today',
  '/api/calls/volume?timeRange=today',
  '/api/calls/volume?timeRange=30d&agentFilter=all',
  '/api/agent-usage?timeFilter=7d',
  '/api/agent-sentiment?timeFilter=today',
  '/api/agent-performance?timeFilter=90d',
  '/api/analytics?timeFilter=7d',
  '/api/analytics/dialing-hours?timeFilter=90d',
  '/api/calls/active',
  '/api/calls/recent?page=1&pageSize=8',
  '/api/calls/filtered?days=7&page=1&pageSize=8',
];

let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let other: TestWorkspace;
/** The same person's session on the second server. */
let there: HttpClient;

beforeAll(async () => {
  const accounts = [1, 2].map((number) => ({ key: `key_reads_${number}`, orgName: `Cuenta ${number}` }));
  first = await startTestApp({ simulator: { accounts, ringMs: 0 } });
  second = await startTestApp({ database: first });
  workspace = await first.createWorkspace('key_reads_1');
  other = await first.createWorkspace('key_reads_2');
  there = await second.signIn('operator', workspace.id);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => first.simulator.setFaults({}));

const ask = (client: HttpClient, path: string, etag?: string) =>
  client.request('GET', path, { headers: etag === undefined ? {} : { 'if-none-match': etag } });

/** Reads as the console does: naming the state of the last answer, and keeping that answer where nothing changed. */
function createReader<T>(client: HttpClient, path: string): () => Promise<T> {
  let last: { readonly etag: string; readonly body: T } | undefined;
  return async () => {
    const answer = await ask(client, path, last?.etag);
    if (answer.status === 304 && last) return last.body;
    expect(answer.status).toBe(200);
    last = { etag: answer.headers.get('etag') ?? '', body: (await answer.json()) as T };
    return last.body;
  };
}

/** Every path's state, once what went before has been heard of everywhere. */
async function settledStates(client: HttpClient): Promise<Map<string, string>> {
  return waitFor('a state that stays', async () => {
    const states = new Map<string, string>();
    for (const path of paths) states.set(path, (await ask(client, path)).headers.get('etag') ?? '');
    const [state = '', ...others] = new Set(states.values());
    return others.length === 0 && (await ask(client, '/api/calls/active', state)).status === 304 && states;
  });
}

/** Nothing that reads calls or figures gets an answer meanwhile. */
async function whileNothingCanBeRead<T>(work: () => Promise<T>): Promise<T> {
  const connection = await first.database.pool.connect();
  try {
    await connection.query(
      'begin; lock table calls, rollup_half_hours, rollup_days, rollup_day_tallies, rollup_agent_days, rollup_total_half_hours, rollup_total_days, rollup_total_day_tallies in access exclusive mode',
    );
    return await work();
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

it('costs nothing where nothing changed', async () => {
  const isFree = async (path: string, etag: string): Promise<boolean> => {
    const headers = { cookie: workspace.operator.cookie, 'if-none-match': etag };
    const answer = await fetch(workspace.operator.url + path, { headers, signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    return answer?.status === 304 && (await answer.text()) === '' && answer.headers.get('etag') === etag;
  };
  // Something of the workspace may change by itself just then: once more.
  await waitFor('an answer to each for which nothing was read', async () => {
    const states = await settledStates(workspace.operator);
    return whileNothingCanBeRead(async () => {
      for (const [path, etag] of states) if (!(await isFree(path, etag))) return false;
      return true;
    });
  });
});

it('shares one query among all who ask the same at once', async () => {
  const countQueries = async (): Promise<number> => {
    const { rows } = await second.database.pool.query<{ queries: number }>(
      `select count(*) as queries from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%isHourMark%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.queries ?? 0;
  };
  const answers = await whileNothingCanBeRead(async () => {
    const asked = Array.from({ length: 40 }, () =>
      workspace.operator.get<VolumeBucket[]>('/api/calls/volume?timeRange=7d'),
    );
    await waitFor('the query', countQueries);
    // If each had a query of its own, they would hold every connection there is, and nobody else would get through.
    for (let count = 0; count < 20; count++) await workspace.operator.get('/api/auth/user');
    // One more for each change that was heard of meanwhile.
    expect(await countQueries()).toBeLessThanOrEqual(3);
    return asked;
  });
  for (const volume of await Promise.all(answers)) expect(volume).toHaveLength(7);
});

it('misses no webhook, on whichever server one looks', async () => {
  const readers = [workspace.operator, there].map((client) => ({
    active: createReader<CallSummary[]>(client, '/api/calls/active'),
    recent: createReader<CallSummary[]>(client, '/api/calls/recent'),
    metrics: createReader<Metrics>(client, '/api/metrics?days=7'),
    volume: createReader<VolumeBucket[]>(client, '/api/calls/volume?timeRange=7d'),
    usage: createReader<AgentUsage[]>(client, '/api/agent-usage?timeFilter=7d'),
  }));
  const before = await Promise.all(readers.map(async (read) => (await read.metrics()).totalCalls));
  for (const read of readers) await Promise.all([read.active(), read.recent(), read.volume(), read.usage()]);
  const ids = Array.from({ length: 5 }, (_, index) =>
    first.simulator.arrive('key_reads_1', index % 2 === 0 ? 'inbound' : 'web'),
  );
  for (const [index, read] of readers.entries()) {
    const total = (before[index] ?? 0) + ids.length;
    const isTold = async () =>
      (await read.recent()).filter(({ id, callStatus }) => ids.includes(id) && callStatus !== 'in_progress').length ===
      ids.length;
    await waitFor('the calls', isTold);
    await waitFor('nobody on the line', async () => (await read.active()).length === 0);
    await waitFor('the figures', async () => (await read.metrics()).totalCalls === total);
    await waitFor(
      'the volume',
      async () => (await read.volume()).reduce((sum, bucket) => sum + bucket.totalCalls, 0) === total,
    );
    await waitFor(
      'the agents',
      async () => (await read.usage()).reduce((sum, agent) => sum + agent.call_count, 0) === total,
    );
  }
});

it('closes a call of which no webhook tells the end, for whoever looks', async () => {
  const readers = [workspace.operator, there].map((client) => createReader<CallSummary[]>(client, '/api/calls/active'));
  const lost = { webhooks: { lost: { probability: 1 } } };
  // While the provider does not answer either, nothing but the first webhook tells of it.
  first.simulator.setFaults({ ...lost, others: { serverError: { probability: 1 } } });
  const callId = first.simulator.arrive('key_reads_1', 'inbound');
  await first.app.features.calls.ingest.record(
    workspace.id,
    report('call_started', { ...first.simulator.call('key_reads_1', callId) }, callId),
  );
  const isOpen = async (read: () => Promise<CallSummary[]>) => (await read()).some(({ id }) => id === callId);
  for (const read of readers) await waitFor('the open call', () => isOpen(read));
  await waitFor('its end', () => first.simulator.call('key_reads_1', callId)?.call_status === 'ended');
  for (const read of readers) expect(await isOpen(read)).toBe(true);
  first.simulator.setFaults(lost);
  for (const read of readers) await waitFor('what reconciliation tells', async () => !(await isOpen(read)));
  expect(await workspace.operator.get(`/api/calls/${callId}`)).toMatchObject({ callStatus: 'ended' });
});

it('is every workspace’s own, and tells a stranger nothing', async () => {
  // What comes to pass elsewhere leaves ours as it is.
  const states = await waitFor('our state unchanged by theirs', async () => {
    const ours = await settledStates(workspace.operator);
    const theirs = (await settledStates(other.operator)).get('/api/calls/active');
    first.app.events.emit('settings.changed', { workspaceId: other.id });
    expect((await ask(other.operator, '/api/calls/active', theirs)).status).toBe(200);
    for (const [path, etag] of ours) if ((await ask(workspace.operator, path, etag)).status !== 304) return false;
    return ours;
  });
  const homeless = await first.signIn();
  for (const [path, etag] of states) {
    expect((await ask(other.operator, path, etag)).status).toBe(200);
    expect((await ask(there, path, etag)).status).toBe(200);
    expect((await ask(first.client(), path, etag)).status).toBe(401);
    expect((await ask(homeless, path, etag)).status).toBe(404);
    expect(
      (
        await workspace.operator.request('GET', path, {
          headers: { 'x-workspace-id': other.id, 'if-none-match': etag },
        })
      ).status,
    ).toBe(409);
  }
});
