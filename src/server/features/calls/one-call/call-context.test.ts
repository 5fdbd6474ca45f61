import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRelatedData } from '../../../../contract/calls.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';

const otherKey = 'key_other_0123456789abcdef';
const noon = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;

beforeAll(async () => {
  test = await startTestApp({
    background: false,
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra' },
      ],
    },
  });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
});
afterAll(() => test.stop());

const contextOf = (callId: string) => workspace.operator.get<CallRelatedData>(`/api/calls/${callId}/context`);

/** Records a report as a webhook would. */
async function hear(event: string, id: string, call: Record<string, unknown>, where = workspace): Promise<void> {
  await test.app.features.calls.ingest.record(where.id, { event, call: { call_id: id, ...call }, source: 'webhook' });
}

const ended = (startMs: number, more: Record<string, unknown>) => ({
  call_type: 'phone_call',
  direction: 'outbound',
  call_status: 'ended',
  start_timestamp: startMs,
  end_timestamp: startMs + minute,
  from_number: '+541150000000',
  ...more,
});

describe('what was received of a call', () => {
  it('is told oldest first, repetitions once, and in the order of a call’s life where it came at once', async () => {
    const live = { call_status: 'ongoing', start_timestamp: noon };
    await hear('call_started', 'call_told', live);
    await hear('call_started', 'call_told', live);
    const { ingest } = test.app.features.calls;
    await ingest.record(workspace.id, {
      event: 'call_snapshot',
      call: { call_id: 'call_told', ...live },
      source: 'reconcile',
    });
    await hear('call_ended', 'call_told', ended(noon, {}));
    await hear('call_analyzed', 'call_told', ended(noon, { call_analysis: { call_successful: true } }));
    const { events } = await contextOf('call_told');
    expect(events.map(({ event, source }) => [event, source])).toEqual([
      ['call_started', 'webhook'],
      ['call_snapshot', 'reconcile'],
      ['call_ended', 'webhook'],
      ['call_analyzed', 'webhook'],
    ]);
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
    await test.database.pool.query(
      `update call_events set received_at = $1 where call_id = 'call_told' and event <> 'call_snapshot'`,
      [new Date(noon)],
    );
    expect((await contextOf('call_told')).events.map(({ event }) => event)).toEqual([
      'call_started',
      'call_ended',
      'call_analyzed',
      'call_snapshot',
    ]);
  });

  it('is bounded', async () => {
    await hear('call_started', 'call_chatty', { call_status: 'ongoing', start_timestamp: noon });
    await test.database.pool.query(
      `insert into call_events select workspace_id, call_id, first_seen_month, 'digest ' || n, 'transcript_updated', 'webhook', received_at + n * interval '1 second'
       from call_events, generate_series(1, 300) n where call_id = 'call_chatty'`,
    );
    const { events } = await contextOf('call_chatty');
    expect(events).toHaveLength(200);
    expect(events[0]?.event).toBe('call_started');
  });
});

describe('earlier calls with the same number', () => {
  const number = '+5491144440000';
  const named = (letters: string) => letters.split('').map((letter) => `call_${letter}`);

  it('are those before it, newest first, in whatever direction and spelling, with all of them counted', async () => {
    // Calls at the same time are ordered by their ids.
    const moments = Array.from({ length: 15 }, (_, at) => (at === 7 ? 6 : at));
    await Promise.all(
      moments.map((at, index) =>
        hear('call_ended', `call_${String.fromCharCode(97 + index)}`, {
          ...ended(noon + at * minute, { to_number: number }),
          ...(index % 3 === 1
            ? { direction: 'inbound', from_number: '5491144440000', to_number: '+541150000000' }
            : {}),
        }),
      ),
    );
    await hear('call_ended', 'call_elsewhere', ended(noon, { to_number: number }), stranger);
    await hear('call_ended', 'call_another', ended(noon, { to_number: '+5491144440001' }));
    const { previousCalls, previousTotal } = await contextOf('call_n');
    expect(previousTotal).toBe(13);
    expect(previousCalls.map(({ id }) => id)).toEqual(named('mlkjihgfed'));
    expect(previousCalls[0]).toMatchObject({ callStatus: 'ended', toNumber: number });
    expect((await contextOf('call_h')).previousCalls.map(({ id }) => id)).toEqual(named('gfedcba'));
    expect((await contextOf('call_g')).previousTotal).toBe(6);
    expect(await contextOf('call_a')).toMatchObject({ previousCalls: [], previousTotal: 0 });
  });

  it('are none of a web call, of a number not known, and of a call whose data were deleted', async () => {
    await hear('call_ended', 'call_web', {
      call_type: 'web_call',
      call_status: 'ended',
      start_timestamp: noon + 20 * minute,
    });
    await hear('call_ended', 'call_numberless', ended(noon + 20 * minute, {}));
    for (const id of ['call_web', 'call_numberless'])
      expect(await contextOf(id)).toMatchObject({ previousCalls: [], previousTotal: 0 });
    expect((await contextOf('call_o')).previousTotal).toBe(14);
    await test.database.db.updateTable('calls').set({ erased_at: new Date() }).where('id', '=', 'call_o').execute();
    expect(await contextOf('call_o')).toMatchObject({ previousCalls: [], previousTotal: 0 });
  });
});

