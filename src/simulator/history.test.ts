// Determinism by seed, the past that list-calls serves, and its filters.
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFilledFields } from '../retell/analysis-figures.ts';
import { disconnectionReasonSeverities } from '../retell/index.ts';
import { agentSpokeIn, talkTimesOf } from '../retell/talk-times.ts';
import type { WireCall } from '../retell/index.ts';
import { buildSimulatedAgents } from './agent-catalogue.ts';
import { generateSimulatedPastCalls, startSimulator } from './index.ts';
import type { SimulatedAccountOptions, Simulator } from './index.ts';

const testAccount: SimulatedAccountOptions = { key: 'key_history', orgName: 'Financiera Sur' };
const toTime = Date.UTC(2026, 10, 20, 15);
const range = { from: toTime - 30 * 86_400_000, to: toTime, count: 1500 };

describe('the seed', () => {
  it('decides outcomes and conversations of live calls, whatever the order and the time', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => `+54911${40_000_000 + index * 7}`);
    const run = async (seed: number, order: string[]): Promise<Map<string, unknown>> => {
      const simulator = await startSimulator({
        seed,
        clock: { speed: 20_000 },
        accounts: [{ ...testAccount, concurrencyLimit: 100 }],
      });
      const client = new Retell({ apiKey: testAccount.key, baseURL: simulator.url, maxRetries: 0 });
      const from_number = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
      for (const to_number of order) await client.call.createPhoneCall({ from_number, to_number });
      await simulator.whenIdle();
      const outcome = new Map(
        [...simulator.calls(testAccount.key)].map((call) => [call.to_number ?? '', essence(call)]),
      );
      await simulator.close();
      return outcome;
    };
    const first = await run(1, numbers);
    const again = await run(1, numbers.toReversed());
    const other = await run(2, numbers);
    for (const number of numbers) expect(again.get(number)).toEqual(first.get(number));
    expect(
      numbers.filter((number) => JSON.stringify(other.get(number)) !== JSON.stringify(first.get(number))).length,
    ).toBeGreaterThan(20);
  });

  it('never repeats an id of a live call after a restart, unless the run is fixed', async () => {
    const run = async (runId?: string): Promise<string> => {
      const simulator = await startSimulator({
        seed: 1,
        accounts: [testAccount],
        ...(runId === undefined ? {} : { runId }),
      });
      const id = simulator.arrive(testAccount.key, 'inbound');
      await simulator.close();
      return id;
    };
    expect(await run()).not.toBe(await run());
    expect(await run('r1')).toBe(await run('r1'));
  });

  it('decides the past, with and without HTTP', () => {
    const make = (seed: number): WireCall[] => [
      ...generateSimulatedPastCalls(seed, { ...range, count: 200, account: testAccount, baseUrl: 'http://sim' }),
    ];
    expect(make(4)).toEqual(make(4));
    expect(make(4)).not.toEqual(make(5));
  });
});

