import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from './database.ts';
import type { DatabaseHandle } from './database.ts';
import { migrateDatabase } from './migrate.ts';

let own: TestDatabase;
let database: DatabaseHandle;
let folder: string;

// The clone has the product's migrations. These tests empty it and bring their own.
beforeEach(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  await sql`DROP TABLE kysely_migration, kysely_migration_lock`.execute(database.db);
  folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-migrations-'));
  writeFileSync(path.join(folder, 'README.md'), 'not a migration');
});

afterEach(async () => {
  await database.close();
  await own.drop();
  rmSync(folder, { recursive: true });
});

function addMigration(name: string, statement: string): void {
  const body = `export async function up(db) { await db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode', sqlFragments: [], parameters: [] }, queryId: { queryId: 'test' } }); }\n`;
  writeFileSync(path.join(folder, `${name}.ts`), body);
}

test('what is missing is applied once, in order, however many servers start at once', async () => {
  addMigration('0002-second', 'INSERT INTO trace VALUES (2)');
  addMigration('0001-first', 'CREATE TABLE trace (step int)');
  const starts = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(own.connectionString, folder)));
  expect(starts.flat()).toEqual(['0001-first', '0002-second']);
  expect((await sql`SELECT step FROM trace`.execute(database.db)).rows).toEqual([{ step: 2 }]);
});

test('a migration that fails leaves nothing behind and is named', async () => {
  addMigration('0001-first', 'CREATE TABLE trace (step int)');
  addMigration('0002-broken', 'CREATE TABLE trace (again int)');
  await expect(migrateDatabase(own.connectionString, folder)).rejects.toThrow(
    /^La migración 0002-broken falló: .*trace/u,
  );
  const left = await sql`SELECT to_regclass('trace') AS left_over`.execute(database.db);
  expect(left.rows).toEqual([{ left_over: null }]);
});

test('a database used by a newer version is refused', async () => {
  addMigration('0001-first', 'SELECT 1');
  addMigration('0002-newer', 'SELECT 2');
  await migrateDatabase(own.connectionString, folder);
  rmSync(path.join(folder, '0002-newer.ts'));
  await expect(migrateDatabase(own.connectionString, folder)).rejects.toThrow(
    /versión más nueva de Vocero \(migración 0002-newer\)/u,
  );
});

test('a later version applies only its own, and a start with nothing to apply loads none', async () => {
  addMigration('0001-first', 'CREATE TABLE trace (step int)');
  await migrateDatabase(own.connectionString, folder);
  addMigration('0002-second', 'INSERT INTO trace VALUES (2)');
  expect(await migrateDatabase(own.connectionString, folder)).toEqual(['0002-second']);
  // A copy under another name, so that the modules are not cached.
  const copy = `${folder}-copy`;
  mkdirSync(copy);
  try {
    for (const name of ['0001-first', '0002-second'])
      writeFileSync(path.join(copy, `${name}.ts`), "throw new Error('it was loaded');\n");
    expect(await migrateDatabase(own.connectionString, copy)).toEqual([]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
