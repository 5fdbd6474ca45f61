// Retention: the calls that a night erases, by the days of the workspace's zone, and the findings of the next nights.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditLogEntry } from '../../../contract/settings.ts';
import { parseWireCall } from '../../../retell/wire-call.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';

const keys = Array.from({ length: 7 }, (_, index) => `key_retention_${index}_000000`);
let test: TestApp;
let workspace: TestWorkspace;
let made = 0;

beforeAll(async () => {
  test = await startTestApp({
    simulator: { accounts: keys.map((key) => ({ key, orgName: key })) },
    config: { reconcileSeconds: 3_600 },
  });
});
afterAll(() => test.stop());
beforeEach(async () => {
  workspace = await test.createWorkspace(keys[made++]);
  await waitFor('the provider’s past', async () => {
    const { rows } = await test.database.pool.query(
      `select from reconcile_marks where workspace_id = $1 and backfill_done_at is not null`,
      [workspace.id],
    );
    return rows.length > 0;
  });
  // Simulates an old backfill: later calls came by webhook.
  await test.database.pool.query(
    `update reconcile_marks set backfill_done_at = '2026-01-01Z' where workspace_id = $1`,
    [workspace.id],
  );
});

async function keep(retentionDays: number | null, timeZone = 'America/Argentina/Buenos_Aires'): Promise<void> {
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, retentionDays, timeZone });
}

async function receive(id: string, startedAt: string, isOver = true): Promise<void> {
  const startMs = Date.parse(startedAt);
  const end = {
    call_status: 'ended',
    end_timestamp: startMs + 1_000,
    duration_ms: 1_000,
    disconnection_reason: 'user_hangup',
  };
  const call = parseWireCall({
    call_id: `${workspace.id}-${id}`,
    call_type: 'phone_call',
    direction: 'inbound',
    call_status: 'ongoing',
    from_number: '+5491144440000',
    start_timestamp: startMs,
    ...(isOver ? end : {}),
  });
  if (!call) throw new Error('no call');
  await test.app.features.calls.ingest.record(workspace.id, {
    event: isOver ? 'call_ended' : 'call_started',
    call,
    source: 'webhook',
  });
}

async function left(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    `select id from calls where workspace_id = $1 and erased_at is null and from_number is not null order by id`,
    [workspace.id],
  );
  return rows.map(({ id }) => id.slice(workspace.id.length + 1));
}

const night = (now: string) => test.app.features.forgetting.applyRetention(workspace.id, new Date(now));

async function told(): Promise<unknown[]> {
  const entries = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call');
  return entries.map(({ action, username, target, details, address }) => ({
    action,
    username,
    target,
    details,
    address,
  }));
}

const messageOf = (calls: number) => ({
  action: 'call.retention_applied',
  username: null,
  target: null,
  details: { calls },
  address: null,
});

it('erases what is older than the days that a workspace keeps, as its zone cuts them, and says so once', async () => {
  for (const [id, startedAt] of [
    ['before', '2026-10-22T02:59:59.999Z'],
    ['first', '2026-10-22T03:00:00Z'],
    ['later', '2026-11-20T12:00:00Z'],
  ] as const) {
    await receive(id, startedAt);
  }
  // The time is still on the 21st in Buenos Aires.
  const now = '2026-11-22T02:30:00Z';
  expect(await night(now)).toBe(true);
  expect(await left()).toEqual(['before', 'first', 'later']);
  await keep(30);
  expect(await night(now)).toBe(true);
  expect(await left()).toEqual(['first', 'later']);
  expect(await told()).toEqual([messageOf(1)]);
  await night(now);
  expect(await told()).toEqual([messageOf(1)]);
  const { rows } = await test.database.pool.query(`select call_id from call_tombstones where workspace_id = $1`, [
    workspace.id,
  ]);
  expect(rows).toEqual([{ call_id: `${workspace.id}-before` }]);
  // Half an hour later the 22nd begins.
  await night('2026-11-22T03:00:00Z');
  expect(await left()).toEqual(['later']);
  expect(await told()).toEqual([messageOf(1), messageOf(1)]);
});

it('erases many in several transactions, and tells of them together', async () => {
  await keep(7, 'UTC');
  await Promise.all(
    Array.from({ length: 1_203 }, (_, index) =>
      receive(`c${index}`, new Date(Date.parse('2026-10-01T00:00:00Z') + Math.floor(index / 3) * 1_000).toISOString()),
    ),
  );
  await receive('kept', '2026-11-21T00:00:00Z');
  await night('2026-11-22T06:37:00Z');
  expect(await left()).toEqual(['kept']);
  expect(await told()).toEqual([messageOf(1_203)]);
});

it('leaves a call that goes on to the night after its end', async () => {
  await keep(7, 'UTC');
  await receive('open', '2026-11-01T00:00:00Z', false);
  await receive('over', '2026-11-02T00:00:00Z');
  await night('2026-11-20T06:37:00Z');
  expect(await left()).toEqual(['open']);
  await receive('open', '2026-11-01T00:00:00Z');
  await night('2026-11-21T06:37:00Z');
  expect(await left()).toEqual([]);
});

it('goes on behind what is erased already, however much that is', async () => {
  await keep(7, 'UTC');
  await Promise.all(
    Array.from({ length: 1_100 }, (_, index) =>
      receive(`c${index}`, new Date(Date.parse('2026-10-01T00:00:00Z') + index * 1_000).toISOString()),
    ),
  );
  await night('2026-11-20T06:37:00Z');
  await receive('late', '2026-10-02T00:00:00Z');
  await night('2026-11-27T06:37:00Z');
  expect(await left()).toEqual([]);
});

it('finds calls that come late within a week, or at once when the provider’s past came in', async () => {
  await keep(7, 'UTC');
  await night('2026-11-20T06:37:00Z');
  await receive('late', '2026-10-01T00:00:00Z');
  await night('2026-11-21T06:37:00Z');
  expect(await left()).toEqual(['late']);
  await night('2026-11-27T06:37:00Z');
  expect(await left()).toEqual([]);
  await receive('past', '2026-10-01T00:00:00Z');
  await test.database.pool.query(
    `update reconcile_marks set backfill_done_at = '2026-11-27T12:00Z' where workspace_id = $1`,
    [workspace.id],
  );
  await night('2026-11-28T06:37:00Z');
  expect(await left()).toEqual([]);
});

it('is an admin’s to set', async () => {
  const { version } = await workspace.editor.get<{ version: number }>('/api/settings');
  await expect(workspace.editor.put('/api/settings', { version, retentionDays: 30 })).rejects.toMatchObject({
    status: 403,
  });
  for (const retentionDays of [6, 3_651, 7.5]) {
    await expect(workspace.admin.put('/api/settings', { version, retentionDays })).rejects.toMatchObject({
      status: 400,
    });
  }
  await keep(30);
  expect((await workspace.operator.get<{ retentionDays: number }>('/api/settings')).retentionDays).toBe(30);
});
