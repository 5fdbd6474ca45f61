// Analyses run again over HTTP. The provider charges for each, judges anew and sends webhooks.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PhoneNumber } from '../../../../contract/agents.ts';
import type { CallDetail } from '../../../../contract/calls.ts';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { AuditLogEntry, WorkspaceSettings } from '../../../../contract/settings.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { VoiceProvider } from '../../../platform/provider/provider.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createAnalysisRerunner } from './analysis-rerun.ts';

const otherKey = 'key_other_0123456789abcdef';
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;
let campaignId: string;

beforeAll(async () => {
  test = await startTestApp({
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba', concurrencyLimit: 200 },
        { key: otherKey, orgName: 'Otra' },
      ],
      callDurationMs: 20,
    },
  });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
  const { version } = await workspace.admin.get<WorkspaceSettings>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing: { callsPerSecond: 200, reservedLines: 0 } });
  test.simulator.forceOutcome('user_hangup');
  const numbers = await workspace.operator.get<PhoneNumber[]>('/api/retell/phone-numbers');
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', {
    name: 'Cobranza',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber: numbers.find((number) => number.outbound_agent_id !== null)?.phone_number,
    recipients: Array.from({ length: 30 }, (_, index) => ({
      phone_number: `+54911400000${String(index).padStart(2, '0')}`,
      customer_name: 'Ana',
    })),
    sendOption: 'now',
  });
  campaignId = id;
  const isDone = async () => {
    const { status, successfulCount } = await readCampaign();
    return status === 'completed' && test.simulator.statistics(testKey).analyzed === 30 && successfulCount === goals();
  };
  await waitFor('the campaign’s end and its analyses', isDone);
});
afterAll(() => test.stop());
afterEach(() => test.simulator.setFaults({}));

/** Returns the provider's calls by number, however they were ordered. */
const truth = (): WireCall[] =>
  [...test.simulator.calls(testKey)].toSorted((a, b) => Number(a.to_number) - Number(b.to_number));
const readCampaign = () => workspace.operator.get<Campaign>(`/api/campaigns/${campaignId}`);
const goals = (): number => truth().filter((call) => call.call_analysis?.call_successful).length;
const told = (callId: string): WireCall | undefined => test.simulator.call(testKey, callId);
const rerun = (callId: string, who = workspace.editor) => who.post<CallDetail>(`/api/calls/${callId}/rerun-analysis`);
const read = (callId: string) => workspace.operator.get<CallDetail>(`/api/calls/${callId}`);

/** Ids of used calls. `unsuccessful` gives each test a conversation of its own whose goal was missed. */
const unused = new Set<string>();
function unsuccessful(): string {
  const call = truth().find(
    ({ call_id: id, call_analysis: said }) =>
      !unused.has(id) && said?.call_successful === false && said.user_sentiment !== 'Unknown',
  );
  if (!call) throw new Error('no such call is left');
  unused.add(call.call_id);
  return call.call_id;
}

async function runsOf(callId: string): Promise<number> {
  const row = await test.database.db
    .selectFrom('calls')
    .select('analysis_runs')
    .where('id', '=', callId)
    .executeTakeFirstOrThrow();
  return row.analysis_runs;
}

