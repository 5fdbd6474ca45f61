import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGNATURE_HEADER, signWebhook } from '../../../retell/signature.ts';
import { createEndpointBinder, sessionCookie } from '../../platform/http/route.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { startCutOffProxy, type CutOffProxy } from '../../testing/cut-off-proxy.ts';
import { registerWebhookStatus } from './webhook-status.ts';
import { registerWebhook } from './webhook.ts';

const keys = ['key_current', 'key_replaced'];
const token = 'a-token-of-this-workspace-only';
const log = pino({ level: 'silent' });
const minute = 60_000;

let ledger: TestLedger;
let proxy: CutOffProxy;
let app: FastifyInstance;
let workspaceId: string;
/** What the directory throws, as when its database is away. */
let directoryFailure: Error | null;
let isFull = false;
let readers = 0;

beforeAll(async () => {
  ledger = await openTestLedger();
  proxy = await startCutOffProxy(ledger.connectionString);
  const ingest = ledger.createWriter(2, { connectionString: proxy.connectionString });
  app = await createHttpServer({
    log,
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: true,
    // So few that a limit on valid tokens would show.
    requestsPerMinute: 3,
  });
  const binder = createEndpointBinder(app, {
    findIdentity: async () => ({ sessionId: 's', userId: 'u', username: 'u', email: null, currentWorkspaceId: workspaceId }),
    findRole: async () => 'operator',
  });
  const { clock } = ledger;
  const { db } = ledger.database;
  const directory = {
    webhookTokenOf: async () => token,
    async findByWebhookToken(given: string) {
      if (directoryFailure) throw directoryFailure;
      return given === token ? { workspaceId, keys } : null;
    },
  };
  registerWebhook(binder, { db, log, clock, directory, ingest, writerSlot: 2, storage: { isFull: () => isFull } });
  registerWebhookStatus(binder, { db, clock, directory, publicUrl: 'https://consola.example' });
  await app.ready();
});

beforeEach(async () => {
  workspaceId = await ledger.createWorkspace();
  directoryFailure = null;
  isFull = false;
});

afterAll(async () => {
  await app.close();
  await ledger.close();
  await proxy.close();
});

interface Sent {
  readonly body?: string;
  readonly key?: string;
  readonly signedAtMs?: number;
  readonly signature?: string;
  readonly to?: string;
  readonly from?: string;
  readonly type?: string;
}

async function send(sent: Sent = {}) {
  const { body = started('c1'), key = 'key_current', to = token, from = '198.51.100.1', type = 'application/json' } = sent;
  const signedAtMs = sent.signedAtMs ?? ledger.clock.now().getTime();
  const signed = sent.signature ?? signWebhook(body, key, signedAtMs);
  const request: InjectOptions = {
    method: 'POST',
    url: `/api/webhooks/retell/${to}`,
    payload: body,
    headers: { 'content-type': type, [SIGNATURE_HEADER]: signed, 'x-forwarded-for': from },
  };
  return app.inject(request);
}

function started(callId: string): string {
  const call = { call_id: callId, call_status: 'ongoing', start_timestamp: Date.parse('2026-11-21T11:00:00Z') };
  return JSON.stringify({ event: 'call_started', call });
}

async function storedIds(): Promise<string[]> {
  const rows = await ledger.database.db.selectFrom('calls').select('id').where('workspace_id', '=', workspaceId).orderBy('id').execute();
  return rows.map((row) => row.id);
}

async function status() {
  // From another address each time: the limit on readers is not what is tested here.
  const headers = { 'x-forwarded-for': `10.0.0.${++readers}` };
  const answer = await app.inject({ url: '/api/webhook-status', cookies: { [sessionCookie]: 'x' }, headers });
  return answer.json<{ status: string; lastEventAt: string | null; lastFailureAt: string | null }>();
}

