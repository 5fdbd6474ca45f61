import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProviderEventToggles, type ProviderEventToggles } from '../../../../contract/settings.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import { startSimulator, type Simulator } from '../../../../simulator/index.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { createEventBus, type EventBus } from '../../../platform/events.ts';
import { ProviderError, type ProviderCallFilter, type VoiceProvider } from '../../../platform/provider/provider.ts';
import { createRetellProviderFactory } from '../../../platform/provider/retell-provider.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import type { CallIngest, ProviderCallReport } from '../state/call-ingest.ts';
import { createCallIngest } from '../ingest/call-writer.ts';
import { createMissedWebhookCounter } from './missed-calls.ts';
import {
  createBackgroundCallReconciler,
  type BackgroundCallReconciler,
  type BackgroundCallReconcilerDeps,
} from './reconcile.ts';
import { silentMetrics } from '../../../testing/silent-metrics.ts';

const minute = 60_000;
const hour = 60 * minute;
const log = pino({ level: 'silent' });

let testDatabase: TestDatabase;
let database: DatabaseHandle;
let events: EventBus;
let ingest: CallIngest;
let recorded: ProviderCallReport[];
let toggles: ProviderEventToggles;
let offsetMs: number;
/** The workspace of the present test. */
let workspaceId: string;
const running: BackgroundCallReconciler[] = [];

/** The machine's clock, moved forward by the test. */
const clock: Clock = {
  now: () => new Date(Date.now() + offsetMs),
  monotonicMs: () => performance.now() + offsetMs,
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 8 });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(() => {
  workspaceId = randomUUID();
  events = createEventBus(log);
  offsetMs = 0;
  recorded = [];
  toggles = defaultProviderEventToggles;
  const inner = createCallIngest({
    metrics: silentMetrics,
    db: database.db,
    participants: [],
    findRequiredFields: async () => new Map(),
    writerSlot: 0,
    log,
    clock,
    events,
  });
  ingest = {
    stop: () => inner.stop(),
    async record(id, report) {
      recorded.push(report);
      await inner.record(id, report);
    },
  };
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((reconciler) => reconciler.stop()));
  await ingest.stop();
});

/** A directory of the test's workspace, with the account of the key in force. */
function directoryOf(
  account: () => { readonly provider: VoiceProvider; readonly keyFingerprint: string },
): BackgroundCallReconcilerDeps['directory'] {
  return {
    listIds: async () => [workspaceId],
    providerOf: async () => account().provider,
    accountOf: async () => account(),
  };
}

function create(
  provider: VoiceProvider,
  options: Partial<BackgroundCallReconcilerDeps> = {},
): BackgroundCallReconciler {
  const reconciler = createBackgroundCallReconciler({
    db: database.db,
    directory: directoryOf(() => ({ provider, keyFingerprint: 'key' })),
    ingest,
    clock,
    log,
    events,
    missed: createMissedWebhookCounter({
      db: database.db,
      clock,
      readToggles: async () => toggles,
      writerSlot: 0,
      graceMs: minute,
    }),
    learnAgents: async () => undefined,
    intervalSeconds: 60,
    backfillPauseMs: 0,
    ...options,
  });
  running.push(reconciler);
  return reconciler;
}

async function storedCalls() {
  return database.db.selectFrom('calls').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();
}