const orders = async (callId: string) =>
  (await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call')).filter(({ target }) => target === callId);

async function goalsOfRollups(): Promise<number> {
  const { rows } = await test.database.pool.query(
    'select sum(goal_reached)::int as goals from rollup_days where workspace_id = $1',
    [workspace.id],
  );
  return (rows[0] as { goals: number }).goals;
}

/** A report of the previous analysis with other values. With `askedAt` it is the provider's answer, otherwise a webhook. */
const older = (callId: string, askedAt?: Date) => ({
  event: 'call_analyzed',
  askedAt,
  call: {
    call_id: callId,
    call_status: 'ended',
    call_analysis: {
      call_successful: true,
      user_sentiment: 'Unknown',
      in_voicemail: true,
      call_summary: 'zzz',
      an_older_field: true,
    },
  },
  source: 'webhook' as const,
});

describe('an analysis that is run again', () => {
  it('replaces the one before, in the call, its campaign and the figures, whatever still comes of that one', async () => {
    const callId = unsuccessful();
    const { ingest } = test.app.features.calls;
    await ingest.record(workspace.id, older(callId, new Date()));
    // Faults keep the page from fetching the transcript, which would bring the newer analysis.
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    expect(await read(callId)).toMatchObject({
      callSuccessful: true,
      userSentiment: 'Unknown',
      callAnalysis: { an_older_field: true },
    });
    expect((await readCampaign()).successfulCount).toBe(goals() + 1);
    expect(await goalsOfRollups()).toBe(goals() + 1);
    test.simulator.setFaults({});

    const before = told(callId)?.call_analysis;
    const call = await rerun(callId);
    const now = told(callId)?.call_analysis;
    expect(now).not.toEqual(before);
    expect(call.callAnalysis).toEqual(now);
    expect(call).toMatchObject({ id: callId, callSuccessful: false, userSentiment: now?.user_sentiment });
    expect((await readCampaign()).successfulCount).toBe(goals());
    expect(await goalsOfRollups()).toBe(goals());

    // The provider's webhook of the new analysis, a late one of the old analysis, and a look-up.
    await test.simulator.whenIdle();
    await ingest.record(workspace.id, { ...older(callId), call: { ...older(callId).call, duration_ms: 20 } });
    await test.app.features.calls.reconcileNow(workspace.id);
    expect((await read(callId)).callAnalysis).toEqual(now);
    expect(await goalsOfRollups()).toBe(goals());
    expect(await orders(callId)).toMatchObject([{ action: 'call.analysis_rerun', details: { run: 1 } }]);
  });

  it('is the last of five', async () => {
    const callId = unsuccessful();
    for (let run = 1; run <= 5; run++) {
      const { callAnalysis } = await rerun(callId);
      expect(callAnalysis).toEqual(told(callId)?.call_analysis);
    }
    const last = told(callId)?.call_analysis;
    await expect(rerun(callId)).rejects.toMatchObject({ status: 409, body: { code: 'analysis_limit' } });
    expect(told(callId)?.call_analysis).toEqual(last);
    expect(await orders(callId)).toHaveLength(5);
  });

  it('is ordered once by those who ask at once', async () => {
    const callId = unsuccessful();
    const answers = await Promise.allSettled([rerun(callId), rerun(callId, workspace.admin)]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    // The second request may also have come after the first had finished.
    expect(await runsOf(callId)).toBe(2 - refused.length);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'Esta llamada ya se está analizando de nuevo.' },
      });
  });

  it('is not to be had of a call that goes on, is unknown, another’s or deleted, nor for an operator', async () => {
    const callId = unsuccessful();
    await test.app.features.calls.ingest.record(workspace.id, {
      event: 'call_started',
      call: { call_id: 'call_open', call_status: 'ongoing' },
      source: 'webhook',
    });
    await expect(rerun('call_open')).rejects.toMatchObject({ status: 409, body: { code: 'call_open' } });
    await expect(rerun('call_none')).rejects.toMatchObject({ status: 404 });
    await expect(rerun(callId, stranger.admin)).rejects.toMatchObject({ status: 404 });
    await expect(rerun(callId, workspace.operator)).rejects.toMatchObject({ status: 403 });
    await test.database.db.updateTable('calls').set({ erased_at: new Date() }).where('id', '=', callId).execute();
    await expect(rerun(callId)).rejects.toMatchObject({ status: 409, body: { code: 'call_erased' } });
    expect(await runsOf(callId)).toBe(0);
    expect(await orders(callId)).toEqual([]);
  });
});

