// Drives the simulator through the provider's official client.
import Retell, { APIError } from 'retell-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseWireCall } from '../retell/index.ts';
import type { SimulatorOptions } from './index.ts';
import { startSimulator } from './index.ts';
import type { Simulator } from './index.ts';

const testKey = 'key_uno';
const otherKey = 'key_dos';
const calledNumber = '+5491155667788';

let simulator: Simulator;
let client: Retell;
let from: string;

async function start(overrides: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({
    seed: 11,
    clock: { speed: 2000 },
    accounts: [
      { key: testKey, orgName: 'Financiera Sur' },
      { key: otherKey, orgName: 'Clínica Norte' },
    ],
    ...overrides,
  });
  client = new Retell({ apiKey: testKey, baseURL: simulator.url, maxRetries: 0 });
  from = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
}

const status = async (request: Promise<unknown>): Promise<number | undefined> =>
  request.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number | undefined) : undefined),
  );

beforeEach(() => start());
afterEach(() => simulator.close());

describe('the account', () => {
  it('answers its owner, and refuses a wrong key as the provider does', async () => {
    expect(await client.identity.retrieve()).toEqual({ org_name: 'Financiera Sur', api_key_name: 'Principal' });
    const stranger = new Retell({ apiKey: 'nope', baseURL: simulator.url, maxRetries: 0 });
    await expect(stranger.identity.retrieve()).rejects.toMatchObject({
      status: 401,
      error: { status: 'error', message: 'API key is missing or invalid.' },
    });
    expect((await fetch(`${simulator.url}/get-concurrency`)).status).toBe(401);
    simulator.setKeyRefused(testKey, true);
    expect(await status(client.identity.retrieve())).toBe(401);
    simulator.setKeyRefused(testKey, false);
    expect(await status(client.identity.retrieve())).toBe(200);
  });

  it('lists agents thinly and pages them; get-agent has every field of the agents screen', async () => {
    const first = await client.agent.list({ limit: 4 });
    expect(first.items).toHaveLength(4);
    expect(Object.keys(first.items[0] ?? {}).sort()).toEqual([
      'agent_id',
      'agent_name',
      'channel',
      'tags',
      'user_modified_timestamp',
    ]);
    const rest = await client.agent.list({
      limit: 4,
      ...(first.pagination_key === undefined ? {} : { pagination_key: first.pagination_key }),
    });
    expect(rest).toMatchObject({ has_more: false });
    const all = [...first.items, ...rest.items];
    expect(new Set(all.map(({ agent_id }) => agent_id)).size).toBe(6);
    const agents = await Promise.all(all.map(({ agent_id }) => client.agent.retrieve(agent_id)));
    for (const agent of agents) {
      expect(Object.keys(agent)).toEqual(
        expect.arrayContaining([
          'version',
          'is_published',
          'language',
          'voice_id',
          'voice_model',
          'voice_temperature',
          'voice_speed',
          'responsiveness',
          'interruption_sensitivity',
          'enable_backchannel',
          'response_engine',
          'last_modification_timestamp',
        ]),
      );
    }
    expect(agents.some(({ is_published }) => is_published === false)).toBe(true);
    expect(agents.some(({ language }) => Array.isArray(language))).toBe(true);
    expect((await client.agent.list({ filter_criteria: { query: 'cobranza' } })).items).toHaveLength(2);
    expect(
      (await client.agent.list({ filter_criteria: { channel: { op: 'eq', type: 'string', value: 'chat' } } })).items,
    ).toEqual([]);
    const [some] = agents;
    expect((await client.agent.retrieve(some?.agent_id ?? '', { version: 0 })).version).toBe(0);
    expect(await status(client.agent.retrieve('agent_x'))).toBe(422);
  });

  it('has numbers of its own, with an agent to call out', async () => {
    const { items } = await client.phoneNumber.list();
    expect(items[0]).toMatchObject({
      phone_number: from,
      phone_number_pretty: expect.stringMatching(/^\+54 11 \d{4}-\d{4}$/),
      nickname: expect.stringContaining('Financiera Sur'),
    });
    expect(items[0]?.outbound_agents?.[0]?.agent_id).toMatch(/^agent_/);
    const other = await new Retell({ apiKey: otherKey, baseURL: simulator.url }).phoneNumber.list();
    expect(other.items.map(({ phone_number }) => phone_number)).not.toContain(from);
    expect((await client.phoneNumber.retrieve(from)).phone_number).toBe(from);
  });
});

