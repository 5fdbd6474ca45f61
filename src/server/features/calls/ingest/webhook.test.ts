import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../contract/endpoint.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../../../../retell/signature.ts';
import { connectDatabase } from '../../../platform/db/database.ts';
import { createEndpointBinder, sessionCookieName } from '../../../platform/http/route.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { attempts } from '../../../testing/call-reports.ts';
import { startCutOffProxy, type CutOffProxy } from '../../../testing/cut-off-proxy.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { createSettingsFeature } from '../../settings/index.ts';
import { createProviderEventToggleReader } from './event-toggles.ts';
import { registerWebhookStatusRoute } from './webhook-status.ts';
import { registerProviderWebhookRoute } from './webhook.ts';

const keys = ['key_current', 'key_replaced'];
const token = 'a-token-of-this-workspace-only';
const log = pino({ level: 'silent' });
const minute = 60_000;

let ledger: TestLedger;
let proxy: CutOffProxy;
let app: FastifyInstance;
let workspaceId: string;
/** Error that the directory throws, for example if its database is unavailable. */
let directoryFailure: Error | null;
let isFull = false;
let closeProxied: () => Promise<void>;
let readers = 0;
let role: Role = 'operator';
let rotations: unknown[] = [];

beforeAll(async () => {
  ledger = await openTestLedger();
  proxy = await startCutOffProxy(ledger.connectionString);
  const ingest = ledger.createWriter(2, { connectionString: proxy.connectionString });
  app = await createHttpServer({
    log,
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: true,
    // So few that a limit on valid tokens would be noticed.
    requestsPerMinute: 3,
  });
  const binder = createEndpointBinder(app, {
    findIdentity: async () => ({
      sessionId: 's',
      tokenId: null,
      userId: 'u',
      username: 'u',
      email: null,
      currentWorkspaceId: workspaceId,
      currentRole: role,
    }),
    findTokenIdentity: async () => null,
    findRole: async () => role,
    lacksSecondFactor: async () => false,
  });
  const { clock, events } = ledger;
  const { db } = ledger.database;
  const settings = createSettingsFeature({
    db,
    clock,
    events,
    audit: createAuditFeature({ db }),
    secretKey: 'una clave secreta para las pruebas, larga',
    allowedOrigins: [],
    canSendMail: false,
    hasSecondFactor: async () => false,
    onZoneChange: async () => undefined,
  });
  const directory = {
    webhookTokenOf: async () => token,
    async rotateWebhookToken(...asked: unknown[]) {
      rotations.push(asked);
      return 'a-token-that-nobody-knew-before';
    },
    async findByWebhookToken(given: string) {
      if (directoryFailure) throw directoryFailure;
      return given === token ? { workspaceId, keys } : null;
    },
  };
  const readToggles = createProviderEventToggleReader({ settings, events, clock });
  const proxied = connectDatabase({ connectionString: proxy.connectionString, max: 2 });
  closeProxied = () => proxied.close();
  registerProviderWebhookRoute(binder, {
    db: proxied.db,
    log,
    clock,
    events,
    directory,
    ingest,
    readToggles,
    writerSlot: 2,
    relay: async () => undefined,
    metrics: ledger.metrics,
    storage: { isFull: () => isFull },
  });
  registerWebhookStatusRoute(binder, {
    db,
    clock,
    directory,
    publicUrl: 'https://consola.example',
    providerBaseUrl: 'https://api.retellai.com',
  });
  await app.ready();
});

beforeEach(async () => {
  workspaceId = await ledger.createWorkspace();
  directoryFailure = null;
  isFull = false;
  role = 'operator';
  rotations = [];
});

