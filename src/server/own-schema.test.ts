// The product's tables in a schema other than `public`, by the role's search path.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropEmptyCallPartitions, ensureMonthlyCallPartitions } from './features/calls/ingest/partition-store.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { connectDatabase } from './platform/db/database.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { createDatabaseBackup } from './platform/db/backup/back-up.ts';
import { openBackup } from './platform/db/backup/backup-folder.ts';
import { restoreBackup } from './platform/db/backup/restore.ts';

let place: string;
let own: TestDatabase;
beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-own-schema-'));
  own = await createTestDatabase();
  await run(
    own,
    `drop schema public cascade; drop schema if exists pgboss cascade; create schema public; create schema "Mi Vocero";
     do $$ begin execute format('alter database %I set search_path = "Mi Vocero", public', current_database()); end $$`,
  );
  await run(own, 'create table public.ajena (id int); insert into public.ajena values (1)');
  await migrateDatabase(own.connectionString);
  await run(
    own,
    `insert into workspaces (name, webhook_token, api_key_encrypted, api_key_last4, api_key_fingerprint)
     values ('Norte', 'w', 'x', 'xxxx', 'x')`,
  );
});
afterAll(async () => {
  await own.drop();
  rmSync(place, { recursive: true });
});

async function run(database: TestDatabase, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const copy = ({ connectionString }: TestDatabase, name: string) =>
  createDatabaseBackup({ connectionString, folder: path.join(place, name), secretKey: null, now: () => new Date() });
const rowsOf = (manifest: Awaited<ReturnType<typeof copy>>) =>
  manifest.tables.filter(({ schema }) => schema === 'public').map(({ name, rows, digest }) => ({ name, rows, digest }));

test('a backup holds the tables of that schema alone, and is restored into any other and back', async () => {
  const made = await copy(own, 'own');
  expect(rowsOf(made)).toContainEqual(expect.objectContaining({ name: 'workspaces', rows: 1 }));
  expect(rowsOf(made).map(({ name }) => name)).not.toContain('ajena');
  expect(made.partitions.length).toBeGreaterThan(0);
  const usual = await createTestDatabase();
  try {
    await restoreBackup({ connectionString: usual.connectionString, folder: path.join(place, 'own') });
    expect(rowsOf(await copy(usual, 'usual'))).toEqual(rowsOf(made));
    await run(own, 'truncate workspaces cascade');
    await restoreBackup({ connectionString: own.connectionString, folder: path.join(place, 'usual') });
    expect(rowsOf(await copy(own, 'again'))).toEqual(rowsOf(made));
    expect(await run(own, 'select id from public.ajena')).toEqual([{ id: 1 }]);
  } finally {
    await usual.drop();
  }
});

test('months of calls are made and dropped in that schema', async () => {
  const database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  try {
    await ensureMonthlyCallPartitions(database.db, new Date('2031-01-15T12:00:00Z'));
    expect(await dropEmptyCallPartitions(database.db, new Date('2031-06-15T12:00:00Z'))).toContain(
      'call_details_2031_01',
    );
  } finally {
    await database.close();
  }
});

test('a database without the product is not backed up, and a backup without its tables is not restored', async () => {
  const whole = await copy(own, 'emptied');
  const emptied = { ...whole, tables: whole.tables.filter(({ schema }) => schema === 'pgboss') };
  writeFileSync(path.join(place, 'emptied', 'manifest.json'), JSON.stringify(emptied));
  await expect(
    restoreBackup({ connectionString: own.connectionString, folder: path.join(place, 'emptied') }),
  ).rejects.toThrow('La copia está vacía: no tiene las tablas de Vocero. No se restauró nada.');
  const empty = await createTestDatabase();
  try {
    await run(empty, 'drop schema public cascade; create schema public; create table kysely_migration (name text)');
    await expect(copy(empty, 'empty')).rejects.toThrow(/no tiene las tablas de Vocero.*search_path/u);
    await expect(openBackup(path.join(place, 'empty'), null)).rejects.toThrow(/no es una copia/u);
  } finally {
    await empty.drop();
  }
});