async function mark() {
  return database.db
    .selectFrom('reconcile_marks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

it('goes on although the last run was noted by a clock that has been set back since', async () => {
  const ahead = new Date(clock.now().getTime() + 5 * hour);
  await database.db
    .insertInto('reconcile_marks')
    .values({ workspace_id: workspaceId, listed_until: ahead, last_run_at: ahead, backfill_done_at: ahead })
    .execute();
  const provider = { listCalls: async () => ({ calls: [], nextKey: null }) } as Partial<VoiceProvider> as VoiceProvider;
  create(provider).start();
  await waitFor('a run by the new time', async () => ((await mark()).last_run_at ?? ahead) < ahead);
});

describe('against the simulated provider, without any webhook', () => {
  let simulator: Simulator;
  const key = 'key_reconcile';

  afterEach(() => simulator.close());

  async function start(options: { listLagMs?: number } = {}) {
    simulator = await startSimulator({
      seed: 5,
      callDurationMs: { min: 100, max: 600 },
      accounts: [{ key, orgName: 'Prueba', concurrencyLimit: 100 }],
      faults: options,
    });
    return createRetellProviderFactory({ baseUrl: simulator.url, log })(key);
  }

  it('ends with the same 60 calls, later, even when the list lags behind all of them', async () => {
    const provider = await start({ listLagMs: hour });
    const [number] = await provider.listPhoneNumbers();
    const reconciler = create(provider, { intervalSeconds: 0.2 });
    reconciler.start();
    for (let index = 0; index < 60; index++) {
      const outcome = await provider.placeCall(
        {
          attemptId: `0e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          campaignId: '0c000000-0000-4000-8000-000000000001',
          fromNumber: number?.phone_number ?? '',
          toNumber: `+54911500${String(index).padStart(5, '0')}`,
          agentId: null,
          agentVersion: null,
          dynamicVariables: {},
          analysisItems: null,
          withoutFields: [],
        },
        () => false,
      );
      if (outcome.kind !== 'accepted') throw new Error(`not placed: ${outcome.kind}`);
      await ingest.record(workspaceId, { event: 'call_snapshot', call: outcome.call, source: 'dispatch' });
    }
    await simulator.whenIdle();
    const truth = simulator.statistics(key);
    await waitFor('all calls over and analysed', async () => {
      const calls = await storedCalls();
      return calls.every((call) => call.is_over) && calls.filter((call) => call.is_analyzed).length === truth.analyzed;
    });
    const calls = await storedCalls();
    expect(calls.length).toBe(60);
    const count = (values: readonly (string | null)[]) =>
      Object.fromEntries(
        Map.groupBy(values, String)
          .entries()
          .map(([value, { length }]) => [value, length]),
      );
    expect(count(calls.map((call) => call.status))).toEqual(truth.byStatus);
    expect(count(calls.map((call) => call.disconnection_reason))).toEqual(truth.byReason);
    expect(calls.filter((call) => call.is_successful).length).toBe(truth.successful);
    const details = await database.db
      .selectFrom('call_details')
      .select('transcript')
      .where('workspace_id', '=', workspaceId)
      .execute();
    const spoken = [...simulator.calls(key)].filter((call) => call.transcript).length;
    expect(details.filter((detail) => detail.transcript !== null).length).toBe(spoken);
  });

  it('learns of calls that it never heard of from the list, those that never connected too', async () => {
    const provider = await start();
    const reconciler = create(provider);
    for (let index = 0; index < 5; index++) simulator.arrive(key, index % 2 === 0 ? 'inbound' : 'web');
    simulator.forceOutcome('dial_failed');
    const [number] = await provider.listPhoneNumbers();
    const elsewhere = await fetch(`${simulator.url}/v2/create-phone-call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from_number: number?.phone_number, to_number: '+5491150000001' }),
    });
    expect(elsewhere.status).toBe(201);
    await simulator.whenIdle();
    await reconciler.reconcileNow(workspaceId);
    const calls = await storedCalls();
    expect(calls.map((call) => call.id)).toEqual([...simulator.calls(key)].map((call) => call.call_id).toSorted());
    expect(calls.filter((call) => call.status === 'not_connected')).toHaveLength(1);
    expect(calls.every((call) => call.is_over)).toBe(true);
  });

  it('brings the past in once, and goes on where it was cut short', async () => {
    const provider = await start();
    const now = Date.now();
    const history = [...simulator.generateHistory({ key, from: now - 40 * 24 * hour, to: now - 4 * hour, count: 130 })];
    let pages = 0;
    const failing: VoiceProvider = Object.create(provider, {
      listCalls: {
        value: async (...asked: Parameters<VoiceProvider['listCalls']>) => {
          if (++pages === 3) throw new ProviderError('unavailable', 'down');
          return provider.listCalls(...asked);
        },
      },
    }) as VoiceProvider;
    const reconciler = create(failing, { pageSize: 20 });
    await expect(reconciler.backfillNow(workspaceId)).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await storedCalls()).length).toBe(40);
    await reconciler.backfillNow(workspaceId);
    expect((await storedCalls()).map((call) => call.id)).toEqual(history.map((call) => call.call_id).toSorted());
    expect(pages).toBe(8);
    expect(recorded.length).toBe(130);
    expect((await mark()).backfill_done_at).not.toBeNull();
    // A new key may mean other past calls: all pages are read again, but nothing is stored twice.
    await database.db
      .updateTable('reconcile_marks')
      .set({ backfill_done_at: null })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await reconciler.backfillNow(workspaceId);
    expect(recorded.length).toBe(130);
  });

  it('begins a backfill as soon as a key is added', async () => {
    const provider = await start();
    const now = Date.now();
    const ids: string[] = [];
    const reconciler = create(provider, {
      directory: { ...directoryOf(() => ({ provider, keyFingerprint: 'key' })), listIds: async () => ids },
    });
    reconciler.start();
    const past = [...simulator.generateHistory({ key, from: now - 9 * 24 * hour, to: now - 4 * hour, count: 30 })];
    ids.push(workspaceId);
    events.emit('workspace.key_added', { workspaceId });
    await waitFor('the past', async () => (await storedCalls()).length === past.length);
  });
});

