// The time of the next look over all workspaces, which is never before something can begin.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { campaignDispatchLeadMs, findWorkspacesToDispatch } from './work-store.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;
const workspaceId = randomUUID();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 1 });
  const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: 'x' };
  await database.db
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'w', webhook_token: 'w', ...key })
    .execute();
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function schedule(inMs: number): Promise<void> {
  await database.pool.query(
    `insert into campaigns (workspace_id, name, status, agent_id, agent_analysis, phone_number, success_definition, send_option, total_recipients, created_at, updated_at, starts_at)
     values ($1, 'c', 'scheduled', 'a', '[]', '+541150000000', 's', 'scheduled', 1, now(), now(), clock_timestamp() + $2 * interval '1 millisecond')`,
    [workspaceId, inMs],
  );
}

test('without anything to come there is no next look: the supervisor rests', async () => {
  expect(await findWorkspacesToDispatch(database.db)).toEqual({ workspaceIds: [], nextStartInMs: null });
});

test('the next look is due shortly before the first campaign begins, and not again for one that is looked after', async () => {
  const hourMs = 3_600_000;
  await schedule(hourMs);
  await schedule(2 * hourMs);
  const { workspaceIds, nextStartInMs } = await findWorkspacesToDispatch(database.db);
  expect(workspaceIds).toEqual([]);
  expect(nextStartInMs).toBeLessThanOrEqual(hourMs - campaignDispatchLeadMs);
  expect(nextStartInMs).toBeGreaterThan(hourMs / 2);
  await database.pool.query(`update campaigns set starts_at = clock_timestamp()`);
  expect(await findWorkspacesToDispatch(database.db)).toEqual({ workspaceIds: [workspaceId], nextStartInMs: null });
});