afterAll(async () => {
  await app.close();
  await closeProxied();
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
  const {
    body = started('c1'),
    key = 'key_current',
    to = token,
    from = '198.51.100.1',
    type = 'application/json',
  } = sent;
  const signedAtMs = sent.signedAtMs ?? ledger.clock.now().getTime();
  const signed = sent.signature ?? signProviderWebhook(body, key, signedAtMs);
  const request: InjectOptions = {
    method: 'POST',
    url: `/api/webhooks/retell/${to}`,
    payload: body,
    headers: { 'content-type': type, [providerWebhookSignatureHeader]: signed, 'x-forwarded-for': from },
  };
  return app.inject(request);
}

const startedAt = Date.parse('2026-11-21T11:00:00Z');

function started(callId: string, more: object = {}): string {
  const call = { call_id: callId, call_status: 'ongoing', start_timestamp: startedAt, ...more };
  return JSON.stringify({ event: 'call_started', call });
}

/** Saves the toggles as this server does, or as another one whose notification is lost. */
async function switchOff(types: readonly string[], by: 'here' | 'elsewhere' = 'here'): Promise<void> {
  const toggles = Object.fromEntries(
    ['call_started', 'call_ended', 'call_analyzed'].map((type) => [type, !types.includes(type)]),
  );
  await ledger.database.db
    .updateTable('workspace_settings')
    .set({ event_toggles: JSON.stringify(toggles) })
    .where('workspace_id', '=', workspaceId)
    .execute();
  if (by === 'here') ledger.events.emit('settings.changed', { workspaceId });
}

async function storedIds(): Promise<string[]> {
  const rows = await ledger.database.db
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

interface WebhookStatus {
  readonly status: string;
  readonly lastEventAt: string | null;
  readonly lastFailureAt: string | null;
  readonly missedCalls: number;
  readonly lastMissedAt: string | null;
}

async function status() {
  // Each request has another address, because the limit on readers is not tested here.
  const headers = { 'x-forwarded-for': `10.0.0.${++readers}` };
  const answer = await app.inject({ url: '/api/webhook-status', cookies: { [sessionCookieName]: 'x' }, headers });
  return answer.json<WebhookStatus>();
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
    const genuine = signProviderWebhook(started('c1'), 'key_current', ledger.clock.now().getTime());
    const forged = [
      { key: 'key_of_another' },
      { signature: '' },
      { signature: 'v=1,d=2' },
      { body: started('other'), signature: genuine },
    ];
    for (const sent of forged) {
      const answer = await send(sent);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'invalid_signature' });
    }
    expect(await storedIds()).toEqual([]);
    expect(await ledger.readLedger(workspaceId)).toEqual({ calls: [], details: [], events: [] });
    expect(await status()).toEqual({
      status: 'waiting',
      lastEventAt: null,
      lastFailureAt: ledger.clock.now().toISOString(),
      missedCalls: 0,
      missedByAgent: [],
      lastMissedAt: null,
    });
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
    expect(await status()).toMatchObject({ status: 'waiting' });
    expect((await send({ body: '{"event":"alert_raised","alert":{"id":1}}' })).statusCode).toBe(204);
    expect(await storedIds()).toEqual([]);
    expect(await status()).toMatchObject({ status: 'connected', lastEventAt: ledger.clock.now().toISOString() });
  });

  it('takes 10 MB and no more', async () => {
    const long = (length: number): string =>
      JSON.stringify({
        event: 'call_ended',
        call: { call_id: 'long', call_status: 'ended', transcript: 'x'.repeat(length) },
      });
    expect((await send({ body: long(9_900_000) })).statusCode).toBe(204);
    expect((await send({ body: long(10.5 * 1024 * 1024) })).statusCode).toBe(413);
  });

  it.each([
    ['scrubbed_transcript_with_tool_calls alone', false],
    ['both lists and the transcript', true],
  ])('reads of a large one what it reads of a small one: %s', async (_, isWhole) => {
    const words = [{ word: 'Hola', start: 1, end: 1.5 }];
    const said = [
      { role: 'agent', content: 'Hola', words },
      { role: 'user', content: 'Buenas', words: [{ word: 'Buenas', start: 4, end: 4.5 }] },
    ];
    const tools = [
      { role: 'tool_call_invocation', tool_call_id: 't1', name: 'consultar', arguments: '{}' },
      { role: 'tool_call_result', tool_call_id: 't1', content: 'listo', successful: true },
    ];
    const list = [said[0], ...tools, said[1]];
    const call = {
      call_status: 'ended',
      start_timestamp: startedAt,
      end_timestamp: startedAt + 5_000,
      duration_ms: 5_000,
      scrubbed_transcript_with_tool_calls: list,
      ...(isWhole ? { transcript_object: said, transcript_with_tool_calls: list } : {}),
    };
    for (const [id, padding] of [
      ['small', 0],
      ['large', 100_000],
    ] as const) {
      const body = { event: 'call_ended', call: { ...call, call_id: id, access_token: 'x'.repeat(padding) } };
      expect((await send({ body: JSON.stringify(body) })).statusCode).toBe(204);
    }
    const [large, small] = await ledger.database.db
      .selectFrom('calls')
      .innerJoin('call_details', (join) =>
        join
          .onRef('call_details.workspace_id', '=', 'calls.workspace_id')
          .onRef('call_details.call_id', '=', 'calls.id'),
      )
      .select(['greeting_ms', 'silence_ms', 'agent_spoke', 'transcript_object', 'tool_calls'])
      .where('calls.workspace_id', '=', workspaceId)
      .orderBy('calls.id')
      .execute();
    expect(small).toMatchObject({ greeting_ms: 1_000, silence_ms: 2_500, agent_spoke: true });
    expect(small?.tool_calls).toHaveLength(1);
    expect(large).toEqual(small);
  });

  it('answers 503 while the database is away, and takes the event when it comes again', async () => {
    proxy.cut();
    const answer = await send();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    proxy.reconnect();
    directoryFailure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect((await send()).statusCode).toBe(503);
    expect(await storedIds()).toEqual([]);
    directoryFailure = null;
    expect((await send()).statusCode).toBe(204);
    expect(await storedIds()).toEqual(['c1']);
  });
});