describe('a call', () => {
  it('is registered, talks, ends and is analysed, with everything the console shows', async () => {
    simulator.forceOutcome('agent_hangup');
    const metadata = { attempt_id: 'a-1', nested: { ok: true } };
    const placed = await client.call.createPhoneCall({
      from_number: from,
      to_number: calledNumber,
      metadata,
      retell_llm_dynamic_variables: { customer_name: 'Ñandú Pérez' },
    });
    expect(placed).toMatchObject({
      call_status: 'registered',
      call_type: 'phone_call',
      direction: 'outbound',
      from_number: from,
      to_number: calledNumber,
      metadata,
    });
    expect(placed.disconnection_reason).toBeUndefined();
    await simulator.whenIdle();
    const call = await client.call.retrieve(placed.call_id);
    expect(call).toMatchObject({ call_status: 'ended', disconnection_reason: 'agent_hangup', metadata });
    expect((call.end_timestamp ?? 0) - (call.start_timestamp ?? 0)).toBe(call.duration_ms);
    expect(call.transcript).toMatch(/^Agent: .*Ñandú Pérez/);
    const words = (call.transcript_object ?? []).flatMap((utterance) => utterance.words);
    expect(words.length).toBeGreaterThan(20);
    expect(
      words.every(({ start = -1, end = -1 }) => start >= 0 && end > start && end * 1000 <= (call.duration_ms ?? 0)),
    ).toBe(true);
    expect(call.call_cost?.combined_cost).toBeGreaterThan(1);
    expect(call.call_cost?.total_duration_seconds).toBe(Math.ceil((call.duration_ms ?? 0) / 1000));
    expect(call.latency?.e2e).toMatchObject({
      num: call.latency?.e2e?.values?.length,
      p50: expect.any(Number),
      p99: expect.any(Number),
    });
    expect(call.llm_token_usage?.values).toHaveLength(call.llm_token_usage?.num_requests ?? -1);
    expect(call.call_analysis).toMatchObject({
      call_summary: expect.stringContaining('Ñandú Pérez'),
      user_sentiment: expect.any(String),
      in_voicemail: false,
    });
    expect(call.recording_url).toBe(`${simulator.url}/recordings/${call.call_id}.wav`);
    expect(parseWireCall(call)).toEqual(call);
    expect(simulator.placedCalls(testKey)).toEqual([
      {
        call_id: call.call_id,
        from_number: from,
        to_number: calledNumber,
        metadata,
        acceptedAt: expect.any(Number),
        answered: true,
      },
    ]);
    expect(simulator.placedCalls(otherKey)).toEqual([]);
  });

  it('that nobody answers has no conversation, no cost and status not_connected', async () => {
    simulator.forceOutcome('dial_no_answer', calledNumber);
    const { call_id } = await client.call.createPhoneCall({ from_number: from, to_number: calledNumber });
    await simulator.whenIdle();
    const call = await client.call.retrieve(call_id);
    expect(call).toMatchObject({
      call_status: 'not_connected',
      disconnection_reason: 'dial_no_answer',
      call_cost: { combined_cost: 0 },
    });
    expect(call).not.toHaveProperty('transcript');
    expect(call).not.toHaveProperty('recording_url');
    expect(simulator.statistics(testKey)).toMatchObject({
      total: 1,
      live: 0,
      byStatus: { not_connected: 1 },
      byReason: { dial_no_answer: 1 },
    });
  });

  it('answers to the success definition that the request brings', async () => {
    simulator.forceOutcome('agent_hangup');
    const { call_id } = await client.call.createPhoneCall({
      from_number: from,
      to_number: calledNumber,
      agent_override: {
        agent: {
          post_call_analysis_data: [
            {
              type: 'system-presets',
              name: 'call_successful',
              description: 'El cliente acepta la visita del técnico.',
            },
            { type: 'boolean', name: 'acepta', description: 'Si acepta.' },
          ],
        },
      },
    });
    await simulator.whenIdle();
    const analysis = (await client.call.retrieve(call_id)).call_analysis;
    expect(analysis?.call_summary).toContain('Objetivo: El cliente acepta la visita del técnico. Resultado:');
    expect(Object.keys(analysis?.custom_analysis_data ?? {}).every((name) => name === 'acepta')).toBe(true);
    expect(typeof analysis?.call_successful).toBe('boolean');
    // A repeated analysis uses only the agent's newest version.
    const again = (await client.call.rerunAnalysis(call_id)).call_analysis;
    expect(again?.call_summary).toContain('Objetivo: ');
    expect(again?.call_summary).not.toContain('El cliente acepta la visita del técnico.');
    expect(again?.custom_analysis_data).not.toHaveProperty('acepta');
  });

  it('can be hung up while it lives, not after, and then deleted', async () => {
    simulator.setSpeed(0.001);
    simulator.forceOutcome('user_hangup');
    const { call_id } = await client.call.createPhoneCall({ from_number: from, to_number: calledNumber });
    expect(await client.concurrency.retrieve()).toMatchObject({ current_concurrency: 1, concurrency_limit: 20 });
    expect(await status(client.call.listenLive(call_id))).toBe(400);
    expect(await status(client.call.delete(call_id))).toBe(400);
    await client.call.stop(call_id);
    expect(await client.call.retrieve(call_id)).toMatchObject({ disconnection_reason: 'manual_stopped' });
    expect((await client.concurrency.retrieve()).current_concurrency).toBe(0);
    expect(await status(client.call.stop(call_id))).toBe(400);
    await client.call.delete(call_id);
    expect(await status(client.call.retrieve(call_id))).toBe(422);
    expect(simulator.placedCalls(testKey)).toHaveLength(1);
  });

  it('can be listened to while it lives, and analysed again', async () => {
    await simulator.close();
    await start({ ringMs: 0, callDurationMs: 3_600_000, clock: { speed: 1 } });
    simulator.forceOutcome('user_hangup');
    const { call_id } = await client.call.createPhoneCall({ from_number: from, to_number: calledNumber });
    await expect.poll(async () => (await client.call.retrieve(call_id)).call_status).toBe('ongoing');
    expect(await client.call.listenLive(call_id)).toMatchObject({
      access_token: expect.any(String),
      room_name: call_id,
    });
    expect((await client.call.retrieve(call_id)).start_timestamp).toBeGreaterThan(0);
    await client.call.stop(call_id);
    simulator.setSpeed(1_000_000);
    await simulator.whenIdle();
    const before = await client.call.retrieve(call_id);
    expect(before).toMatchObject({
      call_status: 'ended',
      disconnection_reason: 'manual_stopped',
      call_analysis: expect.anything(),
    });
    expect(await client.call.rerunAnalysis(call_id)).toMatchObject({
      call_id,
      call_analysis: { call_summary: expect.any(String) },
    });
  });

  it('by the web has no direction and no numbers', async () => {
    const agentId = (await client.agent.list()).items[0]?.agent_id ?? '';
    const created = await client.call.createWebCall({ agent_id: agentId, metadata: { from: 'web' } });
    expect(created).toMatchObject({ transport: 'gateway', access_token: expect.any(String) });
    await simulator.whenIdle();
    const call = await client.call.retrieve(created.call_id);
    expect(call).toMatchObject({ call_type: 'web_call', metadata: { from: 'web' } });
    for (const field of ['direction', 'from_number', 'to_number']) expect(call).not.toHaveProperty(field);
  });

  it('is refused when the request is wrong', async () => {
    const place = (body: object): Promise<number | undefined> =>
      status(client.call.createPhoneCall({ from_number: from, to_number: calledNumber, ...body }));
    expect(await place({ to_number: '1155667788' })).toBe(400);
    expect(await place({ from_number: '+541199999999' })).toBe(422);
    expect(await place({ override_agent_id: 'agent_x' })).toBe(422);
    expect(await place({ metadata: 'text' })).toBe(400);
    expect(await place({ metadata: { big: 'x'.repeat(50_000) } })).toBe(400);
    expect(await place({ metadata: { big: 'x'.repeat(49_000) } })).toBe(200);
    expect(await place({ retell_llm_dynamic_variables: { edad: 3 } })).toBe(400);
    expect(await status(client.post('/v2/create-phone-call', { body: 'no json' }))).toBe(400);
    expect(await status(client.get('/v2/unknown'))).toBe(404);
    expect(simulator.placedCalls(testKey)).toHaveLength(1);
  });

  it('is refused above the lines of the account, and above its calls per second', async () => {
    await simulator.close();
    await start({
      clock: { speed: 0.001 },
      accounts: [
        { key: testKey, orgName: 'Uno', concurrencyLimit: 2 },
        { key: otherKey, orgName: 'Dos', callsPerSecondLimit: 1 },
      ],
    });
    const place = (): Promise<number | undefined> =>
      status(client.call.createPhoneCall({ from_number: from, to_number: calledNumber }));
    expect([await place(), await place(), await place()]).toEqual([200, 200, 429]);
    simulator.setConcurrencyLimit(testKey, 3);
    expect(await place()).toBe(200);
    client = new Retell({ apiKey: otherKey, baseURL: simulator.url, maxRetries: 0 });
    from = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
    // Sent at once, so that a second contains several of them even on a slow machine.
    expect(new Set(await Promise.all(Array.from({ length: 20 }, place)))).toEqual(new Set([200, 429]));
  });
});

