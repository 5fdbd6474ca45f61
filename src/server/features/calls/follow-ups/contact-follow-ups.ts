/**
 * Marks calls that were followed up by another one with the same number within seven days: after the commits that bring or
 * move calls and never within them, so that a call costs its sender one more row of a queue. Every server works on the one
 * queue; marks, the figures that they move and the rows that asked for it change in one transaction, so that whatever is cut
 * off is done again, and what a call that comes meanwhile changes is asked for by its own row.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Amendment, CallAmender } from '../state/amend-calls.ts';
import { createCallQueueWorker, type CallQueueWorker, type CallQueueWorkerDeps } from '../state/call-queue-worker.ts';
import type { CallState } from '../state/call-state.ts';
import {
  countWaiting,
  deleteWaiting,
  findMarkedWrongly,
  findWaitingWorkspaces,
  readWaiting,
  type MarkedWrongly,
} from './contact-follow-ups-store.ts';
import { classifyFailure } from '../state/database-failure.ts';

export interface ContactFollowUpsDeps extends CallQueueWorkerDeps {
  readonly db: Kysely<Schema>;
  readonly amender: CallAmender;
}

/** For how long changes gather before they are looked at together. */
const gatherMs = 1_000;
/** Finds what other servers left. */
const intervalMs = 4_000;
/** Small, so that a transaction is short. */
const pageRows = 500;
/** From so many rows on the log tells of it, once a minute. */
const longQueue = 10_000;
const tellEveryMs = 60_000;

export function createContactFollowUps(deps: ContactFollowUpsDeps): CallQueueWorker {
  const { db, log, clock } = deps;
  let toldAtMs = -Infinity;

  async function tellIfLong(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - toldAtMs < tellEveryMs) return;
    toldAtMs = nowMs;
    const waiting = await countWaiting(db, longQueue);
    if (waiting >= longQueue)
      log.warn({ waiting: `at least ${waiting}` }, 'many calls wait to be known as followed up');
  }

  return createCallQueueWorker(deps, {
    name: 'contact follow-ups',
    gatherMs,
    intervalMs,
    findWorkspaces: () => findWaitingWorkspaces(db),
    workOn: (workspaceId) => markSome(deps, workspaceId, pageRows),
    afterTurn: tellIfLong,
  });
}

/** Answers how many rows it took from the workspace's queue; none while another server is at it. */
export async function markSome(deps: ContactFollowUpsDeps, workspaceId: string, atMost: number): Promise<number> {
  try {
    return await markPage(deps, workspaceId, atMost);
  } catch (error) {
    if (classifyFailure(error) !== 'data') throw error;
    return atMost > 1 ? markSome(deps, workspaceId, 1) : giveUpFirst(deps, workspaceId, error);
  }
}

/** A mark that can't be stored holds up no other; its call stays as it was until another one comes. */
async function giveUpFirst({ db, log }: ContactFollowUpsDeps, workspaceId: string, error: unknown): Promise<number> {
  log.error({ err: error, workspaceId }, 'a call can not be marked as followed up');
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const rowIds = await readWaiting(tx, workspaceId, 1);
      await deleteWaiting(tx, workspaceId, rowIds);
      return rowIds.length;
    });
}

async function markPage(
  { db, clock, events, amender }: ContactFollowUpsDeps,
  workspaceId: string,
  atMost: number,
): Promise<number> {
  // Whatever the server's default: calls are read as they are once the lock is ours.
  const done = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const rowIds = await readWaiting(tx, workspaceId, atMost);
      if (rowIds.length === 0) return null;
      const wrong = new Map((await findMarkedWrongly(tx, workspaceId, rowIds)).map((mark) => [mark.id, mark]));
      const amended =
        wrong.size === 0
          ? null
          : await amender.amend(tx, workspaceId, [...wrong.keys()], clock.now(), (call) =>
              amendmentOf(call, wrong.get(call.id)),
            );
      await deleteWaiting(tx, workspaceId, rowIds);
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

/** A call that moved since it was looked at, or was erased, is another row's. */
function amendmentOf(call: CallState, mark: MarkedWrongly | undefined): Amendment | null {
  if (
    mark === undefined ||
    call.contactKey !== mark.contactKey ||
    call.occurredAt.getTime() !== mark.occurredAt.getTime()
  )
    return null;
  if (mark.isFollowedUp === null) return { contactKey: null, isFollowedUp: null };
  return call.isFollowedUp === mark.isFollowedUp ? null : { isFollowedUp: mark.isFollowedUp };
}
