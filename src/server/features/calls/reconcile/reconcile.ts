/**
 * Background reconciliation with the provider. Every server visits the workspaces in rounds; a workspace is reconciled
 * by one server at a time. A lost webhook therefore costs minutes, never data.
 */
import { mapWithConcurrency } from '../../../platform/provider/bounded-requests.ts';
import { ProviderError } from '../../../platform/provider/provider.ts';
import type { EventBus } from '../../../platform/events.ts';
import { runLoop, type RunLoop } from '../../../platform/run-loop.ts';
import type { MissedCalls } from './missed-calls.ts';
import { createReconcileRun, type ReconcileRunDeps } from './reconcile-run.ts';
import { getOrCreateReconcileMark, withRunLocks, type ReconcileMark } from './reconcile-store.ts';

export interface ReconcilerDeps extends ReconcileRunDeps {
  readonly directory: ReconcileRunDeps['directory'] & { listIds(): Promise<string[]> };
  readonly events: EventBus;
  readonly missed: MissedCalls;
  /** Reads the agents before the backfill, because an analysis's required fields depend on the agent. Never throws. */
  readonly learnAgents: (workspaceId: string) => Promise<void>;
}

export interface Reconciler {
  start(): void;
  /** Stops background reconciliation. The current run ends at its next request. */
  stop(): Promise<void>;
  /** Reconciles a workspace now, even if that was just done. Throws the run's errors. */
  reconcileNow(workspaceId: string): Promise<void>;
  /** Fetches all past calls from the provider now. Throws the run's errors. */
  backfillNow(workspaceId: string): Promise<void>;
}

const workspacesAtOnce = 4;
const backfillGoesOnAfterMs = 250;

export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { db, clock, log } = deps;
  const run = createReconcileRun(deps);
  const intervalMs = deps.intervalSeconds * 1_000;
  let loop: RunLoop | undefined;
  let disputeLoop: RunLoop | undefined;
  /** Workspaces for which this server received two different analyses of a call. */
  let disputed = new Set<string>();
  let stopListening: (() => void) | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let isBackfillPending = false;

  async function round(signal: AbortSignal): Promise<void> {
    isBackfillPending = false;
    await restarting;
    const ids = await deps.directory.listIds();
    await withRunLocks(db, async (locks) => {
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

  /** Asks the provider about disputed analyses at once. If that fails, a later round asks. */
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
    // Another server may have just reconciled this workspace, so the time since its last run is checked.
    const sinceMs = lastRunAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - lastRunAt.getTime();
    if (!isBackfilled) await deps.learnAgents(workspaceId);
    // The last run may lie in the future, if it was recorded before the clock was set back.
    const isDue = sinceMs >= intervalMs * 0.8 || sinceMs < -intervalMs;
    // Current calls are reconciled first, then the backfill fetches past calls.
    if (isDue) await run.reconcile(workspaceId, signal);
    if (!isBackfilled && !(await run.backfill(workspaceId, signal))) isBackfillPending = true;
  }

  function report(workspaceId: string, error: unknown): void {
    const isLater = error instanceof ProviderError && error.kind === 'rate_limited';
    if (isLater) log.info({ workspaceId }, 'the provider asks for patience: reconciliation goes on later');
    else log.warn({ err: error, workspaceId }, 'reconciliation failed; it is repeated');
  }

  /** Reads the reconciliation state for the current provider key. With a new key, the backfill starts again. */
  async function openCurrentMark(workspaceId: string): Promise<ReconcileMark> {
    const { keyFingerprint } = await deps.directory.accountOf(workspaceId);
    return getOrCreateReconcileMark(db, workspaceId, keyFingerprint, clock.now());
  }

  /** Restarts the backfill after a change of the provider key. Runs with the old key end after their page. */
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
      disputeLoop = runLoop({ name: 'analysis disputes', work: settleHeard, next: () => Infinity, log, clock });
      loop = runLoop({
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
