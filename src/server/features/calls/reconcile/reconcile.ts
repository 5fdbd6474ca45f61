/**
 * Background job that fetches from the provider what webhooks did not report. Every server visits all workspaces in
 * rounds; only one server at a time reconciles a workspace. A lost webhook thus causes a delay of minutes, but no loss.
 */
import { mapWithConcurrency } from '../../../platform/provider/bounded-requests.ts';
import { ProviderError } from '../../../platform/provider/provider.ts';
import type { EventBus } from '../../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import type { MissedWebhookCounter } from './missed-calls.ts';
import { createWorkspaceCallReconciler, type WorkspaceCallReconcilerDeps } from './reconcile-run.ts';
import {
  getOrCreateCallReconcileState,
  withCallReconcileRunLocks,
  type CallReconcileState,
} from './reconcile-store.ts';

export interface BackgroundCallReconcilerDeps extends WorkspaceCallReconcilerDeps {
  readonly directory: WorkspaceCallReconcilerDeps['directory'] & { listIds(): Promise<string[]> };
  readonly events: EventBus;
  readonly missed: MissedWebhookCounter;
  /**
   * Fetches the agents' data before past calls are imported, because these data name the analysis fields that an agent
   * requires. Never throws.
   */
  readonly learnAgents: (workspaceId: string) => Promise<void>;
}

export interface BackgroundCallReconciler {
  start(): void;
  /**
   * Stops reconciliation with the provider in the background. A workspace's reconciliation in progress ends before its
   * next request to the provider.
   */
  stop(): Promise<void>;
  /** Reconciles a workspace now, even if its last run was recent. Throws the run's errors. */
  reconcileNow(workspaceId: string): Promise<void>;
  /** Imports all past calls of a workspace from the provider now. Throws the errors of the import. */
  backfillNow(workspaceId: string): Promise<void>;
}

const workspacesAtOnce = 4;
const backfillGoesOnAfterMs = 250;

export function createBackgroundCallReconciler(deps: BackgroundCallReconcilerDeps): BackgroundCallReconciler {
  const { db, clock, log } = deps;
  const run = createWorkspaceCallReconciler(deps);
  const intervalMs = deps.intervalSeconds * 1_000;
  let loop: BackgroundLoop | undefined;
  let disputeLoop: BackgroundLoop | undefined;
  /** Ids of workspaces in which this server received two different analyses of a call. */
  let disputed = new Set<string>();
  let stopListening: (() => void) | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let isBackfillPending = false;

  async function round(signal: AbortSignal): Promise<void> {
    isBackfillPending = false;
    await restarting;
    const ids = await deps.directory.listIds();
    await withCallReconcileRunLocks(db, async (locks) => {
      await mapWithConcurrency(ids, workspacesAtOnce, async (workspaceId) => {
        if (signal.aborted || !(await locks.take(workspaceId))) return;
        try {
          await visit(workspaceId, signal);
        } catch (error) {
          if (!signal.aborted) report(workspaceId, error);
        } finally {
          await locks.release(workspaceId);
        }
      });
    });
  }

  /** Fetches calls for which two different analyses arrived. If this fails, the next reconciliation run retries. */
  async function settleHeard(signal: AbortSignal): Promise<void> {
    const heard = disputed;
    disputed = new Set();
    for (const workspaceId of heard) if (!signal.aborted) await settleDisputes(workspaceId, signal);
  }

  async function settleDisputes(workspaceId: string, signal: AbortSignal): Promise<void> {
    try {
      await run.settleDisputes(workspaceId, signal);
    } catch (error) {
      if (!signal.aborted) report(workspaceId, error);
    }
  }

  async function visit(workspaceId: string, signal: AbortSignal): Promise<void> {
    await deps.missed.settle(workspaceId);
    await settleDisputes(workspaceId, signal);
    const { isBackfilled, lastRunAt } = await openCurrentMark(workspaceId);
    // Check when the workspace was last reconciled, because another server may have reconciled it just now.
    const sinceMs = lastRunAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - lastRunAt.getTime();
    if (!isBackfilled) await deps.learnAgents(workspaceId);
    // Reconcile also if the stored time of the last run is in the future, because this shows that the clock was set
    // back.
    const isDue = sinceMs >= intervalMs * 0.8 || sinceMs < -intervalMs;
    if (isDue) await run.reconcile(workspaceId, signal);
    if (!isBackfilled && !(await run.backfill(workspaceId, signal))) isBackfillPending = true;
  }

  function report(workspaceId: string, error: unknown): void {
    const isLater = error instanceof ProviderError && error.kind === 'rate_limited';
    if (isLater) log.info({ workspaceId }, 'the provider asks for patience: reconciliation goes on later');
    else log.warn({ err: error, workspaceId }, 'reconciliation failed; it is repeated');
  }

  /**
   * Returns the progress of reconciliation with the current provider key. A new key restarts the import of past calls.
   */
  async function openCurrentMark(workspaceId: string): Promise<CallReconcileState> {
    const { keyFingerprint } = await deps.directory.accountOf(workspaceId);
    return getOrCreateCallReconcileState(db, workspaceId, keyFingerprint, clock.now());
  }

  /**
   * Starts the import of past calls again after the workspace got a new provider key. An import that still uses the old
   * key stops after its current page.
   */
  async function restartBackfill(workspaceId: string): Promise<void> {
    try {
      await openCurrentMark(workspaceId);
      loop?.wake();
    } catch (error) {
      log.error({ err: error, workspaceId }, 'a backfill could not be begun');
    }
  }

  const never = new AbortController().signal;
  return {
    start() {
      const listeners = [
        deps.events.on('workspace.key_added', ({ workspaceId }) => {
          restarting = restarting.then(() => restartBackfill(workspaceId));
        }),
        deps.events.on('call.analysis_disputed', ({ workspaceId }) => {
          disputed.add(workspaceId);
          disputeLoop?.wake();
        }),
      ];
      stopListening = () => listeners.forEach((stop) => stop());
      disputeLoop = startBackgroundLoop({
        name: 'analysis disputes',
        work: settleHeard,
        next: () => Infinity,
        log,
        clock,
      });
      loop = startBackgroundLoop({
        name: 'reconcile',
        work: round,
        next: () => (isBackfillPending ? backfillGoesOnAfterMs : intervalMs),
        log,
        clock,
      });
    },
    async stop() {
      stopListening?.();
      await disputeLoop?.stop();
      await loop?.stop();
      await restarting;
    },
    async reconcileNow(workspaceId) {
      await deps.missed.settle(workspaceId);
      await run.settleDisputes(workspaceId, never);
      await run.reconcile(workspaceId, never);
    },
    async backfillNow(workspaceId) {
      await deps.learnAgents(workspaceId);
      while (!(await run.backfill(workspaceId, never)));
    },
  };
}