describe('the past', () => {
  let simulator: Simulator;
  let client: Retell;
  let calls: WireCall[];

  beforeAll(async () => {
    simulator = await startSimulator({ seed: 9, accounts: [testAccount] });
    client = new Retell({ apiKey: testAccount.key, baseURL: simulator.url, maxRetries: 0 });
    calls = [...simulator.generateHistory({ key: testAccount.key, ...range })];
  });
  afterAll(() => simulator.close());

  it('is what createHistory gives, and get-call answers it', async () => {
    expect(calls).toHaveLength(range.count);
    const [first] = calls;
    expect([...generateSimulatedPastCalls(9, { ...range, account: testAccount, baseUrl: simulator.url })][0]).toEqual(
      first,
    );
    expect(await client.call.retrieve(first?.call_id ?? '')).toEqual(JSON.parse(JSON.stringify(first)));
    expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(range.count);
    expect(calls.every(({ end_timestamp }) => (end_timestamp ?? 0) <= range.to)).toBe(true);
  });

  it('is believable: reasons, kinds, office hours, people who come back, fields on a share of the calls', () => {
    const reasons = new Set(calls.map(({ disconnection_reason }) => disconnection_reason));
    expect([...reasons].every((reason) => Object.hasOwn(disconnectionReasonSeverities, reason ?? ''))).toBe(true);
    expect(reasons.size).toBeGreaterThan(20);
    const share = (predicate: (call: WireCall) => boolean): number => calls.filter(predicate).length / calls.length;
    expect(share(({ call_type }) => call_type === 'web_call')).toBeCloseTo(0.08, 1);
    expect(share(({ disconnection_reason }) => disconnection_reason === 'dial_no_answer')).toBeGreaterThan(0.08);
    expect(
      share(({ end_timestamp = 0 }) => localHour(end_timestamp ?? 0) >= 8 && localHour(end_timestamp ?? 0) < 21),
    ).toBeGreaterThan(0.9);
    expect(new Set(calls.map(({ to_number }) => to_number)).size).toBeLessThan(calls.length * 0.6);
    const fields = (name: string): number =>
      share(({ call_analysis }) => Object.hasOwn(call_analysis?.custom_analysis_data ?? {}, name));
    for (const name of [
      'right_party',
      'commitment',
      'promise_kept',
      'csat',
      'complaint',
      'qa_pass',
      'script_compliance',
      'intent_correct',
    ]) {
      expect(fields(name), name).toBeGreaterThan(0.02);
      expect(fields(name), name).toBeLessThan(0.95);
    }
    expect(share(({ start_timestamp }) => start_timestamp === undefined)).toBeGreaterThan(0.01);
  });

  it('has something to measure for each quality metric, and for some agents nothing', () => {
    const human = calls.filter(
      ({ duration_ms, transcript, call_analysis }) =>
        (duration_ms ?? 0) > 0 && transcript !== undefined && call_analysis?.in_voicemail === false,
    );
    const times = human.flatMap(({ transcript_object }) => talkTimesOf(transcript_object) ?? []);
    const share = (count: number, of: readonly unknown[]): number => count / of.length;
    expect(
      share(human.filter(({ disconnection_reason }) => disconnection_reason === 'call_transfer').length, human),
    ).toBeGreaterThan(0.02);
    const speechless = human.filter(
      ({ transcript_object, transcript }) => agentSpokeIn(transcript_object, transcript) === false,
    );
    expect(speechless.length).toBeGreaterThan(3);
    expect(
      speechless.some(({ transcript, transcript_object }) => transcript === '' && transcript_object?.length === 0),
    ).toBe(true);
    expect(share(times.filter(({ greetingMs }) => greetingMs === null).length, times)).toBeGreaterThan(0.05);
    for (const part of ['silenceMs', 'overlapMs'] as const)
      expect(share(times.filter((each) => each[part] > 0).length, times), part).toBeGreaterThan(0.1);
    for (const name of ['wer', 'acw_seconds', 'motivo', 'right_party']) {
      const carrying = new Set(
        calls.flatMap(({ agent_id, call_analysis }) =>
          Object.hasOwn(call_analysis?.custom_analysis_data ?? {}, name) ? [agent_id] : [],
        ),
      );
      expect(carrying.size, name).toBeGreaterThan(1);
      if (name === 'wer' || name === 'acw_seconds')
        expect(carrying.size, name).toBeLessThan(new Set(calls.map(({ agent_id }) => agent_id)).size);
    }
    const strict = new Set(
      buildSimulatedAgents(9, testAccount).flatMap(({ wire }) =>
        wire.post_call_analysis_data.some((item) => 'required' in item && item.required) ? [wire.agent_id] : [],
      ),
    );
    const filled = calls
      .filter(({ agent_id }) => strict.has(agent_id ?? ''))
      .map(({ call_analysis }) => countFilledFields(call_analysis, ['right_party', 'motivo']));
    expect(new Set(filled)).toEqual(new Set([0, 1, 2]));
  });

  it('is listed without transcripts, newest first, page by page', async () => {
    const seen: string[] = [];
    let paginationKey: string | undefined;
    do {
      const page = await client.call.list({
        limit: 1000,
        include_total: true,
        ...(paginationKey === undefined ? {} : { pagination_key: paginationKey }),
      });
      expect(page.total).toBe(range.count);
      expect(
        page.items.every(
          (item) =>
            !Object.hasOwn(item, 'transcript') &&
            !Object.hasOwn(item, 'transcript_object') &&
            !Object.hasOwn(item, 'transcript_with_tool_calls'),
        ),
      ).toBe(true);
      seen.push(...page.items.map(({ call_id }) => call_id));
      paginationKey = page.pagination_key;
      expect(page.has_more).toBe(paginationKey !== undefined);
    } while (paginationKey !== undefined);
    expect(seen.toSorted()).toEqual(calls.map(({ call_id }) => call_id).toSorted());
    const started = (await client.call.list({ limit: 50 })).items
      .map(({ start_timestamp }) => start_timestamp)
      .filter((time) => time !== undefined);
    expect(started).toEqual(started.toSorted((left, right) => right - left));
    const oldest = await client.call.list({ sort_order: 'ascending', limit: 2, skip: 1 });
    expect(oldest.items).toHaveLength(2);
  });

  it('can be filtered by every typed filter', async () => {
    const count = async (filter_criteria: Retell.CallListParams.FilterCriteria): Promise<number> =>
      (await client.call.list({ filter_criteria, limit: 1, include_total: true })).total ?? -1;
    const expected = (predicate: (call: WireCall) => boolean): number => calls.filter(predicate).length;
    const some = calls.find(({ call_status, direction }) => call_status === 'ended' && direction === 'outbound');
    const middle = range.from + 15 * 86_400_000;
    const agentId = some?.agent_id ?? '';
    expect(await count({ start_timestamp: { type: 'range', op: 'bt', value: [middle, range.to] } })).toBe(
      expected(({ start_timestamp }) => (start_timestamp ?? 0) >= middle),
    );
    expect(await count({ end_timestamp: { type: 'number', op: 'lt', value: middle } })).toBe(
      expected(({ end_timestamp }) => (end_timestamp ?? 0) < middle),
    );
    expect(await count({ call_status: { type: 'enum', op: 'in', value: ['not_connected', 'error'] } })).toBe(
      expected(({ call_status }) => call_status !== 'ended'),
    );
    expect(await count({ agent: [{ agent_id: agentId }] })).toBe(expected(({ agent_id }) => agent_id === agentId));
    expect(await count({ agent: [{ agent_id: agentId, version: [999] }] })).toBe(0);
    expect(await count({ direction: { type: 'enum', op: 'in', value: ['inbound'] } })).toBe(
      expected(({ direction }) => direction === 'inbound'),
    );
    expect(await count({ call_type: { type: 'enum', op: 'in', value: ['web_call'] } })).toBe(
      expected(({ call_type }) => call_type === 'web_call'),
    );
    expect(await count({ to_number: { type: 'string', op: 'eq', value: some?.to_number ?? '' } })).toBe(
      expected(({ to_number }) => to_number === some?.to_number),
    );
    expect(await count({ from_number: { type: 'string', op: 'sw', value: '+549' } })).toBe(
      expected(({ direction }) => direction === 'inbound'),
    );
    expect(await count({ call_id: { type: 'enum', op: 'in', value: [some?.call_id ?? ''] } })).toBe(1);
    expect(await count({ disconnection_reason: { type: 'enum', op: 'in', value: ['voicemail_reached'] } })).toBe(
      expected(({ disconnection_reason }) => disconnection_reason === 'voicemail_reached'),
    );
    expect(await count({ in_voicemail: { type: 'boolean', op: 'eq', value: true } })).toBe(
      expected(({ call_analysis }) => call_analysis?.in_voicemail === true),
    );
    expect(await count({ call_successful: { type: 'boolean', op: 'eq', value: true } })).toBe(
      expected(({ call_analysis }) => call_analysis?.call_successful === true),
    );
    expect(await count({ user_sentiment: { type: 'enum', op: 'in', value: ['Negative'] } })).toBe(
      expected(({ call_analysis }) => call_analysis?.user_sentiment === 'Negative'),
    );
    expect(await count({ duration_ms: { type: 'number', op: 'gt', value: 90_000 } })).toBe(
      expected(({ duration_ms }) => (duration_ms ?? 0) > 90_000),
    );
    expect(await count({ combined_cost: { type: 'number', op: 'ge', value: 20 } })).toBe(
      expected(({ call_cost }) => (call_cost?.combined_cost ?? 0) >= 20),
    );
    expect(await count({ e2e_latency_p50: { type: 'number', op: 'gt', value: 1200 } })).toBe(
      expected(({ latency }) => (latency?.e2e?.p50 ?? 0) > 1200),
    );
    expect(await count({ custom_analysis_data: [{ type: 'number', op: 'ge', key: 'csat', value: 4 }] })).toBe(
      expected(
        ({ call_analysis }) => ((call_analysis?.custom_analysis_data as { csat?: number } | undefined)?.csat ?? 0) >= 4,
      ),
    );
    expect(await count({ dynamic_variables: [{ type: 'present', op: 'pr', key: 'customer_name' }] })).toBe(
      expected(({ direction }) => direction === 'outbound'),
    );
    expect(await count({ metadata: [{ type: 'string', op: 'eq', key: 'attempt_id', value: 'x' }] })).toBe(0);
  });

  it('refuses filters that the provider does not know', async () => {
    const refused = (body: object): Promise<unknown> => client.post('/v3/list-calls', { body });
    await expect(
      refused({ filter_criteria: { call_status: { type: 'enum', op: 'in', value: ['registered'] } } }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(refused({ filter_criteria: { start_timestamp: { lower_threshold: 1 } } })).rejects.toMatchObject({
      status: 400,
    });
    await expect(refused({ filter_criteria: { phase_of_moon: 1 } })).rejects.toMatchObject({ status: 400 });
    await expect(refused({ limit: 5000 })).rejects.toMatchObject({ status: 400 });
    await expect(refused({ pagination_key: '!' })).rejects.toMatchObject({ status: 400 });
  });

  it('finds an attempt by its metadata, registered calls too', async () => {
    simulator.setSpeed(0.001);
    const from_number = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
    const { call_id } = await client.call.createPhoneCall({
      from_number,
      to_number: '+5491155667788',
      metadata: { attempt_id: 'attempt-1' },
    });
    const found = await client.call.list({
      filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'attempt_id', value: 'attempt-1' }] },
    });
    expect(found.items.map((item) => [item.call_id, item.call_status])).toEqual([[call_id, 'registered']]);
  });
});

function essence({
  disconnection_reason,
  duration_ms,
  transcript,
  call_analysis,
  call_cost,
  latency,
  agent_id,
}: WireCall): unknown {
  return { disconnection_reason, duration_ms, transcript, call_analysis, call_cost, latency, agent_id };
}

function localHour(time: number): number {
  return new Date(time - 3 * 3_600_000).getUTCHours();
}