describe('an analysis under way', () => {
  it('is ordered by no other server, until it is done or its server is long dead', async () => {
    const callId = unsuccessful();
    const clock = new ManualClock(new Date().toISOString());
    const orders: PromiseWithResolvers<{ call_id: string; call_analysis: object }>[] = [];
    const provider = {
      rerunAnalysis: () => {
        const order = Promise.withResolvers<{ call_id: string; call_analysis: object }>();
        orders.push(order);
        return order.promise;
      },
    } as Partial<VoiceProvider> as VoiceProvider;
    const { calls, audit } = test.app.features;
    const parts = {
      db: test.database.db,
      log: pino({ level: 'silent' }),
      clock,
      audit,
      ingest: calls.ingest,
      directory: { providerOf: async () => provider },
      storage: { isFull: () => false },
    };
    const [one, other] = [createAnalysisRerunner(parts), createAnalysisRerunner(parts)];
    const author = { workspaceId: workspace.id, userId: null, username: null, address: null };
    const answer = { call_id: callId, call_analysis: { call_successful: true } };

    const first = one.run(author, callId);
    await waitFor('the first order', () => orders.length === 1);
    await expect(other.run(author, callId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await runsOf(callId)).toBe(1);
    orders[0]?.resolve(answer);
    await first;

    // The server of this run dies, so its end is never recorded.
    void other.run(author, callId).catch(() => undefined);
    await waitFor('the order of the server that dies', () => orders.length === 2);
    await expect(one.run(author, callId)).rejects.toMatchObject({ code: 'conflict' });
    await clock.advance(180_001);
    const third = one.run(author, callId);
    await waitFor('the order after it', () => orders.length === 3);
    orders[2]?.resolve(answer);
    await third;
    expect(await runsOf(callId)).toBe(3);
    orders[1]?.resolve(answer);
  });
});

describe('an order that fails', () => {
  it('is told in words, and counts unless it surely charged nothing', async () => {
    const callId = unsuccessful();
    const before = told(callId)?.call_analysis;
    test.simulator.setKeyRefused(testKey, true);
    await expect(rerun(callId)).rejects.toMatchObject({ status: 422, body: { code: 'key_rejected' } });
    test.simulator.setKeyRefused(testKey, false);
    test.simulator.setFaults({ others: { tooManyRequests: { probability: 1 } } });
    await expect(rerun(callId)).rejects.toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('Retell está ocupado') },
    });
    expect(await runsOf(callId)).toBe(0);
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    await expect(rerun(callId)).rejects.toMatchObject({
      status: 502,
      body: { code: 'provider_unavailable', message: expect.stringContaining('no confirmó') },
    });
    test.simulator.setFaults({});
    expect(await runsOf(callId)).toBe(1);
    expect(told(callId)?.call_analysis).toEqual(before);

    const gone = { call_id: 'call_gone', call_status: 'ended', transcript_object: [{ role: 'user', content: 'Hola' }] };
    await test.app.features.calls.ingest.record(workspace.id, { event: 'call_ended', call: gone, source: 'webhook' });
    await expect(rerun('call_gone')).rejects.toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('ya no tiene') },
    });
    expect(await runsOf('call_gone')).toBe(0);
  });

  it('is learnt later, when somebody opens the call, if the provider took it all the same', async () => {
    const callId = unsuccessful();
    const { ingest } = test.app.features.calls;
    test.simulator.setFaults({ others: { serverError: { probability: 1 } }, webhooks: { lost: { probability: 1 } } });
    await ingest.record(workspace.id, older(callId, new Date()));
    await expect(rerun(callId)).rejects.toMatchObject({ status: 502 });
    await test.simulator.whenIdle();
    expect(await read(callId)).toMatchObject({ callAnalysis: { an_older_field: true } });
    await test.database.pool.query(
      `update calls set analysis_ordered_at = analysis_ordered_at - interval '4 minutes',
        analysis_asked_at = analysis_asked_at - interval '5 minutes' where id = $1`,
      [callId],
    );
    test.simulator.setFaults({});
    expect((await read(callId)).callAnalysis).toEqual(told(callId)?.call_analysis);
    await ingest.record(workspace.id, { ...older(callId), event: 'call_snapshot' });
    expect((await read(callId)).callAnalysis).toEqual(told(callId)?.call_analysis);
  });
});

describe('an answer without the analysis', () => {
  let clock: ManualClock;

  /** Uses the real server's parts, with a provider that has the analysis after so many looks. */
  async function startOrder(callId: string, looks: number) {
    let looked = 0;
    clock = new ManualClock(new Date().toISOString());
    // Faults block the simulator, because it has another analysis.
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    const analysis = { call_successful: true, user_sentiment: 'Neutral' };
    const slow = {
      rerunAnalysis: async () => ({ call_id: callId }),
      getCall: async () => ({
        call_id: callId,
        call_status: 'ended',
        ...(++looked < looks ? {} : { call_analysis: analysis }),
      }),
    } as Partial<VoiceProvider> as VoiceProvider;
    const { calls, audit } = test.app.features;
    const rerunning = createAnalysisRerunner({
      db: test.database.db,
      log: pino({ level: 'silent' }),
      clock,
      audit,
      ingest: calls.ingest,
      directory: { providerOf: async () => slow },
      storage: { isFull: () => false },
    });
    const settled = rerunning
      .run({ workspaceId: workspace.id, userId: null, username: null, address: null }, callId)
      .then(
        () => 'done',
        (error: unknown) => error,
      );
    return { settled, analysis, looks: () => looked };
  }

  async function pass(ms: number): Promise<void> {
    await waitFor('the pause', () => clock.sleeping === 1);
    await clock.advance(ms);
  }

  it('is followed by looks until it is there', async () => {
    const callId = unsuccessful();
    const { settled, analysis, looks } = await startOrder(callId, 3);
    for (const ms of [1_000, 2_000, 3_000]) await pass(ms);
    expect(await settled).toBe('done');
    expect(looks()).toBe(3);
    expect((await read(callId)).callAnalysis).toEqual(analysis);
  });

  it('says so when it is not there within ten seconds', async () => {
    const callId = unsuccessful();
    const { settled, looks } = await startOrder(callId, 99);
    for (const ms of [1_000, 2_000, 3_000, 4_000]) await pass(ms);
    expect(await settled).toMatchObject({ code: 'provider_unavailable' });
    expect([looks(), clock.sleeping, await runsOf(callId)]).toEqual([4, 0, 1]);
  });
});