/** A provider whose answers the test decides. */
class ScriptedProvider {
  readonly calls = new Map<string, WireCall>();
  readonly asked: string[] = [];
  readonly listed: ProviderCallFilter[] = [];
  failure: ProviderError | null = null;
  listing: VoiceProvider['listCalls'] = async (filter) => {
    this.listed.push(filter);
    return { calls: [], nextKey: null };
  };

  readonly provider = {
    getCall: async (id: string) => {
      this.asked.push(id);
      if (this.failure) throw this.failure;
      return this.calls.get(id) ?? null;
    },
    listCalls: (...asked: Parameters<VoiceProvider['listCalls']>) => this.listing(...asked),
  } as VoiceProvider;

  /** Adds a call that both the provider and the console know. */
  async add(call: WireCall): Promise<void> {
    this.calls.set(call.call_id, call);
    await ingest.record(workspaceId, { event: 'call_snapshot', call, source: 'dispatch' });
  }
}

describe('step by step', () => {
  it('fetches the past once the agents are known, by which it is measured', async () => {
    const asked: string[] = [];
    const agents = Promise.withResolvers<void>();
    const provider = {
      listCalls: async () => (asked.push('calls'), { calls: [], nextKey: null }),
    } as Partial<VoiceProvider> as VoiceProvider;
    const reconciler = create(provider, { learnAgents: async () => (asked.push('agents'), agents.promise) });
    const brought = reconciler.backfillNow(workspaceId);
    reconciler.start();
    await waitFor('both to wait for the agents', () => asked.length === 2);
    expect(asked).toEqual(['agents', 'agents']);
    agents.resolve();
    await brought;
    expect(asked).toContain('calls');
  });

  /** Returns two accounts, and a function that replaces the first one's key by the second one's. */
  function twoAccounts() {
    /** Answers by account and order: the backfill reads descending, new calls ascending. */
    const listings: Partial<Record<string, (pageKey: string | null) => ReturnType<VoiceProvider['listCalls']>>> = {};
    const account = (name: string) => {
      const listCalls: VoiceProvider['listCalls'] = async (_filter, { key, order }) =>
        listings[`${name}, ${order}`]?.(key ?? null) ?? { calls: [], nextKey: null };
      return { provider: { listCalls } as Partial<VoiceProvider> as VoiceProvider, keyFingerprint: name };
    };
    const [before, after] = [account('before'), account('after')];
    let current = before;
    const replaceKey = (): void => {
      current = after;
      events.emit('workspace.key_added', { workspaceId });
    };
    return { listings, replaceKey, provider: before.provider, directory: directoryOf(() => current) };
  }
  const past = (callId: string): WireCall => ({
    call_id: callId,
    call_status: 'ended',
    end_timestamp: Date.now() - 9 * 24 * hour,
  });

  it.each([
    ['the last page', null],
    ['a page before the last', 'before_3'],
  ])(
    'brings in all of the account of a key that was replaced while %s of the other was asked for',
    async (_, nextKey) => {
      const { listings, replaceKey, provider, directory } = twoAccounts();
      const askedOfTheOther: unknown[] = [];
      listings['before, descending'] = async (pageKey) => {
        if (pageKey === null) return { calls: [past('call_before_1')], nextKey: 'before_2' };
        if (pageKey === 'before_3') return { calls: [past('call_before_3')], nextKey: null };
        replaceKey();
        await waitFor('the past to begin anew', async () => (await mark()).backfill_key === null);
        return { calls: [past('call_before_2')], nextKey };
      };
      listings['after, descending'] = async (pageKey) => {
        askedOfTheOther.push(pageKey);
        return pageKey === null
          ? { calls: [past('call_after_1')], nextKey: 'after_2' }
          : { calls: [past('call_after_2')], nextKey: null };
      };
      const reconciler = create(provider, { directory });
      await reconciler.reconcileNow(workspaceId);
      reconciler.start();
      await waitFor('the end of the new account’s past', async () => (await mark()).backfill_done_at !== null);
      expect((await storedCalls()).map(({ id }) => id)).toEqual([
        'call_after_1',
        'call_after_2',
        'call_before_1',
        'call_before_2',
      ]);
      expect(askedOfTheOther).toEqual([null, 'after_2']);
    },
  );

  it('finds a replaced key by itself, when nobody lived to tell of it', async () => {
    const { listings, provider, directory, replaceKey } = twoAccounts();
    listings['after, descending'] = async () => ({ calls: [past('call_after')], nextKey: null });
    const reconciler = create(provider, { directory });
    await reconciler.backfillNow(workspaceId);
    // The reconciler listens only once it has started.
    replaceKey();
    reconciler.start();
    await waitFor('the new account’s past', async () => (await storedCalls()).some(({ id }) => id === 'call_after'));
  });

  it('notes no listing of an account that was left meanwhile', async () => {
    const { listings, replaceKey, provider, directory } = twoAccounts();
    const [reconciler, elsewhere] = [create(provider, { directory }), create(provider, { directory })];
    await reconciler.reconcileNow(workspaceId);
    const { listed_until: listedUntil, last_run_at: lastRunAt } = await mark();
    listings['before, ascending'] = async () => {
      replaceKey();
      await elsewhere.backfillNow(workspaceId);
      return { calls: [], nextKey: null };
    };
    offsetMs = minute;
    await reconciler.reconcileNow(workspaceId);
    expect(await mark()).toMatchObject({ listed_until: listedUntil, last_run_at: lastRunAt, key_fingerprint: 'after' });
  });

  it('closes an open call that the provider does not know, once it is old enough', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    await scripted.add({ call_id: 'call_gone', call_status: 'registered', direction: 'outbound' });
    await scripted.add({ call_id: 'call_lost', call_status: 'ongoing', start_timestamp: Date.now() });
    scripted.calls.clear();
    await reconciler.reconcileNow(workspaceId);
    expect(scripted.asked).toEqual([]);
    offsetMs = 5 * minute;
    await reconciler.reconcileNow(workspaceId);
    expect(scripted.asked.toSorted()).toEqual(['call_gone', 'call_lost']);
    expect(await storedCalls()).toMatchObject([{ is_over: false }, { is_over: false }]);
    offsetMs = 11 * minute;
    await reconciler.reconcileNow(workspaceId);
    const closed = {
      status: 'error',
      is_over: true,
      disconnection_reason: 'error_unknown',
      end_at: null,
      duration_ms: null,
    };
    expect(await storedCalls()).toMatchObject([closed, closed]);
    // The calls existed after all: the provider's reports win.
    const missed = { call_id: 'call_gone', call_status: 'not_connected', disconnection_reason: 'dial_busy' };
    const ended = {
      call_id: 'call_lost',
      call_status: 'ended',
      disconnection_reason: 'agent_hangup',
      duration_ms: 900,
    };
    await ingest.record(workspaceId, { event: 'call_ended', call: missed, source: 'webhook' });
    await ingest.record(workspaceId, { event: 'call_ended', call: ended, source: 'webhook' });
    expect(await storedCalls()).toMatchObject([
      { status: 'not_connected', disconnection_reason: 'dial_busy' },
      { status: 'ended', disconnection_reason: 'agent_hangup', duration_ms: 900 },
    ]);
  });

  it('lets a call go on that the provider knows again the next time', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    const call: WireCall = { call_id: 'call_on', call_status: 'ongoing', start_timestamp: Date.now() };
    await scripted.add(call);
    offsetMs = 60 * minute;
    for (const isKnown of [false, true, false]) {
      if (isKnown) scripted.calls.set(call.call_id, call);
      else scripted.calls.clear();
      await reconciler.reconcileNow(workspaceId);
    }
    expect(scripted.asked).toEqual(['call_on', 'call_on', 'call_on']);
    expect(await storedCalls()).toMatchObject([{ is_over: false, status: 'ongoing' }]);
  });

  it('asks for a missing analysis again and again, ever less often, for a day', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    const endedAt = Date.now();
    await scripted.add({ call_id: 'call_a', call_status: 'ended', end_timestamp: endedAt, transcript: 'Agent: Hola' });
    const isAskedAt = async (ms: number): Promise<boolean> => {
      offsetMs = ms;
      await reconciler.reconcileNow(workspaceId);
      return scripted.asked.splice(0).length > 0;
    };
    expect(await isAskedAt(0)).toBe(true);
    expect(await isAskedAt(minute / 2)).toBe(false);
    expect(await isAskedAt(1.5 * minute)).toBe(true);
    expect(await isAskedAt(3 * minute)).toBe(false);
    expect(await isAskedAt(23 * hour)).toBe(true);
    expect(await isAskedAt(25 * hour)).toBe(false);
  });

  it('asks no more once the analysis and the transcript are there', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    await scripted.add({ call_id: 'call_a', call_status: 'ended', end_timestamp: Date.now() });
    await reconciler.reconcileNow(workspaceId);
    scripted.calls.set('call_a', { call_id: 'call_a', call_status: 'ended', call_analysis: { call_successful: true } });
    offsetMs = 2 * minute;
    await reconciler.reconcileNow(workspaceId);
    expect(await storedCalls()).toMatchObject([{ is_analyzed: true, is_successful: true }]);
    scripted.calls.set('call_a', { call_id: 'call_a', call_status: 'ended', transcript: 'User: Sí' });
    offsetMs = 10 * minute;
    await reconciler.reconcileNow(workspaceId);
    offsetMs = hour;
    await reconciler.reconcileNow(workspaceId);
    expect(scripted.asked).toEqual(['call_a', 'call_a', 'call_a']);
  });

  it('asks for what was said before an error, and not where nobody could speak', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    const failed = { call_status: 'error' as const, call_analysis: { call_successful: false } };
    const startedAt = Date.now() - minute;
    await scripted.add({
      ...failed,
      call_id: 'call_cut',
      start_timestamp: startedAt,
      end_timestamp: startedAt + 9_000,
      duration_ms: 9_000,
    });
    await scripted.add({ ...failed, call_id: 'call_never', disconnection_reason: 'concurrency_limit_reached' });
    scripted.calls.set('call_cut', { call_id: 'call_cut', call_status: 'error', transcript: 'User: ¿Hola?' });
    await reconciler.reconcileNow(workspaceId);
    offsetMs = hour;
    await reconciler.reconcileNow(workspaceId);
    expect(scripted.asked).toEqual(['call_cut']);
  });

  it('moves its mark only after a whole list, and overlaps it by three hours', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    await reconciler.reconcileNow(workspaceId);
    const first = await mark();
    const fromMs = first.listed_until?.getTime() ?? 0;
    const answer = scripted.listing;
    scripted.listing = async () => ({ calls: [{ call_id: 'call_b', call_status: 'ended' }], nextKey: 'more' });
    const half = scripted.listing;
    let pages = 0;
    scripted.listing = async (...asked) => {
      if (++pages === 2) throw new ProviderError('unavailable', 'down');
      return half(...asked);
    };
    offsetMs = hour;
    await expect(reconciler.reconcileNow(workspaceId)).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await storedCalls()).map((call) => call.id)).toEqual(['call_b']);
    expect(await mark()).toMatchObject({ listed_until: first.listed_until, last_error: 'down' });
    scripted.listing = answer;
    scripted.listed.length = 0;
    await reconciler.reconcileNow(workspaceId);
    expect(scripted.listed).toEqual([{ startedFromMs: fromMs - 3 * hour }, { endedFromMs: fromMs - 3 * hour }]);
    const moved = await mark();
    expect(moved.listed_until?.getTime()).toBeGreaterThanOrEqual(fromMs + hour);
    expect(moved.last_error).toBeNull();
  });

  it('stops asking when the provider wants patience, and asks the others when one call cannot be read', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    for (let index = 0; index < 30; index++) await scripted.add({ call_id: `call_${index}`, call_status: 'ongoing' });
    offsetMs = 5 * minute;
    scripted.failure = new ProviderError('rate_limited', 'slow down', { status: 429 });
    await expect(reconciler.reconcileNow(workspaceId)).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(scripted.asked.length).toBeLessThanOrEqual(8);
    expect(scripted.listed).toHaveLength(2);
    scripted.failure = null;
    scripted.provider.getCall = async (id) => {
      if (id === 'call_3') throw new ProviderError('unavailable', 'odd');
      return { call_id: id, call_status: 'error' };
    };
    await reconciler.reconcileNow(workspaceId);
    const open = (await storedCalls()).filter((call) => !call.is_over);
    expect(open.map((call) => call.id)).toEqual(['call_3']);
  });

  it('goes on with its other steps, one request at a time, where the provider wants patience in one', async () => {
    const scripted = new ScriptedProvider();
    const reconciler = create(scripted.provider);
    const patience = new ProviderError('rate_limited', 'slow down', { status: 429 });
    for (let index = 0; index < 20; index++) {
      await scripted.add({ call_id: `open_${index}`, call_status: 'ongoing' });
      await scripted.add({ call_id: `over_${index}`, call_status: 'ended', end_timestamp: Date.now() });
    }
    offsetMs = 5 * minute;
    let atOnce = 0;
    let mostAtOnce = 0;
    let refuses = (id: string): boolean => id.startsWith('open_');
    scripted.provider.getCall = async (id) => {
      scripted.asked.push(id);
      if (refuses(id)) throw patience;
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await new Promise((done) => setImmediate(done));
      atOnce--;
      return { call_id: id, call_status: 'ended', transcript: 'User: Sí', call_analysis: { call_successful: true } };
    };
    scripted.listing = async () => ({ calls: [{ call_id: 'call_new', call_status: 'registered' }], nextKey: null });
    await expect(reconciler.reconcileNow(workspaceId)).rejects.toBe(patience);
    expect(mostAtOnce).toBe(1);
    expect(scripted.asked.filter((id) => id.startsWith('open_')).length).toBeLessThanOrEqual(8);
    const stored = await storedCalls();
    expect(stored.map(({ id }) => id)).toContain('call_new');
    expect(stored.filter(({ id, is_analyzed: is }) => id.startsWith('over_') && is)).toHaveLength(20);

    // A refused list stops nothing else, and unanswered calls are asked about in the next run.
    for (let index = 0; index < 20; index++)
      await scripted.add({ call_id: `late_${index}`, call_status: 'ended', end_timestamp: Date.now() });
    scripted.listing = async () => {
      throw patience;
    };
    refuses = () => true;
    scripted.asked.length = 0;
    await expect(reconciler.reconcileNow(workspaceId)).rejects.toBe(patience);
    expect(scripted.asked).toHaveLength(2);
    refuses = () => false;
    offsetMs = 7 * minute;
    await expect(reconciler.reconcileNow(workspaceId)).rejects.toBe(patience);
    expect((await storedCalls()).filter(({ is_over: is, is_analyzed: judged }) => !is || !judged)).toEqual([]);
  });

  it('runs on one server at a time in a workspace, however many there are', async () => {
    const scripted = new ScriptedProvider();
    let atOnce = 0;
    let mostAtOnce = 0;
    let lists = 0;
    scripted.listing = async () => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      lists++;
      await new Promise((done) => setImmediate(done));
      atOnce--;
      return { calls: [], nextKey: null };
    };
    for (let server = 0; server < 3; server++) create(scripted.provider, { intervalSeconds: 0.02 }).start();
    await waitFor('many rounds', () => lists > 15);
    expect(mostAtOnce).toBe(1);
  });
});
