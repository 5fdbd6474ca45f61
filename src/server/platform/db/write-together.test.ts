/** Tests writes sent as one statement, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';
import { runWritesAsOneStatement } from './write-together.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 1 });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const insert = (key: string, value: string) => sql`insert into installation (key, value) values (${key}, ${value})`;
const valueOf = async (key: string) =>
  (await database.db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst())?.value;

test('each write is made once, with its own parameters, and none is nothing', async () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  await runWritesAsOneStatement(database.db, [insert(a, 'one'), null, insert(b, 'two')]);
  await runWritesAsOneStatement(database.db, [
    null,
    sql`update installation set value = 'changed' where key = ${a}`,
    insert(c, 'three'),
    null,
  ]);
  await runWritesAsOneStatement(database.db, []);
  await runWritesAsOneStatement(database.db, [null]);
  expect([await valueOf(a), await valueOf(b), await valueOf(c)]).toEqual(['changed', 'two', 'three']);
});

test('all or none', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  await expect(
    runWritesAsOneStatement(database.db, [insert(a, 'one'), insert(b, 'two'), insert(b, 'again')]),
  ).rejects.toThrow();
  expect([await valueOf(a), await valueOf(b)]).toEqual([undefined, undefined]);
});
