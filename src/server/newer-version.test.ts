// A newer version's first start migrates the database of running servers: they accept nothing more and let it proceed.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../contract/campaigns.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../retell/signature.ts';
import { buildOrder, originNumber, rowsOf, setPace } from './testing/campaign-orders.ts';
import { loadServerConfig } from './platform/config.ts';
import { runServer } from './run-server.ts';
import { migrateAsNewer, newerMigration } from './testing/newer-version.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { waitFor } from './testing/wait-for.ts';

let app: TestApp;
/** An idle server on the same database. */
let idle: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  idle = await startTestApp({ database: app });
  workspace = await app.createWorkspace();
  await setPace(workspace, { callsPerSecond: 2, reservedLines: 0 });
});
afterAll(async () => {
  await idle.stop();
  await app.stop();
});

const one = async <T>(text: string): Promise<T> =>
  (await app.database.pool.query<{ value: T }>(text)).rows[0]?.value as T;
const countAttempts = () => one<number>('select count(*) as value from attempts');
const readCalls = () => one<number>('select coalesce(sum(calls), 0)::int8 as value from rollup_total_half_hours');

test('an older server refuses webhooks and requests, claims nobody and is not ready', async () => {
  const { webhookUrl } = await workspace.editor.get<{ webhookUrl: string }>('/api/webhook-url');
  const deliver = async (callId: string): Promise<number> => {
    const body = JSON.stringify({
      event: 'call_started',
      call: { call_id: callId, call_status: 'ongoing', start_timestamp: Date.now() },
    });
    const headers = {
      'content-type': 'application/json',
      [providerWebhookSignatureHeader]: signProviderWebhook(body, testKey, Date.now()),
    };
    return (await fetch(app.url + new URL(webhookUrl).pathname, { method: 'POST', body, headers })).status;
  };
  expect(await deliver('call_before')).toBe(204);
  const order = buildOrder(await originNumber(workspace), { recipients: rowsOf(200) });
  await workspace.editor.post<Campaign>('/api/campaigns', order);
  await waitFor('the first calls', async () => (await countAttempts()) > 0);

  await migrateAsNewer(app.database.connectionString);
  // No request comes before the webhook, so its own transaction must notice.
  const attempts = await countAttempts();
  const counted = await readCalls();
  expect(await deliver('call_after')).toBe(503);
  expect(await one("select count(*) as value from calls where id = 'call_after'")).toBe(0);
  for (const [method, address] of [
    ['POST', '/api/campaigns'],
    ['GET', '/api/campaigns'],
    ['POST', '/api/auth/login'],
  ] as const) {
    const refused = await workspace.editor.request(method, address, method === 'GET' ? {} : { body: {} });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('debe actualizarlo') });
  }
  const ready = await app.client().request('GET', '/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not_ready', reason: expect.stringContaining('newer version') });
  expect((await app.client().request('GET', '/healthz')).status).toBe(200);

  // The lease is renewed right before each attempted claim.
  const readLease = () => one<Date>('select expires_at as value from dispatch_leases');
  for (let time = 0; time < 2; time += 1) {
    const before = await readLease();
    await waitFor('the dispatcher to go on looking', async () => (await readLease()).getTime() > before.getTime());
  }
  expect(await countAttempts()).toBe(attempts);
  expect(await readCalls()).toBe(counted);

  // An idle server checks by itself.
  await waitFor(
    'the idle server to know',
    async () => (await idle.client().request('GET', '/api/session')).status === 503,
  );
});

test('an older server says why it ends, and does not start again', async () => {
  const database = await createTestDatabase();
  const config = loadServerConfig({
    DATABASE_URL: database.connectionString,
    SECRET_KEY: 'una clave secreta para las pruebas, larga',
    PORT: '0',
  });
  const log = pino({ level: 'silent' });
  const server = await runServer(config, log);
  await migrateAsNewer(database.connectionString);
  const { message } = await server.whenOutdated;
  expect(message).toContain(`(migración ${newerMigration}): actualiza este servidor`);
  await server.stop();
  await expect(runServer(config, log)).rejects.toThrow(message);
  await database.drop();
});
