/**
 * Deletes the provider's copies of erased calls by jobs that are stored in the transaction of the erasure. A job
 * deletes a few calls one after another, to spare the provider. If a job gives up, it is queued again in the next
 * night.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { JobRunContext, BackgroundJobs, JobQueueOptions } from '../../platform/jobs.ts';
import { isAccountWideFailure, ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import {
  listErasedCallsStillAtProvider,
  listOldErasedCallsAtProvider,
  markProviderCopyDeleted,
  type Tx,
} from '../calls/index.ts';

export interface ProviderCopyDeletionDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<BackgroundJobs, 'queue' | 'schedule'>;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
}

export interface ProviderCopyDeletionJobs {
  /** Queues jobs that delete calls at the provider. The jobs are stored together with the caller's transaction. */
  order(tx: Tx, workspaceId: string, callIds: readonly string[]): Promise<void>;
}

interface Order {
  readonly workspaceId: string;
  readonly callIds: readonly string[];
}

const callsAJob = 50;
/** Retry a deletion at the provider after ½, 1, 2, 4… minutes, then every six hours, for about three days. */
export const providerDeletionRetryOptions: JobQueueOptions = {
  retries: 20,
  firstRetrySeconds: 30,
  longestRetrySeconds: 21_600,
  pollSeconds: 2,
  atOnce: 2,
  expireSeconds: 1_800,
};
/** Age in ms above which a deletion job counts as failed for good. All retries of a job together take less time. */
export const deletionJobAbandonedAfterMs = 4 * 24 * 3_600_000;
const sweepPage = 1_000;
/** Number of deletions in a row without a response after which a job stops, because the provider must be down. */
const toleratedFailures = 8;

/** Declares the job queue that deletes calls at the provider. Call it before `jobs.start`. */
export function createProviderCopyDeletionJobs(deps: ProviderCopyDeletionDeps): ProviderCopyDeletionJobs {
  const queue = deps.jobs.queue<Order>('forget-at-provider', providerDeletionRetryOptions, (order, run) =>
    deleteCopies(deps, order, run),
  );

  async function orderEach(workspaceId: string, callIds: readonly string[], tx?: Tx): Promise<void> {
    for (let from = 0; from < callIds.length; from += callsAJob) {
      await queue.send({ workspaceId, callIds: callIds.slice(from, from + callsAJob) }, tx);
    }
  }

  async function orderAbandoned(): Promise<void> {
    const deletedBefore = new Date(deps.clock.now().getTime() - deletionJobAbandonedAfterMs);
    let after: { workspaceId: string; callId: string } | null = null;
    for (;;) {
      const page: { workspaceId: string; callId: string }[] = await listOldErasedCallsAtProvider(deps.db, {
        deletedBefore,
        after,
        limit: sweepPage,
      });
      for (const [workspaceId, copies] of Map.groupBy(page, (copy) => copy.workspaceId)) {
        await orderEach(
          workspaceId,
          copies.map(({ callId }) => callId),
        );
      }
      after = page.at(-1) ?? null;
      if (page.length < sweepPage) return;
    }
  }
  deps.jobs.schedule('forget-at-provider-sweep', '52 6 * * *', orderAbandoned);

  return { order: (tx, workspaceId, callIds) => orderEach(workspaceId, callIds, tx) };
}

async function deleteCopies(
  { db, clock, log, directory }: ProviderCopyDeletionDeps,
  { workspaceId, callIds }: Order,
  { signal }: JobRunContext,
): Promise<void> {
  const left = await listErasedCallsStillAtProvider(db, workspaceId, callIds);
  if (left.length === 0) return;
  const provider = await directory.providerOf(workspaceId);
  let failures = 0;
  let unansweredInARow = 0;
  for (const callId of left) {
    signal.throwIfAborted();
    try {
      await provider.deleteCall(callId);
      await markProviderCopyDeleted(db, workspaceId, callId, clock.now());
      unansweredInARow = 0;
    } catch (error) {
      if (!(error instanceof ProviderError) || isAccountWideFailure(error)) throw error;
      log.warn({ err: error, workspaceId, callId }, 'the provider did not delete a call');
      failures += 1;
      unansweredInARow = error.kind === 'unavailable' ? unansweredInARow + 1 : 0;
      if (unansweredInARow > toleratedFailures) throw error;
    }
  }
  if (failures > 0) throw new Error(`${failures} calls could not be deleted at the provider`);
}
