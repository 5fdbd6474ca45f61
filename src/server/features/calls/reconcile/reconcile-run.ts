/**
 * Compares one workspace's calls with the provider's: first the past calls (backfill), later the calls whose webhooks
 * were lost. Fetched calls are stored like webhooks, so a run may be repeated or interrupted anywhere.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { mapWithConcurrency } from '../../../platform/provider/bounded-requests.ts';
import {
  isAccountWideFailure,
  ProviderError,
  type ProviderCallFilter,
  type VoiceProvider,
} from '../../../platform/provider/provider.ts';
import type { ProviderCallReport } from '../state/call-ingest.ts';
import { findCallsWithDisputedAnalysis } from '../ingest/analysis-dispute-store.ts';
import { parseWireCallAnalysis, isTerminalCallStatus, parseProviderCallStatus } from '../state/call-observation.ts';
import type { MissedWebhookCounter } from './missed-calls.ts';
import { fetchAndStoreCall, type FetchAndStoreCallDeps } from './reconcile-lookup.ts';
import { createCallFetchBackoff, type CallFetchBackoff } from './reconcile-spacing.ts';
import {
  findIncompleteCalls,
  findKnownCallProgress,
  findUnfinishedCalls,
  markCallPageBackfilled,
  getOrCreateCallReconcileState,
  updateCallReconcileState,
  type UnfinishedCall,
} from './reconcile-store.ts';

export interface WorkspaceCallReconcilerDeps extends FetchAndStoreCallDeps {
  readonly directory: FetchAndStoreCallDeps['directory'] & {
    accountOf(workspaceId: string): Promise<{ readonly provider: VoiceProvider; readonly keyFingerprint: string }>;
  };
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * Counter of missed webhooks. Reconciliation reports each call whose end it found before a webhook did. During the
   * import of past calls it reports none.
   */
  readonly missed: Pick<MissedWebhookCounter, 'suspect'>;
  /** RECONCILE_SECONDS: the interval of reconciliation. */
  readonly intervalSeconds: number;
  /** Number of calls that one request to list-calls returns; by default 500. */
  readonly pageSize?: number;
  /** Pause in ms between pages of the backfill of past calls; by default 250. */
  readonly backfillPauseMs?: number;
  /** Age in ms from which an open call is closed if the provider does not know the call; by default 10 minutes. */
  readonly missingAfterMs?: number;
}

export interface WorkspaceCallReconciler {
  /** Fetches some pages of past calls from the provider. @returns true if no page is left. Throws ProviderError. */
  backfill(workspaceId: string, signal: AbortSignal): Promise<boolean>;
  /** Fetches calls for which we got two different analyses, to learn which one is right. Throws ProviderError. */
  settleDisputes(workspaceId: string, signal: AbortSignal): Promise<void>;
  /** Fetches calls that changed since the last run. All steps run even if one fails; then the first error is thrown. */
  reconcile(workspaceId: string, signal: AbortSignal): Promise<void>;
}

/** Callback for each call whose end was first found by this run of reconciliation. */
type OnEnd = (callId: string) => void;

interface Pass {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  readonly onEnd: OnEnd;
  /** Number of parallel requests to the provider. */
  readonly atOnce: number;
}

const minute = 60_000;
const hour = 60 * minute;
const overlapMs = 3 * hour;
const incompleteForMs = 24 * hour;
const requestsAtOnce = 8;
const openPerRun = 2_000;
const incompletePerRun = 500;
const backfillPagesPerRun = 20;
/**
 * Highest number of failed requests in a reconciliation run. If more requests fail, the provider seems to be down, and
 * the run stops.
 */
const toleratedFailures = 8;