describe('calls that come by themselves', () => {
  it('arrive inbound and by the web at the given rates, until they are paused', async () => {
    simulator.setArrivals(testKey, { inboundPerMinute: 60, webPerMinute: 60 });
    await expect
      .poll(() => simulator.statistics(testKey).byKind)
      .toMatchObject({ inbound: expect.toSatisfy((n: number) => n > 3), web: expect.toSatisfy((n: number) => n > 3) });
    simulator.pauseArrivals();
    await simulator.whenIdle();
    const calls = [...simulator.calls(testKey)];
    const inbound = calls.find(({ direction }) => direction === 'inbound');
    expect(inbound?.to_number).toMatch(/^\+5411/);
    expect(inbound?.from_number).toMatch(/^\+549\d{10}$/);
    expect(simulator.statistics(testKey).live).toBe(0);
  });

  it('find the lines busy above the limit', async () => {
    simulator.setConcurrencyLimit(testKey, 0);
    const id = simulator.arrive(testKey, 'inbound');
    await simulator.whenIdle();
    expect(simulator.call(testKey, id)).toMatchObject({
      call_status: 'error',
      disconnection_reason: 'concurrency_limit_reached',
    });
  });
});

describe('at scale', () => {
  it('carries 300 live calls at once', async () => {
    simulator.setConcurrencyLimit(testKey, 300);
    // So slow that no call ends before all are placed, on any machine.
    simulator.setSpeed(0.001);
    const numbers = Array.from({ length: 300 }, (_, index) => `+54911${20_000_000 + index}`);
    await Promise.all(numbers.map((to_number) => client.call.createPhoneCall({ from_number: from, to_number })));
    expect((await client.concurrency.retrieve()).current_concurrency).toBe(300);
    simulator.setSpeed(5000);
    await simulator.whenIdle();
    const { byStatus, byReason } = simulator.statistics(testKey);
    expect(Object.values(byStatus).reduce((sum, n) => sum + n, 0)).toBe(300);
    expect(byStatus['ended']).toBeGreaterThan(150);
    expect(byStatus['not_connected']).toBeGreaterThan(50);
    expect(Object.keys(byReason).length).toBeGreaterThan(6);
  });
});

describe('the status page', () => {
  it('speaks Statuspage', async () => {
    const read = async (): Promise<unknown> => (await fetch(simulator.statusPageUrl)).json();
    expect(await read()).toMatchObject({
      status: { indicator: 'none', description: 'All Systems Operational' },
      components: expect.any(Array),
    });
    simulator.setServiceStatus('major');
    expect(await read()).toMatchObject({ status: { indicator: 'major' } });
  });
});
