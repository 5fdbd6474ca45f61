// Missed calls: only calls whose end no webhook reported in time, once each, and never the past.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProviderEventToggles, type ProviderEventToggles } from '../../../../contract/settings.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { VoiceProvider } from '../../../platform/provider/provider.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { createMissedWebhookCounter, type MissedWebhookCounter } from './missed-calls.ts';
import { createBackgroundCallReconciler, type BackgroundCallReconciler } from './reconcile.ts';
import { findWebhookHealth } from '../ingest/webhook-receipt-store.ts';

const minute = 60_000;
let ledger: TestLedger;
let ingest: CallIngest;
let workspaceId: string;
let toggles: ProviderEventToggles | Error;
/** The provider's calls. */
let calls: WireCall[];
let missed: MissedWebhookCounter;
let reconciler: BackgroundCallReconciler;

beforeAll(async () => {
  ledger = await openTestLedger();
  ingest = ledger.createWriter(1);
});
afterAll(() => ledger.close());

beforeEach(async () => {
  workspaceId = await ledger.createWorkspace();
  toggles = defaultProviderEventToggles;
  calls = [];
  ({ missed, reconciler } = createServer(1));
});

function createServer(writerSlot: number) {
  const { clock, events, database } = ledger;
  const provider = {
    getCall: async (id: string) => calls.find((call) => call.call_id === id) ?? null,
    listCalls: async () => ({ calls, nextKey: null }),
  } as Partial<VoiceProvider> as VoiceProvider;
  const directory = {
    listIds: async () => [workspaceId],
    providerOf: async () => provider,
    accountOf: async () => ({ provider, keyFingerprint: 'key' }),
  };
  const readToggles = async (): Promise<ProviderEventToggles> => {
    if (toggles instanceof Error) throw toggles;
    return toggles;
  };
  const counting = createMissedWebhookCounter({ db: database.db, clock, readToggles, writerSlot, graceMs: minute });
  const deps = {
    db: database.db,
    clock,
    events,
    directory,
    ingest,
    missed: counting,
    log: pino({ level: 'silent' }),
    learnAgents: async () => undefined,
    intervalSeconds: 180,
  };
  return { missed: counting, reconciler: createBackgroundCallReconciler(deps) };
}

const ended = (callId: string): WireCall => ({
  call_id: callId,
  call_status: 'ended',
  end_timestamp: ledger.clock.now().getTime(),
  transcript: 'Agent: Hola',
  call_analysis: { call_successful: true },
});
const sendWebhook = (event: string, callId: string) =>
  ingest.record(workspaceId, { event, call: ended(callId), source: 'webhook' });
const counted = async () => {
  const { missedCalls, lastMissedAt } = await findWebhookHealth(ledger.database.db, workspaceId);
  return { missedCalls, lastMissedAt };
};
const none = { missedCalls: 0, lastMissedAt: null };

/** Reconciles twice, with time for a late webhook in between. */
async function runTwice(): Promise<void> {
  await reconciler.reconcileNow(workspaceId);
  await ledger.clock.advance(3 * minute);
  await reconciler.reconcileNow(workspaceId);
}

describe('a call whose end reconciliation brought', () => {
  beforeEach(() => reconciler.backfillNow(workspaceId));

  it('is missed once no webhook has told of its end in time, and is counted once', async () => {
    calls = [ended('listed')];
    await ingest.record(workspaceId, {
      event: 'call_started',
      call: { call_id: 'open', call_status: 'ongoing' },
      source: 'webhook',
    });
    await ledger.clock.advance(2 * minute);
    calls.push(ended('open'));
    const broughtAt = ledger.clock.now();
    await reconciler.reconcileNow(workspaceId);
    expect(await counted()).toEqual(none);
    await ledger.clock.advance(minute - 1);
    await reconciler.reconcileNow(workspaceId);
    expect(await counted()).toEqual(none);
    await ledger.clock.advance(1);
    await reconciler.reconcileNow(workspaceId);
    expect(await counted()).toEqual({ missedCalls: 2, lastMissedAt: broughtAt });
    await runTwice();
    expect(await counted()).toEqual({ missedCalls: 2, lastMissedAt: broughtAt });
  });

  it('is not when the webhook was only slower than the run, whichever event told of the end', async () => {
    calls = [ended('by_end'), ended('by_analysis'), ended('by_nobody')];
    await reconciler.reconcileNow(workspaceId);
    await sendWebhook('call_ended', 'by_end');
    await sendWebhook('call_analyzed', 'by_analysis');
    // A report of the start says nothing about the end.
    await sendWebhook('call_started', 'by_nobody');
    await ledger.clock.advance(3 * minute);
    await reconciler.reconcileNow(workspaceId);
    expect(await counted()).toMatchObject({ missedCalls: 1 });
    await sendWebhook('call_ended', 'by_nobody');
    await runTwice();
    expect(await counted()).toMatchObject({ missedCalls: 1 });
  });

  it('is not when a webhook had told of it before', async () => {
    calls = [{ ...ended('told'), call_analysis: { call_successful: false } }];
    await ingest.record(workspaceId, {
      event: 'call_ended',
      call: { call_id: 'told', call_status: 'ended' },
      source: 'webhook',
    });
    await runTwice();
    expect(await counted()).toEqual(none);
  });

  it('is not while the workspace wants to hear of no end', async () => {
    toggles = { ...defaultProviderEventToggles, call_ended: false };
    calls = [ended('unwanted')];
    await runTwice();
    toggles = defaultProviderEventToggles;
    await runTwice();
    expect(await counted()).toEqual(none);
  });

  it('is not when it was deleted meanwhile, nor when the provider no longer knows it', async () => {
    calls = [ended('deleted')];
    await ingest.record(workspaceId, {
      event: 'call_started',
      call: { call_id: 'gone', call_status: 'ongoing' },
      source: 'webhook',
    });
    await reconciler.reconcileNow(workspaceId);
    await ledger.database.db
      .deleteFrom('calls')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', 'deleted')
      .execute();
    calls = [];
    await ledger.clock.advance(20 * minute);
    await runTwice();
    expect(await counted()).toEqual(none);
  });

  it('adds up over servers', async () => {
    calls = [ended('here')];
    await reconciler.reconcileNow(workspaceId);
    calls = [ended('there')];
    const there = createServer(2);
    await there.reconciler.reconcileNow(workspaceId);
    await ledger.clock.advance(minute);
    await Promise.all([missed.settle(workspaceId), there.missed.settle(workspaceId)]);
    expect(await counted()).toMatchObject({ missedCalls: 2 });
  });

  it('is counted later when it can not be counted now, together with what was missed since', async () => {
    calls = [ended('first')];
    await reconciler.reconcileNow(workspaceId);
    await ledger.clock.advance(minute);
    toggles = new Error('the database is away');
    await expect(missed.settle(workspaceId)).rejects.toThrow('away');
    toggles = defaultProviderEventToggles;
    calls.push(ended('second'));
    await reconciler.reconcileNow(workspaceId);
    expect(await counted()).toMatchObject({ missedCalls: 1 });
    await runTwice();
    expect(await counted()).toMatchObject({ missedCalls: 2 });
  });
});

it('the provider’s past is not missed, nor what comes while it is being brought in', async () => {
  calls = [ended('past'), ended('meanwhile')];
  await reconciler.reconcileNow(workspaceId);
  await reconciler.backfillNow(workspaceId);
  await ledger.clock.advance(3 * minute);
  await runTwice();
  expect(await counted()).toEqual(none);
});