export function createWorkspaceCallReconciler(deps: WorkspaceCallReconcilerDeps): WorkspaceCallReconciler {
  const { db, clock, log, ingest } = deps;
  const intervalMs = deps.intervalSeconds * 1_000;
  const limit = deps.pageSize ?? 500;
  const spacing = createCallFetchBackoff(intervalMs, 4 * hour);
  const disputeSpacing = createCallFetchBackoff(intervalMs, 4 * hour);
  /** Key: a workspace. Value: the open calls that the provider did not know in this server's last run. */
  const missing = new Map<string, ReadonlySet<string>>();

  async function record(workspaceId: string, report: ProviderCallReport): Promise<void> {
    try {
      await ingest.record(workspaceId, report);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
      log.error({ err: error, workspaceId, callId: report.call.call_id }, 'a listed call could not be stored');
    }
  }

  async function takeIn(workspaceId: string, calls: readonly WireCall[], onEnd: OnEnd): Promise<void> {
    const known = await findKnownCallProgress(
      db,
      workspaceId,
      calls.map((call) => call.call_id),
    );
    const news = calls.filter((call) => {
      const ours = known.get(call.call_id);
      return (
        !ours || call.call_status !== ours.reportedStatus || (!ours.isAnalyzed && parseWireCallAnalysis(call) !== null)
      );
    });
    await Promise.all(news.map((call) => record(workspaceId, { event: 'call_snapshot', call, source: 'reconcile' })));
    for (const call of news) if (isOver(call) && !known.get(call.call_id)?.isOver) onEnd(call.call_id);
  }

  async function listAll(
    provider: VoiceProvider,
    filter: ProviderCallFilter,
    signal: AbortSignal,
    onPage: (calls: readonly WireCall[]) => Promise<void>,
  ): Promise<void> {
    let key: string | null = null;
    do {
      signal.throwIfAborted();
      const page: Awaited<ReturnType<VoiceProvider['listCalls']>> = await provider.listCalls(filter, {
        limit,
        key,
        order: 'ascending',
      });
      await onPage(page.calls);
      if (page.nextKey !== null && page.nextKey === key)
        throw new ProviderError('unavailable', 'the list does not advance');
      key = page.nextKey;
    } while (key !== null);
  }

  /** Lists recent calls by start and by end, because a call that never connected may have an end but no start. */
  async function list({ workspaceId, signal, onEnd }: Pass): Promise<void> {
    const startedAt = clock.now();
    const { provider, keyFingerprint } = await deps.directory.accountOf(workspaceId);
    const { listedUntil } = await getOrCreateCallReconcileState(db, workspaceId, keyFingerprint, startedAt);
    const fromMs = listedUntil.getTime() - overlapMs;
    for (const filter of [{ startedFromMs: fromMs }, { endedFromMs: fromMs }]) {
      await listAll(provider, filter, signal, (calls) => takeIn(workspaceId, calls, onEnd));
    }
    await updateCallReconcileState(db, workspaceId, keyFingerprint, { listed_until: startedAt });
  }

  /**
   * Runs `ask` for each call. A few failures of single calls are ignored. An error that affects all calls is thrown.
   */
  async function askEach<C extends { readonly id: string }>(
    calls: readonly C[],
    { signal, atOnce }: Pick<Pass, 'signal' | 'atOnce'>,
    ask: (call: C) => Promise<void>,
  ): Promise<void> {
    let failures = 0;
    await mapWithConcurrency(calls, atOnce, async (call) => {
      signal.throwIfAborted();
      try {
        await ask(call);
      } catch (error) {
        if (!(error instanceof ProviderError) || isAccountWideFailure(error)) throw error;
        if (++failures > toleratedFailures) throw error;
        log.warn({ err: error, callId: call.id }, 'a call could not be looked up');
      }
    });
  }

  /** Fetches each open call by get-call, because the provider's list of calls may lag behind. */
  async function askOpen(pass: Pass): Promise<void> {
    const { workspaceId, onEnd } = pass;
    const now = clock.now().getTime();
    const open = await findUnfinishedCalls(db, workspaceId, new Date(now - Math.min(intervalMs, minute)), openPerRun);
    const missedBefore = missing.get(workspaceId) ?? new Set();
    const missed = new Set<string>();
    missing.set(workspaceId, missed);
    await askEach(open, pass, async (open) => {
      const call = await fetchAndStoreCall(deps, workspaceId, open.id);
      if (call && isOver(call)) onEnd(open.id);
      if (call) return;
      // Close a call only if the provider did not know it in two reconciliation runs. One response may be wrong.
      const isOld = now - open.firstSeenAt.getTime() >= (deps.missingAfterMs ?? 10 * minute);
      if (isOld && missedBefore.has(open.id)) await close(workspaceId, open);
      else missed.add(open.id);
    });
  }

  /**
   * Closes an open call that the provider does not know, because nobody will ever report its end. Its end time stays
   * unknown. Any later data from the provider override it.
   */
  async function close(workspaceId: string, { id, status }: UnfinishedCall): Promise<void> {
    log.warn({ workspaceId, callId: id }, 'an open call is unknown to the provider: closed');
    const reason = { call_id: id, call_status: 'registered', disconnection_reason: 'error_unknown' };
    await record(workspaceId, { event: 'call_snapshot', call: reason, source: 'reconcile' });
    const end = { call_id: id, ...(status === 'ongoing' ? { call_status: 'error' } : {}) };
    await record(workspaceId, { event: 'call_ended', call: end, source: 'reconcile' });
  }

  async function askIncomplete(pass: Pass): Promise<void> {
    const { workspaceId } = pass;
    const now = clock.now().getTime();
    const since = { ended: new Date(now - incompleteForMs), notConnected: new Date(now - hour) };
    const incomplete = await findIncompleteCalls(db, workspaceId, since, openPerRun);
    await askSpaced(spacing, incomplete, pass);
  }

  /** Asks about the calls that are due. */
  async function askSpaced(
    spacing: CallFetchBackoff,
    calls: readonly { readonly id: string }[],
    pass: Pick<Pass, 'workspaceId' | 'signal' | 'atOnce'>,
  ): Promise<void> {
    const { workspaceId } = pass;
    const due = spacing.takeDue(workspaceId, calls, clock.monotonicMs(), incompletePerRun);
    // If a fetch failed for a reason that affects the whole account, such as the rate limit, restore the call's
    // previous pause. Otherwise the pause would double.
    const unasked = new Set(due.map(({ id }) => id));
    try {
      await askEach(due, pass, async ({ id }) => {
        unasked.delete(id);
        try {
          await fetchAndStoreCall(deps, workspaceId, id);
        } catch (error) {
          if (error instanceof ProviderError && isAccountWideFailure(error)) unasked.add(id);
          throw error;
        }
      });
    } finally {
      spacing.giveBack(workspaceId, unasked);
    }
  }

  return {
    async backfill(workspaceId, signal) {
      const { provider, keyFingerprint } = await deps.directory.accountOf(workspaceId);
      let { backfillKey: pageKey, isBackfilled } = await getOrCreateCallReconcileState(
        db,
        workspaceId,
        keyFingerprint,
        clock.now(),
      );
      for (let pages = 0; !isBackfilled && pages < backfillPagesPerRun; pages++) {
        if (pages > 0) await clock.sleep(deps.backfillPauseMs ?? 250, signal);
        const { calls, nextKey } = await backfillPage(provider, pageKey);
        await takeIn(workspaceId, calls, () => undefined);
        if (nextKey !== null && nextKey === pageKey)
          throw new ProviderError('unavailable', 'the list does not advance');
        // Stop the import if the provider key was replaced meanwhile, because the page is from the previous account.
        if (!(await markCallPageBackfilled(db, workspaceId, { keyFingerprint, pageKey, nextKey }, clock.now())))
          return false;
        pageKey = nextKey;
        isBackfilled = nextKey === null;
      }
      return isBackfilled;
    },
    async settleDisputes(workspaceId, signal) {
      const since = new Date(clock.now().getTime() - incompleteForMs);
      const find = () => findCallsWithDisputedAnalysis(db, workspaceId, since, incompletePerRun);
      await askSpaced(disputeSpacing, await find(), { workspaceId, signal, atOnce: requestsAtOnce });
      // Forget the pauses of calls whose conflicting analyses are resolved, so that a new conflict is fetched at once.
      disputeSpacing.takeDue(workspaceId, await find(), clock.monotonicMs(), 0);
    },
    async reconcile(workspaceId, signal) {
      const { keyFingerprint } = await deps.directory.accountOf(workspaceId);
      const { isBackfilled } = await getOrCreateCallReconcileState(db, workspaceId, keyFingerprint, clock.now());
      // Until all past calls are imported, do not count missed webhooks, because the server never gets webhooks for
      // past calls.
      const onEnd: OnEnd = (callId) => void (isBackfilled && deps.missed.suspect(workspaceId, callId));
      let failure: { readonly error: unknown } | undefined;
      let atOnce = requestsAtOnce;
      // List changed calls before fetching single calls, because one list request reports the end of many calls.
      for (const step of [list, askOpen, askIncomplete]) {
        try {
          await step({ workspaceId, signal, onEnd, atOnce });
        } catch (error) {
          failure ??= { error };
          if (signal.aborted) break;
          if (!(error instanceof ProviderError) || !isAccountWideFailure(error)) continue;
          if (error.kind !== 'rate_limited') break;
          // After a rate limit of the provider, send one request at a time in the remaining steps of this run.
          atOnce = 1;
        }
      }
      const message = failure?.error instanceof Error ? failure.error.message.slice(0, 500) : null;
      await updateCallReconcileState(db, workspaceId, keyFingerprint, {
        last_run_at: clock.now(),
        last_error: message,
      });
      if (failure) throw failure.error;
    },
  };

  /** Fetches a page of past calls, newest first. If the provider refuses the page key, fetches the first page. */
  async function backfillPage(provider: VoiceProvider, key: string | null): ReturnType<VoiceProvider['listCalls']> {
    const order = 'descending';
    try {
      return await provider.listCalls({}, { limit, key, order });
    } catch (error) {
      if (key === null || !(error instanceof ProviderError) || error.kind !== 'refused') throw error;
      log.warn({ err: error }, 'the backfill begins anew');
      return provider.listCalls({}, { limit, key: null, order });
    }
  }
}

function isOver(call: WireCall): boolean {
  return isTerminalCallStatus(parseProviderCallStatus(call.call_status));
}
