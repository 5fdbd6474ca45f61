/** A database at version 0047: migration 0050 moves only the keys that are now read differently. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';
import { formerNumberKey } from './former-number-key.ts';
import { migrateDatabase } from './migrate.ts';

const workspaceId = '0a000000-0000-4000-8000-000000000001';
const stranger = '0a000000-0000-4000-8000-000000000002';
const listId = '0b000000-0000-4000-8000-000000000001';
const hookId = '0d000000-0000-4000-8000-000000000001';
let own: TestDatabase;
let database: DatabaseHandle;

const calls = [
  // Mexico, with and without its old 1, on different days of one week.
  { id: 'mx_old', to: '+5215512345678', at: '2026-09-01T10:00:00Z' },
  { id: 'mx_new', to: '+525512345678', at: '2026-09-02T10:00:00Z' },
  { id: 'mx_carrier', to: 'sip:+5215512345678@10.0.0.1', at: '2026-09-03T10:00:00Z' },
  { id: 'br_old', to: '+551187654321', at: '2026-09-01T10:00:00Z' },
  { id: 'gb_trunk', to: '+4402079460958', at: '2026-09-01T10:00:00Z' },
  { id: 'ar', to: '+5491144445555', at: '2026-09-01T10:00:00Z' },
  { id: 'ar_home', to: '01115-4444-5555', at: '2026-09-02T10:00:00Z' },
  { id: 'es', to: '+34612345678', at: '2026-09-01T10:00:00Z' },
  { id: 'withheld', to: '+266696687', at: '2026-09-01T10:00:00Z' },
  { id: 'address', to: 'sip:ana@192.168.100.200', at: '2026-09-01T10:00:00Z', key: '+192168100200' },
] as const;

const entries = [
  { key: '+5215512345678', source: 'manual', written: '+52 1 55 1234 5678', note: 'Por carta', at: '2026-01-02' },
  { key: '+525512345678', source: 'manual', written: '+52 55 1234 5678', note: null, at: '2026-01-03' },
  { key: '+5215512345678', source: 'analysis', written: '+5215512345678', note: null, at: '2026-01-04' },
  { key: '+5215512345678', source: 'upload', written: '+5215512345678', note: null, at: '2026-01-05' },
  { key: '+525512345678', source: 'upload', written: '+525512345678', note: null, at: '2026-01-05' },
  { key: '+346123456780', source: 'upload', written: '+34612345678.0', note: null, at: '2026-01-05' },
  { key: '1144445555', source: 'upload', written: '11 4444-5555', note: null, at: '2026-01-05' },
  { key: 'hmac:+521', source: 'forgotten', written: null, note: null, at: '2026-01-06' },
] as const;

/** Recipients by campaign. The tests list their states in order of position. */
const campaigns = {
  waiting: [
    { phone: '+5215512345678' },
    { phone: '+525512345678' },
    { phone: '+525512345679' },
    { phone: '+5215512345679', putOff: true },
  ],
  called: [
    { phone: '+525512345678' },
    { phone: '+5215512345678', state: 'sent', sent: true },
    { phone: '+551187654321', state: 'dialing' },
    { phone: '+5511987654321' },
    // Refused for good, so nobody was called.
    { phone: '+4402079460958', state: 'undelivered' },
    { phone: '+442079460958' },
  ],
  promised: [
    { phone: '+5215512345678', state: 'sent', sent: true },
    { phone: '+525512345678', sent: true, callback: '2026-12-01T15:00:00Z' },
    // The person is in a call, so the promise keeps waiting.
    { phone: '+551187654321', state: 'sent', sent: true, live: true },
    { phone: '+5511987654321', sent: true, callback: '2026-12-02T15:00:00Z' },
  ],
  other: [{ phone: '+5491144445555' }, { phone: '+5491144445556' }],
} as const;
type Name = keyof typeof campaigns;
const names = Object.keys(campaigns) as Name[];
const campaignIdOf = (name: Name): string => `0c000000-0000-4000-8000-00000000000${names.indexOf(name)}`;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  const { db, pool } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateDatabase(own.connectionString, undefined, '0047-api-key-set');
  await pool.query(
    `insert into event_webhooks (workspace_id, id, url, secret_encrypted, events) values ($1, $2, 'https://hook.invalid', 'x', '{do_not_call.added,recipient.finished,call.ended}')`,
    [workspaceId, hookId],
  );
  for (const { id, to, at, ...given } of calls) {
    const key = 'key' in given ? given.key : formerNumberKey(/^(?:sips?:)?([^@;]*)/.exec(to)?.[1] ?? '');
    await pool.query(
      `insert into calls (workspace_id, id, first_seen_at, first_seen_month, direction, to_number, status, is_over, occurred_at, contact_key, is_followed_up)
        values ($1, $2, $3, '2026-09-01', 'outbound', $4, 'ended', true, $3, $5, false)`,
      [workspaceId, id, at, to, key],
    );
    await pool.query(
      `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, number_key)
        values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'finished', $2, $2, gen_random_uuid(), $3)`,
      [workspaceId, at, key],
    );
  }
  await pool.query(
    `insert into do_not_call_lists (workspace_id, id, kind, name, entries, uploaded_at) values ($1, $2, 'upload', 'Bajas', 4, now())`,
    [workspaceId, listId],
  );
  for (const workspace of [workspaceId, stranger]) {
    for (const { key, source, written, note, at } of entries) {
      if (workspace === stranger && source !== 'manual') continue;
      const values = [workspace, key, source, written, note, at];
      await pool.query(
        source === 'upload'
          ? `insert into do_not_call (workspace_id, number_key, source, phone_number, note, added_at, list_id) values ($1, $2, $3, $4, $5, $6, '${listId}')`
          : `insert into do_not_call (workspace_id, number_key, source, phone_number, note, added_at) values ($1, $2, $3, $4, $5, $6)`,
        values,
      );
    }
  }
  for (const name of names) {
    const id = campaignIdOf(name);
    await pool.query(
      `insert into campaigns (workspace_id, id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at, waiting_reason, waiting_until)
        values ($1, $2, $3, 'in_progress', '+525500001111', 'x', 'now', $4, now(), now(), 'window', '2099-01-01')`,
      [workspaceId, id, name, campaigns[name].length],
    );
    for (const [index, row] of campaigns[name].entries()) {
      const { phone, state = 'pending', sent = false, live = false, callback = null, putOff = false } = row as Row;
      await pool.query(
        `insert into recipients (workspace_id, campaign_id, position, phone_number, customer_name, state, was_sent, is_live, callback_at, next_attempt_at, last_reason)
          values ($1, $2, $3, $4, 'Luis', $5, $6, $7, $8, $8, $9)`,
        [workspaceId, id, index + 1, phone, state, sent, live, callback, putOff ? 'Máximo de intentos de hoy' : null],
      );
    }
    await pool.query(
      `insert into campaign_counts (workspace_id, campaign_id, slot, ${countColumns.join(', ')}) select workspace_id, campaign_id, 3, ${counted} from recipients where campaign_id = $1 group by 1, 2`,
      [id],
    );
  }
  await pool.query('delete from event_deliveries');
  expect(await migrateDatabase(own.connectionString)).toContain('0050-one-person-one-key');
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

