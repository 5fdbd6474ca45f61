// The relay over HTTP: the provider's webhooks reach another address unchanged, in time or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventWebhookDelivery, EventWebhook } from '../../../contract/event-webhooks.ts';
import {
  providerWebhookSignatureHeader,
  signProviderWebhook,
  verifyProviderWebhookSignature,
} from '../../../retell/index.ts';
import { bodyWorkerThreadMinBytes } from '../../platform/http/large-bodies.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const key = 'key_relay_0123456789abcdef';
let receiver: WebhookReceiver;
let app: TestApp;
let workspace: TestWorkspace;
let relay: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    alertTuning: { everyMs: 3_600_000, allowedOrigins: [receiver.origin] },
    simulator: { accounts: [{ key, orgName: 'Prueba', concurrencyLimit: 20 }] },
    // Reconciliation must not ask the simulator about calls that exist only here.
    config: { reconcileSeconds: 3_600 },
  });
  workspace = await app.createWorkspace(key);
  const made = await workspace.admin.post<{ id: string; secret: null }>('/api/event-webhooks', {
    url: `${receiver.origin}/relevo`,
    relay: true,
  });
  expect(made.secret).toBeNull();
  relay = made.id;
});

afterAll(async () => {
  await app.stop();
  await receiver.close();
});

async function deliver(body: string, signature = signProviderWebhook(body, key, Date.now())): Promise<number> {
  const { webhookUrl } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  const { pathname } = new URL(webhookUrl);
  const headers = { 'content-type': 'application/json', [providerWebhookSignatureHeader]: signature };
  return (await fetch(app.url + pathname, { method: 'POST', headers, body })).status;
}

const webhookBody = (event: string, callId: string, more: object = {}): string =>
  JSON.stringify({ event, call: { call_id: callId, call_type: 'web_call', call_status: 'ongoing', ...more } });
const deliveries = () => workspace.admin.get<EventWebhookDelivery[]>(`/api/event-webhooks/${relay}/deliveries`);
const newest = async (): Promise<EventWebhookDelivery | undefined> => (await deliveries())[0];
const refusal = async (method: string, path: string, body: object): Promise<unknown[]> => {
  const answer = await workspace.admin.request(method, path, { body });
  return [answer.status, ((await answer.json()) as { message: string }).message];
};
async function kept(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    'select count(*)::int as count from event_deliveries where raw is not null',
  );
  return rows[0]?.count ?? 0;
}

test('what the provider signed arrives byte by byte, in order for each call; what is forged does not', async () => {
  // Spelled differently from JSON that we would write.
  const bodies = ['call_started', 'call_ended', 'call_analyzed'].map((event) =>
    webhookBody(event, 'call_r1', { start_timestamp: Date.now() }).replace('{', '{ \n').replace('web', '\\u0077eb'),
  );
  expect(await deliver(bodies[0] ?? '', signProviderWebhook(bodies[0] ?? '', 'key_otra', Date.now()))).toBe(401);
  for (const body of bodies) expect(await deliver(body)).toBe(204);
  expect(await deliver('{"event":"chat_started","chat":{}}')).toBe(204);
  await waitFor('all of them', () => receiver.posts.length === 4);
  const ofCall = receiver.posts.filter(({ body }) => body.includes('call_r1'));
  expect(ofCall.map(({ body }) => body)).toEqual(bodies);
  for (const { headers, body } of receiver.posts)
    expect(verifyProviderWebhookSignature(body, key, String(headers[providerWebhookSignatureHeader]), Date.now())).toBe(
      true,
    );
  await waitFor('their noting', async () => (await deliveries()).every(({ state }) => state === 'delivered'));
  expect(await kept()).toBe(0);
  expect((await deliveries()).map(({ kind, request }) => [kind, request['callId']])).toContainEqual([
    'call_ended',
    'call_r1',
  ]);
});

