import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { report } from '../../testing/call-reports.ts';
import { ensurePartitions } from './partition-store.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

async function partitions(): Promise<string[]> {
  const { rows } = await ledger.database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('call_details'::regclass, 'call_events'::regclass) order by name`,
  );
  return rows.map((row) => row.name);
}

async function rowsIn(table: string): Promise<number> {
  const { rows } = await ledger.database.pool.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}

it('makes three months ahead, again and at once on several servers without harm', async () => {
  const { db } = ledger.database;
  const now = new Date('2026-11-30T23:59:59Z');
  await Promise.all([ensurePartitions(db, now), ensurePartitions(db, now)]);
  await ensurePartitions(db, now);
  const months = ['2026_11', '2026_12', '2027_01'];
  expect(await partitions()).toEqual(
    ['call_details', 'call_events'].flatMap((table) => [...months.map((month) => `${table}_${month}`), `${table}_default`]),
  );
  const ingest = ledger.createWriter(0);
  const workspaceId = await ledger.createWorkspace();
  await ingest.record(workspaceId, report('call_ended', { call_status: 'ended', transcript: 'Hola' }));
  expect([await rowsIn('call_details_2026_11'), await rowsIn('call_details_default')]).toEqual([1, 0]);
  await ingest.record(workspaceId, report('call_analyzed', { call_status: 'ended', transcript: 'Hola, chau' }));
  expect([await rowsIn('call_details_2026_11'), await rowsIn('call_events_2026_11')]).toEqual([1, 2]);
});

it('leaves a month whose rows stand in the default partition there', async () => {
  const { db } = ledger.database;
  const ingest = ledger.createWriter(1);
  const workspaceId = await ledger.createWorkspace();
  await ledger.clock.advance(120 * 24 * 3_600_000);
  await ingest.record(workspaceId, report('call_ended', { call_status: 'ended', transcript: 'Hola' }, 'later'));
  await ensurePartitions(db, ledger.clock.now());
  expect(await partitions()).toEqual(expect.arrayContaining(['call_details_2027_04', 'call_details_2027_05']));
  expect(await partitions()).not.toContain('call_details_2027_03');
  await ingest.record(workspaceId, report('call_analyzed', { call_status: 'ended', transcript: 'Hola, chau' }, 'later'));
  expect(await rowsIn('call_details_default')).toBe(1);
});