it('counts what it takes by event, and what it refuses by reason', async () => {
  const { counted } = ledger.metrics;
  const reasons = ['unknown_token', 'too_many', 'signature', 'storage_full', 'unavailable', 'invalid', 'other'];
  const read = () => ({
    refused: reasons.map((reason) => counted('vocero_webhooks_refused_total', reason)),
    taken: ['call_started', 'other'].map((event) => counted('vocero_webhooks_received_total', event)),
  });
  const before = read();
  for (let tries = 0; tries < 31; tries += 1)
    await send({ to: `stranger-${tries}-xxxxxxxxxxxxxxxx`, from: '203.0.113.77' });
  await send({ signature: '' });
  isFull = true;
  await send();
  isFull = false;
  directoryFailure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await send();
  directoryFailure = null;
  await send({ body: '[]' });
  await send();
  await send({ body: '{"event":"alert_raised","alert":{"id":1}}' });
  const after = read();
  expect(after.refused.map((count, index) => count - (before.refused[index] ?? 0))).toEqual([30, 1, 1, 1, 1, 1, 0]);
  expect(after.taken.map((count, index) => count - (before.taken[index] ?? 0))).toEqual([1, 1]);
});

it('tells whoever waits for a line that a call ended, before it is stored, and only when that is proven', async () => {
  const heard: string[] = [];
  const stop = ledger.events.on('call.end_heard', (event) => heard.push(event.workspaceId));
  const ended = started('c1').replace('call_started', 'call_ended');
  await send();
  await send({ body: ended, signature: 'forged' });
  expect(heard).toEqual([]);
  proxy.cut();
  expect((await send({ body: ended })).statusCode).toBe(503);
  proxy.reconnect();
  stop();
  expect(heard).toEqual([workspaceId]);
});

