// The lock lets one server look at a time, however long that takes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runIfAlertLockFree } from './watch-lock-store.ts';

let own: TestDatabase;
let database: DatabaseHandle;
beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 4, idleInTransactionTimeoutMs: 1_000 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('a look that takes longer than a transaction may be idle keeps the lock to its end', async () => {
  const { db } = database;
  let looks = 0;
  await runIfAlertLockFree(db, async () => {
    looks += 1;
    await sql`select pg_sleep(1.5)`.execute(db);
    await runIfAlertLockFree(db, async () => void (looks += 1));
  });
  expect(looks).toBe(1);
});
