import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';
import { preparedStatementMark } from './prepared.ts';

let test: TestDatabase;
/** A database with one connection, so that each statement uses the state of the previous one. */
let database: DatabaseHandle;

beforeAll(async () => {
  test = await createTestDatabase();
  database = connectDatabase({ connectionString: test.connectionString, max: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const namedPlans = async (like: string): Promise<number> => {
  const { rows } = await sql<{
    plans: number;
  }>`select count(*) as plans from pg_prepared_statements where statement like ${like}`.execute(database.db);
  return rows[0]?.plans ?? 0;
};

it('plans a marked statement once, whatever its values, and no other', async () => {
  for (const value of [1, 2, 3]) {
    expect(
      (
        await sql<{ double: number }>`${preparedStatementMark} select 2 * ${value}::integer as double`.execute(
          database.db,
        )
      ).rows,
    ).toEqual([{ double: 2 * value }]);
    await sql`select 3 * ${value}::integer as triple`.execute(database.db);
    await database.db
      .selectFrom('sessions')
      .modifyFront(preparedStatementMark)
      .select('id')
      .where('token_hash', '=', String(value))
      .execute();
  }
  expect(await namedPlans('%select 2 * %')).toBe(1);
  expect(await namedPlans('%select 3 * %')).toBe(0);
  expect(await namedPlans('select /* prepared */%from "sessions"%')).toBe(1);
});

it('refuses a statement whose answer a migration changed once only', async () => {
  const read = () => sql`${preparedStatementMark} select * from changing where id = ${1}::integer`.execute(database.db);
  await sql`create table changing (id integer)`.execute(database.db);
  await sql`insert into changing values (1)`.execute(database.db);
  expect((await read()).rows).toEqual([{ id: 1 }]);
  await sql`alter table changing add column name text`.execute(database.db);
  await expect(read()).rejects.toThrow('cached plan');
  expect((await read()).rows).toEqual([{ id: 1, name: null }]);
});

it('meets no second refusal on the other connections', async () => {
  const several = connectDatabase({ connectionString: test.connectionString, max: 3 });
  try {
    await several.db.schema.createTable('widening').addColumn('id', 'integer').execute();
    const readInTurn = () => sql`${preparedStatementMark} select * from widening`.execute(several.db);
    // Each read keeps its connection until all of them have one.
    const held = Promise.withResolvers<void>();
    let holders = 0;
    const readTogether = () =>
      several.db.connection().execute(async (db) => {
        await sql`${preparedStatementMark} select * from widening`.execute(db);
        if (++holders === 3) held.resolve();
        await held.promise;
      });
    await Promise.all([readTogether(), readTogether(), readTogether()]);
    await several.db.schema.alterTable('widening').addColumn('name', 'text').execute();
    await expect(readInTurn()).rejects.toThrow('cached plan');
    for (let time = 0; time < 3; time += 1) expect((await readInTurn()).rows).toEqual([]);
  } finally {
    await several.close();
  }
});