describe('the webhook', () => {
  it('takes what is signed with any of the workspace’s keys, over the exact bytes, and is durable when it answers', async () => {
    const odd = `  {"call" :{"call_id":"ñandú\\u00e9","metadata":{"n":1.0}},\n"event":"call_started"}  `;
    expect((await send()).statusCode).toBe(204);
    expect(await storedIds()).toEqual(['c1']);
    expect((await send({ body: odd, key: 'key_replaced', type: 'text/plain' })).statusCode).toBe(204);
    expect((await send({ body: started('c2'), type: 'application/x-unheard-of' })).statusCode).toBe(204);
    expect(await storedIds()).toEqual(['c1', 'c2', 'ñandúé']);
  });

  it('accepts a clock five minutes off and no more, either way', async () => {
    const now = ledger.clock.now().getTime();
    expect((await send({ signedAtMs: now - 5 * minute })).statusCode).toBe(204);
    expect((await send({ signedAtMs: now + 5 * minute })).statusCode).toBe(204);
    for (const off of [-5 * minute - 1, 5 * minute + 1]) {
      expect((await send({ body: started('stale'), signedAtMs: now + off })).statusCode).toBe(401);
    }
    expect(await storedIds()).toEqual(['c1']);
  });

  it('changes nothing for a forged one, and says so in the status', async () => {
    const genuine = signWebhook(started('c1'), 'key_current', ledger.clock.now().getTime());
    const forged = [{ key: 'key_of_another' }, { signature: '' }, { signature: 'v=1,d=2' }, { body: started('other'), signature: genuine }];
    for (const sent of forged) {
      const answer = await send(sent);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'invalid_signature' });
    }
    expect(await storedIds()).toEqual([]);
    expect(await ledger.readLedger(workspaceId)).toEqual({ calls: [], details: [], events: [] });
    expect(await status()).toEqual({ status: 'waiting', lastEventAt: null, lastFailureAt: ledger.clock.now().toISOString() });
  });

  it('answers an unknown token like a forged signature, and limits who tries many; a known one never', async () => {
    const from = '203.0.113.9';
    const statuses: number[] = [];
    for (let tries = 0; tries < 32; tries += 1) {
      statuses.push((await send({ to: `stranger-${tries}-xxxxxxxxxxxxxxxx`, from })).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
    expect((await send({ to: 'short', from: '203.0.113.10' })).statusCode).toBe(401);
    expect((await send({ from })).statusCode).toBe(204);
    await ledger.clock.advance(minute);
    expect((await send({ to: 'stranger-again-xxxxxxxxxxx', from })).statusCode).toBe(401);
  });

  it('refuses signed nonsense and takes note of signed events about no call', async () => {
    expect((await send({ body: '{"event":' })).statusCode).toBe(400);
    expect((await send({ body: '[]' })).statusCode).toBe(400);
    expect((await send({ body: '{"event":"call_started","call":{}}' })).statusCode).toBe(400);
    expect((await send({ body: '{"event":"call_started","call":{"call_id":"a b"}}' })).statusCode).toBe(400);
    expect((await send({ body: '{"event":"alert_raised","alert":{"id":1}}' })).statusCode).toBe(204);
    expect(await storedIds()).toEqual([]);
  });

  it('takes 10 MB and no more', async () => {
    const long = (length: number): string =>
      JSON.stringify({ event: 'call_ended', call: { call_id: 'long', call_status: 'ended', transcript: 'x'.repeat(length) } });
    expect((await send({ body: long(9_900_000) })).statusCode).toBe(204);
    expect((await send({ body: long(10.5 * 1024 * 1024) })).statusCode).toBe(413);
  });

  it('answers 503 while the database is away, and takes the event when it comes again', async () => {
    proxy.cut();
    const answer = await send();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    proxy.mend();
    directoryFailure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect((await send()).statusCode).toBe(503);
    expect(await storedIds()).toEqual([]);
    directoryFailure = null;
    expect((await send()).statusCode).toBe(204);
    expect(await storedIds()).toEqual(['c1']);
  });
});

describe('its status', () => {
  it('waits, is connected, and falls silent after a day', async () => {
    expect(await status()).toMatchObject({ status: 'waiting' });
    await send();
    expect(await status()).toMatchObject({ status: 'connected', lastEventAt: ledger.clock.now().toISOString() });
    await ledger.clock.advance(24 * 60 * minute + 1);
    expect(await status()).toMatchObject({ status: 'silent' });
  });

  it('shows the address to enter at the provider', async () => {
    const answer = await app.inject({ url: '/api/webhook-url', cookies: { [sessionCookie]: 'x' } });
    expect(answer.json()).toEqual({ webhookUrl: `https://consola.example/api/webhooks/retell/${token}` });
  });
});
