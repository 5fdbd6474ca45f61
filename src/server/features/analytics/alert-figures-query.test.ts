import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { estimateCallCountOfLastHour } from './alert-figures-query.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 2 });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('the last hour: two half hours whole, and of the one before these the part that lies within', async () => {
  const workspaceId = randomUUID();
  const buckets = [
    ['11:00', 0, 30],
    ['11:30', 0, 20],
    ['11:30', 1, 10],
    ['12:00', 0, 6],
    ['10:30', 0, 1_000],
  ] as const;
  for (const [time, slot, calls] of buckets) {
    await database.pool.query(
      `insert into rollup_total_half_hours (workspace_id, bucket_at, direction, slot, calls) values ($1, $2, 'outbound', $3, $4)`,
      [workspaceId, `2026-11-21T${time}:00Z`, slot, calls],
    );
  }
  const countAt = (time: string): Promise<number> =>
    estimateCallCountOfLastHour(database.db, workspaceId, new Date(`2026-11-21T${time}Z`));
  expect(await countAt('12:00:00')).toBe(6 + 30 + 30);
  expect(await countAt('12:06:00')).toBe(6 + 30 + 24);
  expect(await countAt('12:29:59')).toBe(6 + 30 + 0);
  expect(await countAt('12:30:00')).toBe(6 + 30);
  expect(await countAt('13:15:00')).toBe(3);
  expect(await countAt('13:30:00')).toBe(0);
});
