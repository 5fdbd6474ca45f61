import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateAsNewer, newerMigration } from '../../testing/newer-version.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';
import { migrateDatabase, listMigrationNames } from './migrate.ts';
import { createSchemaVersionGuard, isDatabaseWritable, type SchemaVersionGuard } from './schema-guard.ts';

const lines: { level: number; msg: string; migration?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let test: TestDatabase;
let guard: SchemaVersionGuard;
let database: DatabaseHandle;
/** Not guarded. */
let other: DatabaseHandle;

beforeEach(async () => {
  lines.length = 0;
  test = await createTestDatabase();
  guard = createSchemaVersionGuard({ known: await listMigrationNames(), log });
  database = connectDatabase({ connectionString: test.connectionString, max: 2, schemaGuard: guard });
  other = connectDatabase({ connectionString: test.connectionString, max: 2 });
  await sql`create table trace (step integer)`.execute(other.db);
});
afterEach(async () => {
  await database.close();
  await other.close();
  await test.drop();
});

const write = (step: number) =>
  database.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => sql`insert into trace values (${step})`.execute(tx));
const steps = async () =>
  (await sql<{ step: number }>`select step from trace order by step`.execute(other.db)).rows.map(({ step }) => step);
const isMigrationWaiting = async () =>
  (
    await sql`select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(other.db)
  ).rows.length > 0;

it('knows a database that takes no writes', async () => {
  expect(await isDatabaseWritable(database.db)).toBe(true);
  const connectionString = `${test.connectionString}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const standby = connectDatabase({ connectionString, max: 1 });
  expect(await isDatabaseWritable(standby.db)).toBe(false);
  await standby.close();
});

it('writes to a database of its own version, and knows one that is behind', async () => {
  await write(1);
  expect(await steps()).toEqual([1]);
  expect(await guard.look(database.db)).toBe('current');
  expect(
    await createSchemaVersionGuard({ known: [...(await listMigrationNames()), newerMigration], log }).look(database.db),
  ).toBe('behind');
  expect(lines).toEqual([]);
});

it('begins no transaction that writes once a newer version has migrated, says so once, and goes on reading', async () => {
  await write(1);
  await migrateAsNewer(test.connectionString);
  expect(guard.isOutdated()).toBe(false);
  for (const step of [2, 3, 4]) await expect(write(step)).rejects.toMatchObject({ code: 'unavailable' });
  expect(guard.isOutdated()).toBe(true);
  expect(await guard.whenOutdated).toMatchObject({
    message: expect.stringContaining(`(migración ${newerMigration}): actualiza este servidor`),
  });
  expect(await guard.look(database.db)).toBe('outdated');
  expect(await steps()).toEqual([1]);
  expect(lines).toMatchObject([
    { level: 50, migration: newerMigration, msg: expect.stringContaining('must be updated') },
  ]);
  // Refused connections are still usable.
  const read = (accessMode: 'read only') =>
    database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode(accessMode)
      .execute((tx) => sql`select from trace`.execute(tx));
  expect((await read('read only')).rows).toHaveLength(1);
  await sql`insert into trace values (5)`.execute(database.db);
});

it('lets a migration wait for what is under way, and begins nothing beside it', async () => {
  const writing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const underWay = database.db.transaction().execute(async (tx) => {
    begun.resolve();
    await writing.promise;
    await sql`insert into trace values (1)`.execute(tx);
  });
  await begun.promise;
  const migration = migrateAsNewer(test.connectionString, 'insert into trace select step * 10 from trace');
  try {
    await waitFor('the migration to wait', isMigrationWaiting);
    // Writers are refused at once instead of waiting, and nothing is outdated yet.
    await expect(write(2)).rejects.toMatchObject({ code: 'unavailable' });
    expect([await guard.look(database.db), guard.isOutdated()]).toEqual(['current', false]);
  } finally {
    writing.resolve();
    await underWay;
  }
  await migration;
  expect(await steps()).toEqual([1, 10]);
  await expect(write(3)).rejects.toMatchObject({ code: 'unavailable' });
});

it('writes on after a newer version’s migration failed', async () => {
  await expect(migrateAsNewer(test.connectionString, 'select 1 / 0')).rejects.toThrow(newerMigration);
  // The failed start closes its connection with a delay.
  await waitFor('the database to take writes', () =>
    write(1).then(
      () => true,
      () => false,
    ),
  );
  expect(guard.isOutdated()).toBe(false);
});

it('hinders no start that finds nothing to migrate, and writes right after one that migrated', async () => {
  const begun = Promise.withResolvers<void>();
  const writing = Promise.withResolvers<void>();
  const underWay = database.db.transaction().execute(async () => {
    begun.resolve();
    await writing.promise;
  });
  await begun.promise;
  expect(await migrateDatabase(test.connectionString)).toEqual([]);
  writing.resolve();
  await underWay;
  await migrateAsNewer(test.connectionString);
  const newer = createSchemaVersionGuard({ known: [...(await listMigrationNames()), newerMigration], log });
  const updated = connectDatabase({ connectionString: test.connectionString, max: 1, schemaGuard: newer });
  await updated.db.transaction().execute((tx) => sql`insert into trace values (1)`.execute(tx));
  await updated.close();
  expect(await steps()).toEqual([1]);
});
