/** Migration 0006 fills in earlier rows exactly as the code would have written them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formerNumberKey } from '../../../platform/db/former-number-key.ts';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { rebuildWorkspaceRollups } from './rebuild-rollups.ts';

const workspaces = [
  { id: '0a000000-0000-4000-8000-000000000001', zone: 'America/Santiago' },
  { id: '0a000000-0000-4000-8000-000000000002', zone: 'America/Argentina/Buenos_Aires' },
  // A workspace without settings.
  { id: '0a000000-0000-4000-8000-000000000003', zone: null },
];
const numbers = ['+5491155550001', '011 15 5555-0001', '+541155550001', '+56912345678', 'anonymous', null];
const migrations = path.resolve(import.meta.dirname, '../../../platform/db/migrations');
let own: TestDatabase;
let database: DatabaseHandle;

/** Creates a folder with the earlier migrations. */
function earlierMigrations(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-earlier-'));
  for (const name of readdirSync(migrations)) {
    if (/^000[1-5].*(?<!\.test)\.ts$/.test(name))
      writeFileSync(path.join(folder, name), `export { up } from ${JSON.stringify(path.join(migrations, name))};\n`);
  }
  return folder;
}

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  const folder = earlierMigrations();
  expect(await migrateDatabase(own.connectionString, folder)).toHaveLength(5);
  rmSync(folder, { recursive: true });
  for (const { id, zone } of workspaces) {
    if (zone !== null) {
      const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: id };
      await database.db
        .insertInto('workspaces')
        .values({ id, name: id, webhook_token: id, ...key })
        .execute();
      await sql`insert into workspace_settings (workspace_id, time_zone, dialing) values (${id}, ${zone}, '{}')`.execute(
        database.db,
      );
    }
    // A call every 40 minutes over the days around a clock change in Chile.
    await sql`
      insert into calls (workspace_id, id, first_seen_at, first_seen_month, call_type, direction, from_number, to_number, agent_id, status, is_over, sentiment, is_successful, disconnection_reason, occurred_at)
      select ${id}::uuid, 'call_' || i, at, '2026-09-01', case direction when 'web_call' then 'web_call' else 'phone_call' end, direction,
        (${numbers}::text[])[1 + i % 6], (${numbers}::text[])[1 + (i + 2) % 6], case when i % 5 > 0 then 'agent_' || i % 3 end,
        status, status not in ('registered', 'ongoing'), (array['Positive', 'Frustrated | tired', null, 'Negative'])[1 + i % 4],
        (array[true, false, null])[1 + i % 3], (array['user_hangup', 'a|b%', null])[1 + i / 2 % 3], at
      from generate_series(0, 199) as i,
        lateral (select timestamptz '2026-09-04 01:10Z' + i * interval '40 minutes' as at,
          (array['inbound', 'outbound', 'web_call'])[1 + i / 7 % 3] as direction,
          (array['registered', 'ongoing', 'ended', 'not_connected', 'error'])[1 + i / 3 % 5] as status) as drawn`.execute(
      database.db,
    );
  }
  await migrateDatabase(own.connectionString);
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

it('knows whom each call was with', async () => {
  const calls = await database.db
    .selectFrom('calls')
    .select(['direction', 'from_number', 'to_number', 'contact_key'])
    .execute();
  expect(calls).toHaveLength(600);
  for (const call of calls) {
    const number = call.direction === 'inbound' ? call.from_number : call.to_number;
    expect(call.contact_key).toBe(number === null ? null : formerNumberKey(number));
  }
});

const readOutcomes = async (): Promise<unknown[]> => {
  const { rows: halfHours } = await sql`
    select workspace_id, bucket_at, agent_id, direction, value, sum(calls) as calls from rollup_half_hour_tallies
    where kind in ('outcome', 'result') group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(database.db);
  const { rows: days } = await sql`
    select workspace_id, day, agent_id, direction, value, sum(calls) as calls from rollup_day_tallies
    where kind in ('outcome', 'result') group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(database.db);
  return [...halfHours, ...days];
};

it('has tallied the outcomes of all of them', async () => {
  const filled = await readOutcomes();
  expect(filled.length).toBeGreaterThan(600);
  for (const { id } of workspaces)
    await rebuildWorkspaceRollups({ db: database.db, log: pino({ level: 'silent' }) }, id);
  expect(await readOutcomes()).toEqual(filled);
});

it('will put all of them into search', async () => {
  const { queued } = await database.db
    .selectFrom('call_search_queue')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .executeTakeFirstOrThrow();
  expect(queued).toBe(600);
});
