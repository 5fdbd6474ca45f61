/**
 * Background job that flags a call if another call with the same number followed within seven days. Storing a call only
 * adds a row to the follow-up queue, which all servers share.
 * The job changes flags, figures and queue rows in one transaction. So if a server dies, the work is repeated.
 */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { CallAmendment, CallAmender } from '../state/amend-calls.ts';
import { createCallQueueWorker, type CallQueueWorker, type CallQueueWorkerDeps } from '../state/call-queue-worker.ts';
import type { CallTableRow } from '../state/call-state.ts';
import {
  countPendingFollowUpChecks,
  deleteFollowUpQueueRows,
  findWrongFollowUpMarks,
  listFollowUpQueueWorkspaceIds,
  lockAndReadFollowUpQueueRowIds,
  type WrongFollowUpMark,
} from './contact-follow-ups-store.ts';
import { classifyDatabaseFailure } from '../state/database-failure.ts';

export interface FollowUpQueueWorkerDeps extends CallQueueWorkerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly amender: CallAmender;
}

/**
 * Time in ms for which changed calls are collected before one job handles them. The job finds which of them were
 * followed by a later call with the same number.
 */
const gatherMs = 1_000;
/** Interval in ms at which the job looks for changed calls that other servers or failed runs left in the queue. */
const intervalMs = 4_000;
/** Number of follow-up queue rows that one transaction handles. A small number keeps transactions short. */
const pageRows = 500;
/** Length of the follow-up queue from which a warning is logged, at most once a minute. */
const longQueue = 10_000;
const warnEveryMs = 60_000;

export function createFollowUpQueueWorker(deps: FollowUpQueueWorkerDeps): CallQueueWorker {
  const { db, log, clock } = deps;
  let toldAtMs = -Infinity;

  async function warnIfLong(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - toldAtMs < warnEveryMs) return;
    toldAtMs = nowMs;
    const waiting = await countPendingFollowUpChecks(db, longQueue);
    if (waiting >= longQueue)
      log.warn({ waiting: `at least ${waiting}` }, 'many calls wait to be known as followed up');
  }

  return createCallQueueWorker(deps, {
    name: 'contact follow-ups',
    gatherMs,
    intervalMs,
    findWorkspaces: () => listFollowUpQueueWorkspaceIds(db),
    workOn: (workspaceId) => processFollowUpQueue(deps, workspaceId, pageRows),
    afterTurn: warnIfLong,
  });
}

/**
 * Processes one workspace's rows of the follow-up queue and returns their number. Returns 0 if another server is
 * processing them.
 */
export async function processFollowUpQueue(
  deps: FollowUpQueueWorkerDeps,
  workspaceId: string,
  atMost: number,
): Promise<number> {
  try {
    return await markPage(deps, workspaceId, atMost);
  } catch (error) {
    if (classifyDatabaseFailure(error) !== 'data') throw error;
    return atMost > 1 ? processFollowUpQueue(deps, workspaceId, 1) : giveUpFirst(deps, workspaceId, error);
  }
}

/**
 * Removes the oldest row from the follow-up queue because its call can't be updated. Otherwise it would block the
 * queue.
 */
async function giveUpFirst({ db, log }: FollowUpQueueWorkerDeps, workspaceId: string, error: unknown): Promise<number> {
  log.error({ err: error, workspaceId }, 'a call can not be marked as followed up');
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const rowIds = await lockAndReadFollowUpQueueRowIds(tx, workspaceId, 1);
      await deleteFollowUpQueueRows(tx, workspaceId, rowIds);
      return rowIds.length;
    });
}

async function markPage(
  { db, clock, events, amender }: FollowUpQueueWorkerDeps,
  workspaceId: string,
  atMost: number,
): Promise<number> {
  // Use isolation level 'read committed', so that calls are read as they are after the lock was acquired, not as at the
  // transaction's start.
  const done = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const rowIds = await lockAndReadFollowUpQueueRowIds(tx, workspaceId, atMost);
      if (rowIds.length === 0) return null;
      const wrong = new Map((await findWrongFollowUpMarks(tx, workspaceId, rowIds)).map((mark) => [mark.id, mark]));
      const amended =
        wrong.size === 0
          ? null
          : await amender.amend(tx, workspaceId, [...wrong.keys()], clock.now(), (call) =>
              amendmentOf(call, wrong.get(call.id)),
            );
      await deleteFollowUpQueueRows(tx, workspaceId, rowIds);
      return { rows: rowIds.length, amended };
    });
  const { amended = null, rows = 0 } = done ?? {};
  if (amended !== null && amended.changed.length > 0) {
    amended.afterCommit();
    events.emit('calls.changed', {
      workspaceId,
      changes: amended.changed.map(({ id }) => ({ callId: id, kind: 'call_analyzed' })),
    });
  }
  return rows;
}

/**
 * Returns the change of a call's follow-up flag. Null if the flag is already right. Also null if the call's number or
 * time has changed since the check that produced `mark`.
 */
function amendmentOf(call: CallTableRow, mark: WrongFollowUpMark | undefined): CallAmendment | null {
  if (
    mark === undefined ||
    call.contactKey !== mark.contactKey ||
    call.occurredAt.getTime() !== mark.occurredAt.getTime()
  )
    return null;
  if (mark.isFollowedUp === null) return { contactKey: null, isFollowedUp: null };
  return call.isFollowedUp === mark.isFollowedUp ? null : { isFollowedUp: mark.isFollowedUp };
}
