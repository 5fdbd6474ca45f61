/** Counts calls for alert rules: calls that have waited too long for their start, and calls that have ended. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface WaitingCallCount {
  readonly calls: number;
  /** Time of the first report of the call that has been waiting longest for its start. Null if no call waits. */
  readonly oldestSince: Date | null;
}

/**
 * Counts calls that were first seen before `before` and have not started yet. The query uses the index of calls in
 * progress.
 */
export async function countWaitingCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  before: Date,
): Promise<WaitingCallCount> {
  const { rows } = await sql<WaitingCallCount>`
    select count(*) as calls, min(first_seen_at) as "oldestSince" from calls
    where workspace_id = ${workspaceId} and status = 'registered' and start_at is null and first_seen_at < ${before}`.execute(
    db,
  );
  return rows[0] ?? { calls: 0, oldestSince: null };
}

/** Counts the calls after `since` that have ended. The count stops at `atMost`. */
export async function countFinishedCallsSince(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*) as calls from (
      select 1 from calls where workspace_id = ${workspaceId} and occurred_at > ${since} and is_over limit ${atMost}
    ) counted`.execute(db);
  return rows[0]?.calls ?? 0;
}