interface Row {
  readonly phone: string;
  readonly state?: string;
  readonly sent?: boolean;
  readonly live?: boolean;
  readonly callback?: string | null;
  readonly putOff?: boolean;
}

const states = ['pending', 'dialing', 'sent', 'undelivered', 'unconfirmed', 'skipped'];
const countColumns = [...states, 'retrying'];
const counted = [
  ...states.map((state) => `count(*) filter (where state = '${state}')`),
  `count(*) filter (where was_sent and state <> 'sent')`,
].join(', ');

async function read(query: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.pool.query<Record<string, unknown>>(query, [...values])).rows;
}

const recipientsOf = (name: Name) =>
  read(
    `select state, last_reason as reason, callback_at as at, next_attempt_at as next, retries_used as used from recipients where campaign_id = $1 order by position`,
    [campaignIdOf(name)],
  );

it('moves a call and its attempts to the key of its line, and leaves the others as they were', async () => {
  const moved = {
    mx_old: '+525512345678',
    mx_new: '+525512345678',
    mx_carrier: '+525512345678',
    br_old: '+5511987654321',
    gb_trunk: '+442079460958',
    ar: '1144445555',
    ar_home: '1144445555',
    es: '+34612345678',
    // Migration 0048 clears keypad codes. The follow-up job clears other keys that belong to nobody.
    withheld: null,
    address: '+',
  };
  const rows = await read('select id, contact_key as key from calls');
  expect(Object.fromEntries(rows.map(({ id, key }) => [id, key]))).toEqual(moved);
  const keys = (await read('select number_key as key from attempts')).map(({ key }) => String(key));
  expect(keys.toSorted()).toEqual(
    Object.values({ ...moved, withheld: '+266696687', address: '+192168100200' }).toSorted(),
  );
});

