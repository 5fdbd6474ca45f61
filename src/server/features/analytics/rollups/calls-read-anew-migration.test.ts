/** Calls from before migration 0048, and their figures, are read like newer calls. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { rebuildWorkspaceRollups, rebuildOutdatedRollupDays } from './rebuild-rollups.ts';

const id = '0a000000-0000-4000-8000-000000000001';
const never = new AbortController().signal;
let own: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateDatabase(own.connectionString, undefined, '0047-api-key-set');
  const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: id };
  await db
    .insertInto('workspaces')
    .values({ id, name: id, webhook_token: id, ...key })
    .execute();
  await sql`insert into workspace_settings (workspace_id, time_zone, dialing) values (${id}, 'America/Santiago', '{}')`.execute(
    db,
  );
  // Each day has one call. In `evidence`, '-' marks a field that was not reported. Only the last call's day has a rollup yet.
  await sql`
    insert into calls (workspace_id, id, first_seen_at, first_seen_month, call_type, direction, from_number, contact_key, agent_id,
      status, is_over, is_analyzed, start_at, end_at, duration_ms, disconnection_reason, is_followed_up, occurred_at, evidence, analysis_runs, updated_at)
    select ${id}::uuid, name, at, '2026-09-01', 'phone_call', 'inbound', number, number, agent, 'ended', true, true,
      at, at + length, duration, reason, false, at, evidence, runs, at
    from (values
      ('timed', timestamptz '2026-09-01 12:00Z', interval '95 seconds', null, '+5491155550001', 'agent_a', 'user_hangup', '2222222222233322222322222222', 0),
      ('endless', '2026-09-02 12:00Z', null, null, '+5491155550002', 'agent_a', 'user_hangup', '', 0),
      ('backwards', '2026-09-03 12:00Z', interval '-1 second', null, '+5491155550003', 'agent_a', 'user_hangup', '', 0),
      ('machine', '2026-09-04 12:00Z', interval '20 seconds', 20000, '+5491155550004', 'agent_a', 'machine_detected', '', 0),
      ('withheld', '2026-09-05 12:00Z', interval '20 seconds', 20000, '+266696687', 'agent_a', 'user_hangup', '', 0),
      ('rerun', '2026-09-06 12:00Z', interval '20 seconds', 20000, '+5491155550005', 'agent_a', 'user_hangup', '33333333333663333336333333--', 2),
      ('unheard', '2026-09-07 12:00Z', interval '20 seconds', 20000, '+5491155550006', 'agent_a', 'user_hangup', '33333333333333333333333333--', 1),
      ('gone', '2026-09-08 12:00Z', interval '20 seconds', 20000, '+5491155550007', 'agent_gone', 'user_hangup', '', 0)
    ) as told (name, at, length, duration, number, agent, reason, evidence, runs)`.execute(db);
  await sql`insert into call_details (workspace_id, call_id, first_seen_month, extra)
    values (${id}, 'gone', '2026-09-01', '{"agent_name": {"rank": 2, "value": "Agente viejo"}}')`.execute(db);
  await sql`insert into rollup_days (workspace_id, day, agent_id, direction, slot, calls)
    values (${id}, '2026-09-08', 'agent_gone', 'inbound', 0, 7)`.execute(db);
  await migrateDatabase(own.connectionString);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

it('knows lengths, numbers that are nobody’s, answers and names', async () => {
  const calls = await database.db
    .selectFrom('calls')
    .select(['id', 'duration_ms', 'contact_key', 'analysis_asked_at', 'analysis_ordered_at', 'evidence'])
    .orderBy('occurred_at')
    .execute();
  expect(calls.map(({ id: name, duration_ms }) => [name, duration_ms])).toEqual([
    ['timed', 95_000],
    ['endless', null],
    ['backwards', null],
    ['machine', 20_000],
    ['withheld', 20_000],
    ['rerun', 20_000],
    ['unheard', 20_000],
    ['gone', 20_000],
  ]);
  expect(calls.filter(({ contact_key }) => contact_key === null).map((call) => call.id)).toEqual(['withheld']);
  const [rerun, unheard] = calls.slice(5);
  expect(rerun).toMatchObject({
    analysis_asked_at: new Date('2026-09-06T12:00Z'),
    analysis_ordered_at: null,
    evidence: '33333333333443333334333333--',
  });
  expect(unheard).toMatchObject({ analysis_asked_at: null, analysis_ordered_at: new Date('2026-09-07T12:00Z') });
  const agents = await database.db.selectFrom('provider_cache').select(['key', 'value']).execute();
  expect(agents).toMatchObject([{ key: 'agent_gone', value: { agent_name: 'Agente viejo' } }]);
});

it('makes the figures of their days anew, and those alone', async () => {
  const deps = { db: database.db, log: pino({ level: 'silent' }) };
  const read = async () => {
    const { rows } = await sql`
      select day::text, sum(calls)::int as calls, sum(human)::int as human, sum(duration_ms)::int as duration
      from rollup_days where workspace_id = ${id} group by 1 order by 1`.execute(database.db);
    return rows;
  };
  await rebuildOutdatedRollupDays(deps, never);
  const repaired = [
    { day: '2026-09-01', calls: 1, human: 1, duration: 95_000 },
    { day: '2026-09-04', calls: 1, human: 0, duration: 20_000 },
    { day: '2026-09-05', calls: 1, human: 1, duration: 20_000 },
  ];
  expect(await read()).toEqual([...repaired, { day: '2026-09-08', calls: 7, human: 0, duration: 0 }]);
  expect(await database.db.selectFrom('rollup_repairs').selectAll().execute()).toEqual([]);
  await rebuildWorkspaceRollups(deps, id);
  expect(await read()).toEqual(expect.arrayContaining(repaired));
});
