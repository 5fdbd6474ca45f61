import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from './database.ts';
import type { DatabaseHandle } from './database.ts';

let own: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, statementTimeoutMs: 200 });
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

test('values arrive without losing digits or shifting days', async () => {
  const { rows } = await sql`
    SELECT count(*) AS counted, 9007199254740991::int8 AS big, 0.1::numeric + 0.2 AS exact, 1.5::float8 AS float,
      '2026-11-21'::date AS day, '2026-11-21T10:00:00-03:00'::timestamptz AS instant,
      ARRAY[1,NULL,3]::int8[] AS ids, ARRAY['2026-11-21'::date] AS days, ARRAY[0.10]::numeric[] AS amounts,
      lower('ÑANDÚ') AS lowered, current_setting('TimeZone') AS zone`.execute(database.db);
  expect(rows[0]).toEqual({
    counted: 1,
    big: 9_007_199_254_740_991,
    exact: '0.3',
    float: 1.5,
    day: '2026-11-21',
    instant: new Date('2026-11-21T13:00:00Z'),
    ids: [1, null, 3],
    days: ['2026-11-21'],
    amounts: ['0.10'],
    lowered: 'ñandú',
    zone: 'UTC',
  });
});

test('an int8 that a number cannot hold rejects its query and leaves the connection usable', async () => {
  await expect(sql`SELECT 9007199254740993::int8`.execute(database.db)).rejects.toThrow('9007199254740993');
  expect((await sql`SELECT 1 AS one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

test('a statement longer than its limit is cancelled by PostgreSQL', async () => {
  await expect(sql`SELECT pg_sleep(5)`.execute(database.db)).rejects.toMatchObject({ code: '57014' });
});

test('closing ends connections that Kysely was never asked for', async () => {
  const other = connectDatabase({ connectionString: own.connectionString, applicationName: 'vocero-asked-without' });
  await other.pool.query('select 1');
  await other.close();
  expect(other.pool.ended).toBe(true);
  await other.close();
});
