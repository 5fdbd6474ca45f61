/**
 * Reconciles one workspace with the provider: first its past calls, then events whose webhooks were lost. All data
 * enter through the ingest, so a run may be repeated or interrupted anywhere.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { mapWithConcurrency } from '../../../platform/provider/bounded-requests.ts';
import { affectsAllCalls, ProviderError, type CallFilter, type Provider } from '../../../platform/provider/provider.ts';
import type { CallReport } from '../state/call-ingest.ts';
import { findDisputedCalls } from '../ingest/analysis-dispute-store.ts';
import { analysisIn, isTerminal, readStatus } from '../state/call-observation.ts';
import type { MissedCalls } from './missed-calls.ts';
import { lookUpCall, type LookupDeps } from './reconcile-lookup.ts';
import { createRequestBackoff, type RequestBackoff } from './reconcile-spacing.ts';
import {
  findIncompleteCalls,
  findKnownCalls,
  findOpenCalls,
  advanceBackfill,
  getOrCreateReconcileMark,
  updateMark,
  type OpenCall,
} from './reconcile-store.ts';

export interface ReconcileRunDeps extends LookupDeps {
  readonly directory: LookupDeps['directory'] & {
    accountOf(workspaceId: string): Promise<{ readonly provider: Provider; readonly keyFingerprint: string }>;
  };
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Receives calls whose end reconciliation reported, except past calls of the backfill, which had no webhook. */
  readonly missed: Pick<MissedCalls, 'suspect'>;
  /** RECONCILE_SECONDS: the interval of reconciliation. */
  readonly intervalSeconds: number;
  /** Number of calls on a page of list-calls; by default 500. */
  readonly pageSize?: number;
  /** Pause in ms between pages of the backfill of past calls; by default 250. */
  readonly backfillPauseMs?: number;
  /** Age in ms from which an open call that the provider does not know is closed; by default 10 minutes. */
  readonly missingAfterMs?: number;
}

export interface ReconcileRun {
  /** Fetches some pages of the provider's past calls. @returns true if all pages are stored. Throws ProviderError. */
  backfill(workspaceId: string, signal: AbortSignal): Promise<boolean>;
  /** Asks the provider which analysis is right for calls with two different ones. Throws ProviderError. */
  settleDisputes(workspaceId: string, signal: AbortSignal): Promise<void>;
  /** Fetches the changes of calls since the last run. Runs all steps, then throws the first error among them. */
  reconcile(workspaceId: string, signal: AbortSignal): Promise<void>;
}

/** Callback of a reconciliation run, called for each call whose end the run reported. */
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
/** Number of failed requests for single calls that a run tolerates. More mean an outage. */
const toleratedFailures = 8;