it('has what follows one of these calls, and their documents, looked at again', async () => {
  const places = await read('select contact_key as key, occurred_at as at from contact_queue order by 1, 2');
  expect(places).toEqual(
    [
      { key: '+', at: '2026-09-01T10:00:00Z' },
      { key: '+442079460958', at: '2026-09-01T10:00:00Z' },
      { key: '+525512345678', at: '2026-09-01T10:00:00Z' },
      { key: '+525512345678', at: '2026-09-03T10:00:00Z' },
      { key: '+5511987654321', at: '2026-09-01T10:00:00Z' },
    ].map(({ key, at }) => ({ key, at: new Date(at) })),
  );
  const documents = await read('select call_id as id from call_search_queue order by 1');
  expect(documents.map(({ id }) => id)).toEqual(['ar_home', 'br_old', 'gb_trunk', 'mx_carrier', 'mx_old']);
});

it('makes entries of one number, source and list one, and tells nobody of it', async () => {
  const listed = await read(
    `select number_key as key, source, note, phone_number as written from do_not_call where workspace_id = $1 order by 1, 2`,
    [workspaceId],
  );
  expect(listed).toEqual([
    { key: '+34612345678', source: 'upload', note: null, written: '+34612345678.0' },
    { key: '+525512345678', source: 'analysis', note: null, written: '+5215512345678' },
    { key: '+525512345678', source: 'manual', note: 'Por carta', written: '+52 1 55 1234 5678' },
    { key: '+525512345678', source: 'upload', note: null, written: '+5215512345678' },
    { key: '1144445555', source: 'upload', note: null, written: '11 4444-5555' },
    { key: 'hmac:+521', source: 'forgotten', note: null, written: null },
  ]);
  expect(await read('select entries from do_not_call_lists')).toEqual([{ entries: 3 }]);
  expect(await read('select number_key as key from do_not_call where workspace_id = $1', [stranger])).toEqual([
    { key: '+525512345678' },
  ]);
  expect(await read(`select kind from event_deliveries where kind <> 'recipient.finished'`)).toEqual([]);
});

it('keeps the first row of a person whom nobody called yet', async () => {
  expect(await recipientsOf('waiting')).toMatchObject([
    { state: 'pending', reason: null },
    { state: 'skipped', reason: 'Es la misma persona que la fila 1' },
    { state: 'pending', reason: null },
    { state: 'skipped', reason: 'Es la misma persona que la fila 3' },
  ]);
});

it('keeps the row by which somebody was called or is being called', async () => {
  expect(await recipientsOf('called')).toMatchObject([
    { state: 'skipped', reason: 'Es la misma persona que la fila 2' },
    { state: 'sent' },
    { state: 'dialing' },
    { state: 'skipped', reason: 'Es la misma persona que la fila 3' },
    { state: 'undelivered' },
    { state: 'pending', reason: null },
  ]);
});

it('moves a promised call back to the row that stays, or leaves it where it waits while that one is being called', async () => {
  const at = new Date('2026-12-01T15:00:00Z');
  expect(await recipientsOf('promised')).toMatchObject([
    { state: 'pending', at, next: at, used: { callback: 1 } },
    { state: 'sent', at: null, next: null },
    { state: 'sent', at: null },
    { state: 'pending', at: new Date('2026-12-02T15:00:00Z') },
  ]);
});

it('keeps the counts of campaigns true, says in their logs what it did and has them looked at again', async () => {
  for (const name of names) {
    const sums = countColumns.map((column) => `sum(${column})::int as ${column}`).join(', ');
    const [counts] = await read(`select ${sums} from campaign_counts where campaign_id = $1`, [campaignIdOf(name)]);
    const [truth] = await read(
      `select ${counted
        .split(/, (?=count)/)
        .map((each, index) => `(${each})::int as ${countColumns[index]}`)
        .join(', ')} from recipients where campaign_id = $1`,
      [campaignIdOf(name)],
    );
    expect(counts, name).toEqual(truth);
  }
  const told = await read('select campaign_id as id, kind, details from campaign_log order by 1');
  expect(told).toEqual([
    { id: campaignIdOf('waiting'), kind: 'same_person', details: { count: 2 } },
    { id: campaignIdOf('called'), kind: 'same_person', details: { count: 2 } },
    { id: campaignIdOf('promised'), kind: 'same_person', details: { count: 1 } },
  ]);
  expect(await read('select name, waiting_reason as reason from campaigns order by id')).toEqual(
    names.map((name) => ({ name, reason: name === 'other' ? 'window' : null })),
  );
  expect(await read('select count(*)::int as finished from event_deliveries')).toEqual([{ finished: 5 }]);
});
