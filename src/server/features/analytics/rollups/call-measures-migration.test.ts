/** Migration 0008 measures and counts earlier calls exactly as the code would have. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { rebuildWorkspaceRollups } from './rebuild-rollups.ts';
import { rollupCounters } from './rollup-counters.ts';

const workspaces = [
  // More than one page of transcripts.
  { id: '0a000000-0000-4000-8000-000000000001', zone: 'America/Santiago', count: 1_030 },
  // A workspace without settings.
  { id: '0a000000-0000-4000-8000-000000000002', zone: null, count: 60 },
];
const contacts = 60;
const migrations = path.resolve(import.meta.dirname, '../../../platform/db/migrations');
let own: TestDatabase;
let database: DatabaseHandle;

/** Creates a folder with the earlier migrations. */
function earlierMigrations(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-earlier-'));
  for (const name of readdirSync(migrations)) {
    if (/^000[1-7].*(?<!\.test)\.ts$/.test(name))
      writeFileSync(path.join(folder, name), `export { up } from ${JSON.stringify(path.join(migrations, name))};\n`);
  }
  return folder;
}

/** Half of the calls around a clock change in Chile, the others 8 days later. */
const at = (index: number): Date =>
  new Date(Date.parse('2026-09-05T12:10:00Z') + index * 3 * 60_000 + (index % 2) * 8 * 86_400_000);
const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const word = (start: number, end: number) => ({ word: 'x', start, end });
const analysis = (custom: object) => ({ call_summary: 'Bien', custom_analysis_data: custom });

/** Variants of a call's data, chosen by the remainder of its number. */
const said = [
  {
    transcript: 'Agent: Hola',
    object: [
      { role: 'agent', content: 'Hola', words: [word(0.4, 0.9), word(4, 4.5)] },
      { role: 'user', content: 'Sí', words: [word(4.25, 5)] },
    ],
  },
  { transcript: 'User: ¿Hola?', object: [{ role: 'user', content: '¿Hola?', words: [word(1, 2)] }] },
  { transcript: 'Agent: Hola', object: null },
  { transcript: null, object: null },
  { transcript: 'User: ¿Hola?', object: [{ role: 'user', content: '¿Hola?' }] },
];
const measured = [
  { agent_spoke: true, greeting_ms: 400, silence_ms: 3100, overlap_ms: 250 },
  { agent_spoke: false, greeting_ms: null, silence_ms: 0, overlap_ms: 0 },
  { agent_spoke: true, greeting_ms: null, silence_ms: null, overlap_ms: null },
  { agent_spoke: null, greeting_ms: null, silence_ms: null, overlap_ms: null },
  { agent_spoke: false, greeting_ms: null, silence_ms: null, overlap_ms: null },
];
const judged = [
  analysis({ csat: 4, motivo: 'pago', commitment: 'sí' }),
  analysis({ csat: 33.3333, motivo: ' ' }),
  null,
  analysis({ wer: 0.07, acw_seconds: 130.5 }),
];
const figures = [{ csat: 4, commitment: true }, { csat: 33.3333 }, null, { wer: 0.07, acw_seconds: 130.5 }];
/** Number of filled fields, of the two that agent_a requires. */
const filled = [2, 1, null, 0];

const callOf = (workspaceId: string, index: number) => ({
  workspace_id: workspaceId,
  id: `call_${String(index).padStart(5, '0')}`,
  agent_id: pick(['agent_a', 'agent_b', 'agent_unknown', null], Math.floor(index / 4)),
  direction: pick(['outbound', 'inbound', 'outbound'], Math.floor(index / 5)),
  status: pick(['ended', 'ended', 'not_connected', 'error', 'ongoing'], Math.floor(index / 3)),
  reason: pick(
    [null, 'call_transfer', 'voicemail_reached', 'error_asr', 'dial_busy', 'error_llm_websocket_open', 'user_hangup'],
    index,
  ),
  duration_ms: pick([0, null, 61_000, 9_000], Math.floor(index / 2)),
  latency: pick([null, 900.5, 1_500, 1_500.5], Math.floor(index / 7)),
  is_successful: pick([true, null, false], index),
  contact_key: index % 4 === 3 ? null : `11${(index * 7) % contacts}`,
  occurred_at: at(index),
  transcript: pick(said, index).transcript,
  transcript_object: pick(said, index).object,
  call_analysis: pick(judged, index),
});

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const folder = earlierMigrations();
  expect(await migrateDatabase(own.connectionString, folder)).toHaveLength(7);
  rmSync(folder, { recursive: true });
  for (const { id, zone, count } of workspaces) {
    if (zone !== null) {
      const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: id };
      await db
        .insertInto('workspaces')
        .values({ id, name: id, webhook_token: id, ...key })
        .execute();
      await sql`insert into workspace_settings (workspace_id, time_zone, dialing) values (${id}, ${zone}, '{}')`.execute(
        db,
      );
    }
    const required = {
      post_call_analysis_data: [
        { type: 'number', name: 'csat', required: true },
        { type: 'enum', name: 'motivo', required: true },
        { type: 'number', name: 'wer' },
      ],
    };
    const agents = [
      { key: 'agent_a', value: required },
      { key: 'agent_b', value: {} },
    ];
    await sql`insert into provider_cache (workspace_id, kind, key, value, fetched_at)
      select ${id}, 'agent', key, value, now() from json_to_recordset(${JSON.stringify(agents)}::json) as given (key text, value jsonb)`.execute(
      db,
    );
    const calls = JSON.stringify(Array.from({ length: count }, (_, index) => callOf(id, index)));
    await sql`
      insert into calls (workspace_id, id, first_seen_at, first_seen_month, direction, agent_id, status, is_over, is_analyzed, start_at, duration_ms,
        occurred_at, disconnection_reason, is_successful, e2e_p50_ms, contact_key)
      select workspace_id, id, occurred_at, '2026-09-01', direction, agent_id, status, status <> 'ongoing', call_analysis is not null, occurred_at, duration_ms,
        occurred_at, reason, is_successful, latency, contact_key
      from json_to_recordset(${calls}::json) as given (workspace_id uuid, id text, direction text, agent_id text, status text, reason text, duration_ms integer,
        latency numeric, is_successful boolean, contact_key text, occurred_at timestamptz, call_analysis jsonb)`.execute(
      db,
    );
    await sql`
      insert into call_details (workspace_id, call_id, first_seen_month, transcript, transcript_object, call_analysis)
      select workspace_id, id, '2026-09-01', transcript, transcript_object, call_analysis
      from json_to_recordset(${calls}::json) as given (workspace_id uuid, id text, transcript text, transcript_object json, call_analysis jsonb)`.execute(
      db,
    );
    // The rollups as two writers left them.
    await sql`
      insert into rollup_half_hours (workspace_id, bucket_at, agent_id, direction, slot, calls)
      select workspace_id, date_bin('30 minutes', occurred_at, 'epoch'), coalesce(agent_id, ''), direction, right(id, 1)::int % 2, count(*)
      from calls where workspace_id = ${id} group by 1, 2, 3, 4, 5`.execute(db);
    await sql`
      insert into rollup_days (workspace_id, day, agent_id, direction, slot, calls)
      select workspace_id, (bucket_at at time zone ${zone ?? 'UTC'})::date, agent_id, direction, slot, sum(calls)
      from rollup_half_hours where workspace_id = ${id} group by 1, 2, 3, 4, 5`.execute(db);
  }
  expect((await migrateDatabase(own.connectionString)).at(0)).toBe('0008-call-measures');
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