describe('an event of a type that is switched off', () => {
  const [attempt] = attempts;
  const placed = {
    call_type: 'phone_call',
    direction: 'outbound',
    from_number: '+541150000000',
    to_number: '+5491144440000',
    agent_id: 'agent_a',
    metadata: { vocero_attempt_id: attempt?.attemptId },
  };
  const analyzed = (callId: string, more: object = {}): string => {
    const call = {
      call_id: callId,
      call_status: 'ended',
      end_timestamp: startedAt + 60_000,
      duration_ms: 60_000,
      transcript: 'Hola',
      ...more,
    };
    return JSON.stringify({
      event: 'call_analyzed',
      call: { ...call, call_analysis: { call_successful: true }, call_cost: { combined_cost: 3 } },
    });
  };

  it('is acknowledged, counts as the last event and changes nothing', async () => {
    await switchOff(['call_started', 'call_analyzed']);
    expect((await send({ body: started('off') })).statusCode).toBe(204);
    expect(await status()).toMatchObject({
      status: 'connected',
      lastEventAt: ledger.clock.now().toISOString(),
      missedCalls: 0,
    });
    await ledger.clock.advance(minute);
    expect((await send({ body: analyzed('off') })).statusCode).toBe(204);
    expect(await status()).toMatchObject({ lastEventAt: ledger.clock.now().toISOString() });
    expect(await ledger.readLedger(workspaceId)).toEqual({ calls: [], details: [], events: [] });
    // A forged webhook of such a type is refused too.
    expect((await send({ body: started('off'), key: 'key_of_another' })).statusCode).toBe(401);
  });

  it('leaves the other types, and types without a switch, applied', async () => {
    await switchOff(['call_started']);
    await send({ body: started('c1') });
    await send({ body: analyzed('c2') });
    await send({
      body: JSON.stringify({ event: 'transcript_updated', call: { call_id: 'c3', call_status: 'ongoing' } }),
    });
    expect(await storedIds()).toEqual(['c2', 'c3']);
    expect((await ledger.readLedger(workspaceId)).calls).toEqual([
      expect.stringContaining('"is_analyzed":true'),
      expect.stringContaining('"status":"ongoing"'),
    ]);
  });

  it('proves that the attempt which it names was accepted, and tells nothing else of the call', async () => {
    await switchOff(['call_started', 'call_ended', 'call_analyzed']);
    expect(
      (
        await send({
          body: analyzed('c1', { ...placed, start_timestamp: startedAt, disconnection_reason: 'user_hangup' }),
        })
      ).statusCode,
    ).toBe(204);
    const [row] = await ledger.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(row).toMatchObject({
      id: 'c1',
      attempt_id: attempt?.attemptId,
      campaign_id: attempt?.campaignId,
      status: 'registered',
      is_over: false,
      is_analyzed: false,
      direction: 'outbound',
      to_number: '+5491144440000',
      agent_id: 'agent_a',
      start_at: null,
      end_at: null,
      duration_ms: null,
      disconnection_reason: null,
      is_successful: null,
      cost_cents: null,
    });
    const { details, events } = await ledger.readLedger(workspaceId);
    expect(JSON.stringify([details, events])).not.toMatch(/Hola|call_successful|combined_cost|call_analyzed/);
    expect(await status()).toMatchObject({ status: 'connected', lastEventAt: ledger.clock.now().toISOString() });
  });

  it('takes nothing back from what is known, and what comes later stands above it', async () => {
    await send({ body: analyzed('c1', placed) });
    await switchOff(['call_started', 'call_analyzed']);
    const before = (await ledger.readLedger(workspaceId)).calls;
    await send({ body: started('c1', placed) });
    expect((await ledger.readLedger(workspaceId)).calls).toEqual(before);
    await send({ body: started('c2', { ...placed, agent_id: 'agent_old' }) });
    await switchOff([]);
    await send({ body: analyzed('c2', placed) });
    const [row] = await ledger.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', 'c2')
      .execute();
    expect(row).toMatchObject({ status: 'ended', agent_id: 'agent_a', is_successful: true, duration_ms: 60_000 });
  });

  it('is applied again at once when it is switched on here, and within seconds when elsewhere', async () => {
    await switchOff(['call_started']);
    await send({ body: started('c1') });
    await switchOff([]);
    await send({ body: started('c2') });
    expect(await storedIds()).toEqual(['c2']);
    await switchOff(['call_started'], 'elsewhere');
    await ledger.clock.advance(5_000);
    await send({ body: started('c3') });
    expect(await storedIds()).toEqual(['c2']);
  });

  it('is durable when it is acknowledged: a flood shares its writes, a database that is away answers 503', async () => {
    await switchOff(['call_started']);
    const flood = await Promise.all(Array.from({ length: 50 }, (_, index) => send({ body: started(`f${index}`) })));
    expect(new Set(flood.map((answer) => answer.statusCode))).toEqual(new Set([204]));
    const rows = await ledger.database.db
      .selectFrom('webhook_receipts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(rows).toHaveLength(1);
    proxy.cut();
    expect((await send()).statusCode).toBe(503);
    proxy.reconnect();
    expect((await send()).statusCode).toBe(204);
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

  it('shows the address to enter at the provider, to editors and admins alone', async () => {
    const read = () => app.inject({ url: '/api/webhook-url', cookies: { [sessionCookieName]: 'x' } });
    role = 'operator';
    expect((await read()).statusCode).toBe(403);
    role = 'editor';
    const answer = await read();
    expect(answer.json()).toEqual({
      webhookUrl: `https://consola.example/api/webhooks/retell/${token}`,
      isReachable: true,
    });
  });

  it('is given a new address for an admin alone, in the name of who asks', async () => {
    const rotate = () =>
      app.inject({
        method: 'POST',
        url: '/api/webhook-url/rotate',
        cookies: { [sessionCookieName]: 'x' },
        remoteAddress: `10.1.0.${++readers}`,
      });
    for (const lesser of ['operator', 'editor'] as const) {
      role = lesser;
      expect((await rotate()).statusCode).toBe(403);
    }
    expect(rotations).toEqual([]);
    role = 'admin';
    const answer = await rotate();
    expect(answer.json()).toEqual({
      webhookUrl: 'https://consola.example/api/webhooks/retell/a-token-that-nobody-knew-before',
      isReachable: true,
    });
    expect(rotations).toEqual([[workspaceId, { userId: 'u', username: 'u', address: `10.1.0.${readers}` }]]);
  });
});