test('a webhook that is read in the thread arrives whole too', async () => {
  const posts = receiver.posts.length;
  const large = webhookBody('call_ended', 'call_large', { transcript: 'Hola. '.repeat(100_000) });
  expect(large.length).toBeGreaterThan(bodyWorkerThreadMinBytes);
  expect(await deliver(large)).toBe(204);
  await waitFor('the large one', () => receiver.posts.length === posts + 1);
  expect(receiver.posts.at(-1)?.body === large).toBe(true);
});

test('tried again while the signature holds, then set aside unsent', async () => {
  const posts = receiver.posts.length;
  receiver.answerNext(500);
  expect(await deliver(webhookBody('call_started', 'call_r2'))).toBe(204);
  await waitFor('a refused try', async () => (await newest())?.attempts === 1);
  const until = await app.database.pool.query<{ seconds: number }>(
    `select extract(epoch from try_until - now())::float8 as seconds from event_deliveries where call_ids = '{call_r2}'`,
  );
  expect(until.rows[0]?.seconds).toBeGreaterThan(180);
  expect(until.rows[0]?.seconds).toBeLessThanOrEqual(240);
  const hurry = (change: string) =>
    app.database.pool.query(`update event_deliveries set next_try_at = now() ${change} where call_ids = '{call_r2}'`);
  receiver.answerNext(500);
  await hurry('');
  await waitFor('a second try', async () => (await newest())?.attempts === 2);
  await hurry(`, try_until = now() - interval '1 second'`);
  await waitFor('its end', async () => (await newest())?.state === 'set_aside');
  expect(receiver.posts).toHaveLength(posts + 2);
  expect(await kept()).toBe(0);
});

test('paused, nothing gathers; a number that is forgotten is not kept in what waits', async () => {
  receiver.answerNext(500);
  const number = '+5491144445555';
  const ended = {
    call_status: 'ended',
    start_timestamp: Date.now() - 9_000,
    end_timestamp: Date.now(),
    to_number: number,
  };
  expect(await deliver(webhookBody('call_ended', 'call_r3', ended))).toBe(204);
  await waitFor('a refused try', async () => (await newest())?.attempts === 1);
  expect(await kept()).toBe(1);
  await workspace.admin.request('PATCH', `/api/event-webhooks/${relay}`, { body: { state: 'paused' } });
  expect(await deliver(webhookBody('call_started', 'call_r4'))).toBe(204);
  expect((await newest())?.request['callId']).toBe('call_r3');
  // Only the bytes contain the number, because the call has another one by now.
  await app.database.pool.query(`update event_deliveries set call_ids = '{}' where call_ids = '{call_r3}'`);
  const answer = await workspace.admin.request('POST', '/api/calls/forget-number', { body: { phoneNumber: number } });
  expect(answer.status).toBeLessThan(300);
  expect(await kept()).toBe(0);
  await workspace.admin.request('PATCH', `/api/event-webhooks/${relay}`, { body: { state: 'active' } });
});

test('one a workspace, without events of its own, and never later', async () => {
  const url = `${receiver.origin}/otro`;
  expect(await refusal('POST', '/api/event-webhooks', { url, relay: true })).toEqual([
    409,
    'Los webhooks de Retell.AI ya se pasan a otra dirección: elimina ese destino antes de agregar otro.',
  ]);
  expect((await refusal('POST', '/api/event-webhooks', { url, relay: true, events: ['call.ended'] }))[0]).toBe(400);
  expect((await refusal('POST', '/api/event-webhooks', { url }))[0]).toBe(400);
  expect(await refusal('PATCH', `/api/event-webhooks/${relay}`, { events: ['call.ended'] })).toEqual([
    409,
    'Este destino recibe los webhooks de Retell.AI, sin elegir eventos.',
  ]);
  const since = new Date(0).toISOString();
  expect(await refusal('POST', `/api/event-webhooks/${relay}/replay`, { since })).toEqual([
    409,
    'Los webhooks de Retell.AI no se reenvían más tarde: su firma vale cinco minutos.',
  ]);
  const listed = await workspace.admin.get<EventWebhook[]>('/api/event-webhooks');
  expect(listed).toMatchObject([{ id: relay, relay: true, events: [] }]);
});
