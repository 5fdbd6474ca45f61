/**
 * Retention: a nightly job erases the calls that are older than the workspace's retention period. Each call is erased
 * as if by an admin, some hundreds in a transaction. The job stores the time before which all calls are erased, and the
 * next run starts from there. Once a week, and after a backfill, a run starts from the oldest call, because some calls
 * may have been stored late.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { BackgroundJobs, JobQueueOptions } from '../../platform/jobs.ts';
import {
  findCallBackfillEndTime,
  findOldestOpenCallTime,
  listCallsBeforeRetentionLimit,
  type RetentionCandidateCall,
} from '../calls/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { eraseFinishedCalls, type ErasureDeps } from './erasure.ts';
import {
  addToUnauditedErasureCount,
  findRetentionProgress,
  storeRetentionProgress,
  findStartOfLocalDayBefore,
} from './retention-store.ts';

export interface CallRetentionJobsDeps extends ErasureDeps {
  readonly log: Logger;
  readonly jobs: Pick<BackgroundJobs, 'queue' | 'schedule'>;
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly directory: { listIds(): Promise<string[]> };
}

export interface CallRetentionJobs {
  /**
   * Erases a workspace's calls that have passed its retention period at the time `now`. @returns false if some are
   * left.
   */
  apply(workspaceId: string, now: Date, signal?: AbortSignal): Promise<boolean>;
}

const callsAPage = 500;
const weekMs = 7 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
const queueOptions: JobQueueOptions = {
  retries: 5,
  firstRetrySeconds: 60,
  longestRetrySeconds: 3_600,
  pollSeconds: 10,
  atOnce: 1,
  expireSeconds: 900,
};
/** Time in ms after which a retention job stops and queues another job for the remaining calls. */
const runForMs = 300_000;

/** Declares the retention jobs. Call it before `jobs.start`. */
export function createCallRetentionJobs(deps: CallRetentionJobsDeps): CallRetentionJobs {
  const { clock, log } = deps;
  const queue = deps.jobs.queue<{ workspaceId: string; goesOn?: Beginning }>(
    'retention',
    queueOptions,
    async ({ workspaceId, goesOn }, { signal }) => {
      const left = await run(workspaceId, clock.now(), goesOn, signal);
      if (left) await queue.send({ workspaceId, goesOn: left });
    },
  );
  // Run the retention of calls at 06:37 UTC, when it is night in most time zones of workspaces.
  deps.jobs.schedule('retention-night', '37 6 * * *', async () => {
    for (const workspaceId of await deps.directory.listIds()) {
      const { retentionDays } = await deps.settings.read(workspaceId);
      if (retentionDays !== null) await queue.send({ workspaceId });
    }
  });

  /**
   * Erases a workspace's calls that exceed the retention period, until a time limit is reached. @returns where the next
   * job continues; null if no such call is left.
   */
  async function run(
    workspaceId: string,
    now: Date,
    goesOn?: Beginning,
    signal?: AbortSignal,
  ): Promise<Beginning | null> {
    const { retentionDays, timeZone } = await deps.settings.read(workspaceId);
    if (retentionDays === null) return null;
    const before = await findStartOfLocalDayBefore(deps.db, now, retentionDays, timeZone);
    const { from, isSweep } = goesOn ?? (await beginningOf(deps.db, workspaceId, now));
    const untilMs = clock.monotonicMs() + runForMs;
    let after: RetentionCandidateCall | null = null;
    do {
      const span = { from: new Date(from), before, after, limit: callsAPage };
      const page: RetentionCandidateCall[] = await listCallsBeforeRetentionLimit(deps.db, workspaceId, span);
      after = page.at(-1) ?? null;
      const callIds = page.flatMap(({ id, isErasable }) => (isErasable ? [id] : []));
      if (callIds.length > 0)
        await eraseFinishedCalls(deps, workspaceId, callIds, (tx, erased) =>
          addToUnauditedErasureCount(tx, workspaceId, erased),
        );
      if (after !== null && (signal?.aborted === true || clock.monotonicMs() > untilMs))
        return { from: after.occurredAt.toISOString(), isSweep };
    } while (after !== null);
    await finish(deps, workspaceId, before, isSweep ? now : null);
    log.info({ workspaceId, before }, 'retention applied');
    return null;
  }

  return { apply: async (workspaceId, now, signal) => (await run(workspaceId, now, undefined, signal)) === null };
}

interface Beginning {
  readonly from: string;
  readonly isSweep: boolean;
}

/**
 * Finds the time from which nightly retention checks calls. It is the time up to which the last run erased them, or
 * 1970 if a full check is due.
 */
async function beginningOf(db: Kysely<DatabaseSchema>, workspaceId: string, now: Date): Promise<Beginning> {
  const [mark, backfillEnd] = await Promise.all([
    findRetentionProgress(db, workspaceId),
    findCallBackfillEndTime(db, workspaceId),
  ]);
  const sweptMs = mark?.sweptAt?.getTime() ?? null;
  const isSweep =
    sweptMs === null ||
    now.getTime() - sweptMs >= weekMs ||
    backfillEnd === null ||
    backfillEnd.getTime() > sweptMs - dayMs;
  const from = isSweep ? null : (mark?.erasedBefore ?? null);
  return { from: (from ?? new Date(0)).toISOString(), isSweep };
}

/**
 * Stores the time before which all calls are now erased. If an older call is still in progress, stores that call's time
 * instead. Also records the number of erased calls in the audit log.
 */
async function finish(
  deps: CallRetentionJobsDeps,
  workspaceId: string,
  before: Date,
  sweptAt: Date | null,
): Promise<void> {
  const oldestOpen = await findOldestOpenCallTime(deps.db, workspaceId, before);
  await deps.db.transaction().execute(async (tx) => {
    const calls = await storeRetentionProgress(tx, workspaceId, oldestOpen ?? before, sweptAt);
    if (calls === 0) return;
    const system = { workspaceId, userId: null, username: null, address: null };
    await deps.audit.record({ ...system, action: 'call.retention_applied', details: { calls } }, tx);
  });
}