export function createReconcileRun(deps: ReconcileRunDeps): ReconcileRun {
  const { db, clock, log, ingest } = deps;
  const intervalMs = deps.intervalSeconds * 1_000;
  const limit = deps.pageSize ?? 500;
  const spacing = createRequestBackoff(intervalMs, 4 * hour);
  const disputeSpacing = createRequestBackoff(intervalMs, 4 * hour);
  /** For each workspace, the open calls that the provider did not know in this server's last run. */
  const missing = new Map<string, ReadonlySet<string>>();

  async function record(workspaceId: string, report: CallReport): Promise<void> {
    try {
      await ingest.record(workspaceId, report);
    } catch (error) {
      // A listed call that can't be stored must not block the other calls.
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
      log.error({ err: error, workspaceId, callId: report.call.call_id }, 'a listed call could not be stored');
    }
  }

  /** Stores the calls from the provider's list that are new or have changed. */
  async function takeIn(workspaceId: string, calls: readonly WireCall[], onEnd: OnEnd): Promise<void> {
    const known = await findKnownCalls(
      db,
      workspaceId,
      calls.map((call) => call.call_id),
    );
    const news = calls.filter((call) => {
      const ours = known.get(call.call_id);
      return !ours || call.call_status !== ours.reportedStatus || (!ours.isAnalyzed && analysisIn(call) !== null);
    });
    await Promise.all(news.map((call) => record(workspaceId, { event: 'call_snapshot', call, source: 'reconcile' })));
    for (const call of news) if (isOver(call) && !known.get(call.call_id)?.isOver) onEnd(call.call_id);
  }

  async function listAll(
    provider: Provider,
    filter: CallFilter,
    signal: AbortSignal,
    onPage: (calls: readonly WireCall[]) => Promise<void>,
  ): Promise<void> {
    let key: string | null = null;
    do {
      signal.throwIfAborted();
      const page: Awaited<ReturnType<Provider['listCalls']>> = await provider.listCalls(filter, {
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

  /** Lists calls by start and by end, because a call that never connected may have an end but no start. */
  async function list({ workspaceId, signal, onEnd }: Pass): Promise<void> {
    const startedAt = clock.now();
    const { provider, keyFingerprint } = await deps.directory.accountOf(workspaceId);
    const { listedUntil } = await getOrCreateReconcileMark(db, workspaceId, keyFingerprint, startedAt);
    const fromMs = listedUntil.getTime() - overlapMs;
    for (const filter of [{ startedFromMs: fromMs }, { endedFromMs: fromMs }]) {
      await listAll(provider, filter, signal, (calls) => takeIn(workspaceId, calls, onEnd));
    }
    await updateMark(db, workspaceId, keyFingerprint, { listed_until: startedAt });
  }

  /** Asks the provider about each call. Single failures are skipped, but an error that concerns all calls is thrown. */
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
        if (!(error instanceof ProviderError) || affectsAllCalls(error)) throw error;
        if (++failures > toleratedFailures) throw error;
        log.warn({ err: error, callId: call.id }, 'a call could not be looked up');
      }
    });
  }

  /** Asks about open calls by get-call, because the provider's list may lag behind. */
  async function askOpen(pass: Pass): Promise<void> {
    const { workspaceId, onEnd } = pass;
    const now = clock.now().getTime();
    const open = await findOpenCalls(db, workspaceId, new Date(now - Math.min(intervalMs, minute)), openPerRun);
    const missedBefore = missing.get(workspaceId) ?? new Set();
    const missed = new Set<string>();
    missing.set(workspaceId, missed);
    await askEach(open, pass, async (open) => {
      const call = await lookUpCall(deps, workspaceId, open.id);
      if (call && isOver(call)) onEnd(open.id);
      if (call) return;
      // One wrong answer must not close a live call, so the provider must have missed it in the last run too.
      const isOld = now - open.firstSeenAt.getTime() >= (deps.missingAfterMs ?? 10 * minute);
      if (isOld && missedBefore.has(open.id)) await close(workspaceId, open);
      else missed.add(open.id);
    });
  }

  /**
   * Closes an open call that the provider does not know, because nobody will ever report its end. No end time is
   * invented. The report counts as the weakest evidence, so any later report of the provider outranks it.
   */
  async function close(workspaceId: string, { id, status }: OpenCall): Promise<void> {
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
    spacing: RequestBackoff,
    calls: readonly { readonly id: string }[],
    pass: Pick<Pass, 'workspaceId' | 'signal' | 'atOnce'>,
  ): Promise<void> {
    const { workspaceId } = pass;
    const due = spacing.takeDue(workspaceId, calls, clock.monotonicMs(), incompletePerRun);
    // Only answered requests count as asked. Otherwise a rate limit would delay calls that were never asked about.
    const unasked = new Set(due.map(({ id }) => id));
    try {
      await askEach(due, pass, async ({ id }) => {
        unasked.delete(id);
        try {
          await lookUpCall(deps, workspaceId, id);
        } catch (error) {
          if (error instanceof ProviderError && affectsAllCalls(error)) unasked.add(id);
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
      let { backfillKey: pageKey, isBackfilled } = await getOrCreateReconcileMark(
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
        // If the provider key was replaced, a page of the previous account says nothing about the new account's past.
        if (!(await advanceBackfill(db, workspaceId, { keyFingerprint, pageKey, nextKey }, clock.now()))) return false;
        pageKey = nextKey;
        isBackfilled = nextKey === null;
      }
      return isBackfilled;
    },
    async settleDisputes(workspaceId, signal) {
      const since = new Date(clock.now().getTime() - incompleteForMs);
      const find = () => findDisputedCalls(db, workspaceId, since, incompletePerRun);
      await askSpaced(disputeSpacing, await find(), { workspaceId, signal, atOnce: requestsAtOnce });
      // Calls whose disputed analysis is settled are forgotten, so that a new dispute is asked about at once.
      disputeSpacing.takeDue(workspaceId, await find(), clock.monotonicMs(), 0);
    },
    async reconcile(workspaceId, signal) {
      const { keyFingerprint } = await deps.directory.accountOf(workspaceId);
      const { isBackfilled } = await getOrCreateReconcileMark(db, workspaceId, keyFingerprint, clock.now());
      // Missed webhooks are counted after the backfill only. Until then, a call may be older than the first webhook.
      const onEnd: OnEnd = (callId) => void (isBackfilled && deps.missed.suspect(workspaceId, callId));
      let failure: { readonly error: unknown } | undefined;
      let atOnce = requestsAtOnce;
      // The list step of reconciliation comes first, because one page of the list reports the end of many calls.
      for (const step of [list, askOpen, askIncomplete]) {
        try {
          await step({ workspaceId, signal, onEnd, atOnce });
        } catch (error) {
          failure ??= { error };
          if (signal.aborted) break;
          if (!(error instanceof ProviderError) || !affectsAllCalls(error)) continue;
          if (error.kind !== 'rate_limited') break;
          // After a failed reconciliation step the others run, with one request at a time to avoid rate limits.
          atOnce = 1;
        }
      }
      const message = failure?.error instanceof Error ? failure.error.message.slice(0, 500) : null;
      await updateMark(db, workspaceId, keyFingerprint, { last_run_at: clock.now(), last_error: message });
      if (failure) throw failure.error;
    },
  };

  /** Reads a page of past calls, newest first. Starts again from the first page if the page key has expired. */
  async function backfillPage(provider: Provider, key: string | null): ReturnType<Provider['listCalls']> {
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
  return isTerminal(readStatus(call.call_status));
}
