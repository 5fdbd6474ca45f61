import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { report } from '../../../testing/call-reports.ts';
import { dropEmptyCallPartitions, ensureMonthlyCallPartitions, isLockTimeoutError } from './partition-store.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
  // Drops the partitions of the months in which the tests run.
  for (const name of await partitions())
    if (!name.endsWith('_default')) await ledger.database.pool.query(`drop table ${name}`);
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
  await Promise.all([ensureMonthlyCallPartitions(db, now), ensureMonthlyCallPartitions(db, now)]);
  await ensureMonthlyCallPartitions(db, now);
  const months = ['2026_11', '2026_12', '2027_01'];
  expect(await partitions()).toEqual(
    ['call_details', 'call_events'].flatMap((table) => [
      ...months.map((month) => `${table}_${month}`),
      `${table}_default`,
    ]),
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
  await ensureMonthlyCallPartitions(db, ledger.clock.now());
  expect(await partitions()).toEqual(expect.arrayContaining(['call_details_2027_04', 'call_details_2027_05']));
  expect(await partitions()).not.toContain('call_details_2027_03');
  await ingest.record(
    workspaceId,
    report('call_analyzed', { call_status: 'ended', transcript: 'Hola, chau' }, 'later'),
  );
  expect(await rowsIn('call_details_default')).toBe(1);
});

it('gives up on a table that somebody reads, and tells that apart from what is wrong', async () => {
  const { db, pool } = ledger.database;
  const now = new Date('2029-02-10T12:00:00Z');
  const reader = await pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select from call_details limit 1');
    expect(await ensureMonthlyCallPartitions(db, now).catch((error: unknown) => isLockTimeoutError(error))).toBe(true);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
  await ensureMonthlyCallPartitions(db, now);
  expect(await partitions()).toContain('call_details_2029_04');
  expect(isLockTimeoutError(await pool.query('select from nothing').catch((error: unknown) => error))).toBe(false);
});

it('drops past months once nothing stands in them, and waits for nobody', async () => {
  const { db, pool } = ledger.database;
  const now = new Date('2031-08-15T12:00:00Z');
  for (const month of ['2031-03-10', '2031-04-10', '2031-05-10'])
    await ensureMonthlyCallPartitions(db, new Date(`${month}T12:00:00Z`));
  const workspaceId = await ledger.createWorkspace();
  await pool.query(
    `insert into call_details (workspace_id, call_id, first_seen_month, transcript) values ($1, 'old', '2031-04-01', 'Hola')`,
    [workspaceId],
  );

  const reader = await pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select from call_events limit 1');
    const dropped = await dropEmptyCallPartitions(db, now);
    expect(dropped).toEqual(expect.arrayContaining(['call_details_2031_03', 'call_details_2031_05']));
    // A table with a reader, tables with rows, the last two months and later ones stay.
    expect(dropped.filter((name) => name.startsWith('call_events') || /2031_0[467]$/u.test(name))).toEqual([]);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
  await dropEmptyCallPartitions(db, now);
  const left = await partitions();
  expect(left.filter((name) => name.includes('2031'))).toEqual([
    'call_details_2031_04',
    'call_details_2031_06',
    'call_details_2031_07',
    'call_events_2031_06',
    'call_events_2031_07',
  ]);
  expect(left).toEqual(expect.arrayContaining(['call_details_default', 'call_events_default']));
  await pool.query(`delete from call_details where call_id = 'old'`);
  expect(await dropEmptyCallPartitions(db, now)).toEqual(['call_details_2031_04']);
});