it('measures every call by what was said of it', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select c.workspace_id, c.id, agent_id, agent_spoke, greeting_ms, silence_ms, overlap_ms, figures, fields_filled, fields_expected, review, d.required_fields
    from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id order by 1, 2`.execute(
    database.db,
  );
  expect(rows).toHaveLength(1_090);
  for (const call of rows) {
    const index = Number(String(call['id']).slice(-5));
    const isRequired = call['agent_id'] === 'agent_a' && pick(judged, index) !== null;
    expect(call).toMatchObject({
      ...pick(measured, index),
      figures: pick(figures, index),
      fields_filled: isRequired ? pick(filled, index) : null,
      fields_expected: isRequired ? 2 : null,
      required_fields: isRequired ? { agent: 'agent_a', fields: ['csat', 'motivo'] } : null,
      review: null,
    });
  }
});

it('knows which contacts called, or were called, again within seven days', async () => {
  const { rows } = await sql<{
    is_followed_up: boolean | null;
  }>`select is_followed_up from calls where workspace_id = ${workspaces[0]?.id} order by id`.execute(database.db);
  const calls = Array.from({ length: rows.length }, (_, index) => ({
    key: callOf('', index).contact_key,
    atMs: at(index).getTime(),
  }));
  const week = 7 * 86_400_000;
  expect(new Set(rows.map((row) => row.is_followed_up))).toEqual(new Set([true, false, null]));
  expect(rows.map((row) => row.is_followed_up)).toEqual(
    calls.map(({ key, atMs }) =>
      key === null ? null : calls.some((other) => other.key === key && other.atMs > atMs && other.atMs <= atMs + week),
    ),
  );
});

/** The counters that migration 0008 added. */
const added = rollupCounters
  .map(({ column }) => column)
  .filter((column, index) => index >= 13 && !column.startsWith('mood_'));

async function readRollups(): Promise<unknown[]> {
  const counters = sql.raw(
    rollupCounters
      .filter(({ column }) => column === 'calls' || added.includes(column))
      .map(({ column }) => `sum(${column})::text as ${column}`)
      .join(', '),
  );
  const fields = sql.raw(
    ['number_n', 'number_sum', 'share_n', 'share_sum', 'score_n', 'score_sum', 'score_high']
      .map((name) => `trim_scale(sum(${name}))::text as ${name}`)
      .join(', '),
  );
  const read = async (table: string, fieldTable: string, key: string) => [
    (
      await sql`select workspace_id, ${sql.ref(key)}, agent_id, direction, ${counters} from ${sql.table(table)} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(
        database.db,
      )
    ).rows,
    (
      await sql`select workspace_id, ${sql.ref(key)}, agent_id, name, reviewed, ${fields} from ${sql.table(fieldTable)} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(
        database.db,
      )
    ).rows,
  ];
  const tallies =
    await sql`select workspace_id, day, agent_id, direction, value, sum(calls)::text from rollup_day_tallies where kind = 'result' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(
      database.db,
    );
  expect(tallies.rows.length).toBeGreaterThan(100);
  return [
    tallies.rows,
    ...(await read('rollup_half_hours', 'rollup_half_hour_fields', 'bucket_at')),
    ...(await read('rollup_days', 'rollup_day_fields', 'day')),
  ];
}

it('counts them as a rebuild does', async () => {
  const migrated = await readRollups();
  for (const { id } of workspaces)
    await rebuildWorkspaceRollups({ db: database.db, log: pino({ level: 'silent' }) }, id);
  expect(migrated).toEqual(await readRollups());
  // Every added counter counts something.
  for (const column of added) {
    const { rows } = await sql<{ sum: string }>`select sum(${sql.ref(column)}) from rollup_days`.execute(database.db);
    expect([column, Number(rows[0]?.sum) > 0]).toEqual([column, true]);
  }
});