describe('how the agent usually does', () => {
  const none = { e2e: null, llm: null, tts: null };

  /** Returns the value at a share of the sorted values, interpolated between neighbours. */
  function at(share: number, values: readonly number[]): number {
    const sorted = values.toSorted((a, b) => a - b);
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place % 1);
  }
  const figures = (values: readonly number[]) => ({
    calls: values.length,
    p50: expect.closeTo(at(0.5, values), 6),
    p90: expect.closeTo(at(0.9, values), 6),
  });

  it('is told by its last 200 other calls with the figure, each part by those that have it', async () => {
    const e2e = (index: number) => 500 + ((index * 7_919) % 1_000);
    const indices = Array.from({ length: 260 }, (_, index) => index);
    const partsOf = (index: number) => ({
      e2e: index % 5 === 0 ? undefined : { p50: e2e(index) },
      llm: index % 3 === 0 ? { p50: e2e(index) / 2 } : index % 3 === 1 ? { p50: 'fast' } : undefined,
      tts: index === 258 ? { p50: 4e9 } : index === 257 ? { p50: 99.5 } : null,
    });
    await Promise.all(
      indices.map((index) =>
        hear(
          'call_ended',
          `call_measured_${index}`,
          ended(noon + index * minute, { agent_id: 'agent_measured', latency: partsOf(index) }),
        ),
      ),
    );
    await hear(
      'call_ended',
      'call_of_theirs',
      ended(noon + 999 * minute, { agent_id: 'agent_measured', latency: { e2e: { p50: 9_999 } } }),
      stranger,
    );
    const own = 259;
    const measured = indices.filter((index) => index !== own && index % 5 !== 0).slice(-200);
    const withModel = measured.filter((index) => index % 3 === 0);
    expect((await contextOf(`call_measured_${own}`)).usualLatency).toEqual({
      e2e: figures(measured.map(e2e)),
      llm: figures(withModel.map((index) => e2e(index) / 2)),
      tts: figures([99.5]),
    });
  });

  it('is not told where no other call has the figure, nor is more read than the last thousand to learn that', async () => {
    await hear(
      'call_ended',
      'call_alone',
      ended(noon, { agent_id: 'agent_alone', latency: { e2e: { p50: 700 }, llm: { p50: 300 } } }),
    );
    expect((await contextOf('call_alone')).usualLatency).toEqual(none);
    await hear('call_ended', 'call_agentless', ended(noon, {}));
    expect((await contextOf('call_agentless')).usualLatency).toEqual(none);

    await hear('call_ended', 'call_silent', ended(noon, { agent_id: 'agent_silent' }));
    const fill = (from: number, to: number, figure: number | null) =>
      test.database.pool.query(
        `insert into calls (workspace_id, id, first_seen_at, first_seen_month, occurred_at, agent_id, e2e_p50_ms)
         select $1, 'call_filled_' || n, $2, '2026-11-01', $2::timestamptz - n * interval '1 second', 'agent_silent', $3 from generate_series($4::int, $5::int) n`,
        [workspace.id, new Date(noon), figure, from, to],
      );
    await fill(1, 1_000, null);
    await fill(1_001, 1_300, 800);
    expect((await contextOf('call_silent')).usualLatency).toEqual(none);
    await test.database.pool.query(`update calls set e2e_p50_ms = 900 where id = 'call_filled_1000'`);
    expect((await contextOf('call_silent')).usualLatency).toEqual({ ...none, e2e: { calls: 1, p50: 900, p90: 900 } });
  });
});

it('is of a call that the workspace has', async () => {
  await expect(contextOf('call_none')).rejects.toMatchObject({ status: 404 });
  await expect(contextOf('call_elsewhere')).rejects.toMatchObject({ status: 404 });
});
