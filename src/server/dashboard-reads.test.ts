/** The dashboard's reads on two servers: simultaneous equal reads share a query, and no change is missed. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AgentCallCount, DashboardMetrics, CallVolumeBucket } from '../contract/analytics.ts';
import type { CallSummary } from '../contract/calls.ts';
import { report } from './testing/call-reports.ts';
import type { HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
/** The same person's session on the second server. */
let there: HttpClient;

beforeAll(async () => {
  const accounts = [{ key: 'key_reads_1', orgName: 'Cuenta 1' }];
  first = await startTestApp({ simulator: { accounts, ringMs: 0 } });
  second = await startTestApp({ database: first });
  workspace = await first.createWorkspace('key_reads_1');
  there = await second.signIn('operator', workspace.id);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => first.simulator.setFaults({}));

/** Blocks all reads of calls and figures while `work` runs. */
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
      workspace.operator.get<CallVolumeBucket[]>('/api/calls/volume?timeRange=7d'),
    );
    await waitFor('the query', countQueries);
    // With a query each, they would use all connections, and nobody else would get an answer.
    for (let count = 0; count < 20; count++) await workspace.operator.get('/api/auth/user');
    // One more query for each change heard meanwhile.
    expect(await countQueries()).toBeLessThanOrEqual(3);
    return asked;
  });
  for (const volume of await Promise.all(answers)) expect(volume).toHaveLength(7);
});

it('misses no webhook, on whichever server one looks', async () => {
  const readers = [workspace.operator, there].map((client) => ({
    active: () => client.get<CallSummary[]>('/api/calls/active'),
    recent: () => client.get<CallSummary[]>('/api/calls/recent'),
    metrics: () => client.get<DashboardMetrics>('/api/metrics?days=7'),
    volume: () => client.get<CallVolumeBucket[]>('/api/calls/volume?timeRange=7d'),
    usage: () => client.get<AgentCallCount[]>('/api/agent-usage?timeFilter=7d'),
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
  const readers = [workspace.operator, there].map((client) => () => client.get<CallSummary[]>('/api/calls/active'));
  const lost = { webhooks: { lost: { probability: 1 } } };
  // While the provider does not answer either, only the first webhook reports the call.
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
