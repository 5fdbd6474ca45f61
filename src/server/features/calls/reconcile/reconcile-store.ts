/**
 * Stores how far reconciliation has come (`reconcile_marks`), finds calls whose data must be fetched again, and locks
 * reconciliation runs.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { callFieldNamesInEvidenceOrder } from '../state/call-columns.ts';

export interface CallReconcileState {
  /** Time up to which reconciliation has listed all calls from the provider. */
  readonly listedUntil: Date;
  readonly backfillKey: string | null;
  readonly isBackfilled: boolean;
  readonly lastRunAt: Date | null;
}

/**
 * Returns how far the workspace's reconciliation has come, and creates its row if there is none. Calls after the row's
 * creation are found by listing new calls. The backfill fetches earlier calls.
 * A new provider key may belong to another account, so it restarts the backfill. `listedUntil` need not be reset,
 * because the backfill fetches that account's earlier calls too.
 */
export async function getOrCreateCallReconcileState(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  keyFingerprint: string,
  now: Date,
): Promise<CallReconcileState> {
  await db
    .insertInto('reconcile_marks')
    .values({ workspace_id: workspaceId, listed_until: now, key_fingerprint: keyFingerprint })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet({ key_fingerprint: keyFingerprint, backfill_key: null, backfill_done_at: null })
        .where('reconcile_marks.key_fingerprint', 'is distinct from', keyFingerprint),
    )
    .execute();
  const row = await db
    .selectFrom('reconcile_marks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return {
    listedUntil: row.listed_until ?? now,
    backfillKey: row.backfill_key,
    isBackfilled: row.backfill_done_at !== null,
    lastRunAt: row.last_run_at,
  };
}

interface MarkChange {
  readonly listed_until?: Date;
  readonly last_run_at?: Date;
  readonly last_error?: string | null;
}

/** Updates a workspace's state of reconciliation. Does nothing if the provider key was replaced meanwhile. */
export async function updateCallReconcileState(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  keyFingerprint: string,
  change: MarkChange,
): Promise<void> {
  await db
    .updateTable('reconcile_marks')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('key_fingerprint', '=', keyFingerprint)
    .execute();
}

/**
 * A page of imported past calls that was stored. `pageKey` is the provider's pagination key of this page, and `nextKey`
 * that of the next page.
 */
export interface BackfilledCallPageKeys {
  readonly keyFingerprint: string;
  readonly pageKey: string | null;
  readonly nextKey: string | null;
}

/**
 * Records that a page of past calls was stored. Returns false if the provider key was replaced meanwhile or another
 * server recorded the page.
 */
export async function markCallPageBackfilled(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  page: BackfilledCallPageKeys,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reconcile_marks')
    .set({ backfill_key: page.nextKey, backfill_done_at: page.nextKey === null ? now : null })
    .where('workspace_id', '=', workspaceId)
    .where('key_fingerprint', '=', page.keyFingerprint)
    .where('backfill_key', 'is not distinct from', page.pageKey)
    .where('backfill_done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface KnownCallProgress {
  readonly id: string;
  readonly reportedStatus: string | null;
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
}

export async function findKnownCallProgress(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownCallProgress>> {
  const rows = await db
    .selectFrom('calls')
    .select(['id', 'reported_status as reportedStatus', 'is_over as isOver', 'is_analyzed as isAnalyzed'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface UnfinishedCall {
  readonly id: string;
  readonly firstSeenAt: Date;
  readonly status: Selectable<DatabaseSchema['calls']>['status'];
}

/** Finds open calls whose first report arrived before `before`, oldest first. */
export async function findUnfinishedCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  before: Date,
  limit: number,
): Promise<UnfinishedCall[]> {
  return (
    db
      .selectFrom('calls')
      .select(['id', 'first_seen_at as firstSeenAt', 'status'])
      .where('workspace_id', '=', workspaceId)
      // This condition of open calls must equal the condition of the partial index, so that PostgreSQL can use the
      // index.
      .where(sql<boolean>`status in ('registered', 'ongoing')`)
      .where('first_seen_at', '<', before)
      .orderBy('first_seen_at')
      .limit(limit)
      .execute()
  );
}

/**
 * Position (from 1) of the transcript's reliability in the text `calls.evidence`. The character there is '-' if no
 * transcript is known.
 */
const transcriptDigit = callFieldNamesInEvidenceOrder.indexOf('transcript') + 1;

export interface IncompleteCallEarliestTimes {
  /** Earliest time of calls with a conversation that are fetched again if their data are incomplete. */
  readonly ended: Date;
  /** Earliest time of calls without a conversation that are fetched again if their data are incomplete. */
  readonly notConnected: Date;
}

/**
 * Finds finished calls whose data are incomplete, newest first. They lack the analysis, or the transcript although
 * there was a conversation.
 */
export async function findIncompleteCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: IncompleteCallEarliestTimes,
  limit: number,
): Promise<UnfinishedCall[]> {
  const over = db
    .selectFrom('calls')
    .select(['id', 'first_seen_at as firstSeenAt', 'status', 'occurred_at'])
    .where('workspace_id', '=', workspaceId)
    // Leave out erased calls, because their missing data must not be fetched again.
    .where('erased_at', 'is', null)
    .orderBy('occurred_at', 'desc')
    .limit(limit);
  // Two queries, one for each index.
  const [unanalyzed, others] = await Promise.all([
    over
      .where(sql<boolean>`status = 'ended' and not is_analyzed`)
      .where((eb) => eb.or([eb('end_at', '>=', since.ended), eb('end_at', 'is', null)]))
      .where((eb) => eb.or([eb('end_at', 'is not', null), eb('first_seen_at', '>=', since.ended)]))
      .execute(),
    over
      .where('is_over', '=', true)
      .where('occurred_at', '>=', since.ended)
      .where((eb) =>
        eb.or([
          // Include calls that ended in an error after a conversation, because they have transcripts too.
          sql<boolean>`(status = 'ended' or (status = 'error' and start_at is not null and duration_ms > 0))
            and is_analyzed and agent_spoke is null and substr(evidence, ${transcriptDigit}, 1) = '-'`,
          eb.and([sql<boolean>`status <> 'ended' and not is_analyzed`, eb('occurred_at', '>=', since.notConnected)]),
        ]),
      )
      .execute(),
  ]);
  return [...unanalyzed, ...others].toSorted((a, b) => b.occurred_at.getTime() - a.occurred_at.getTime());
}

/** 'VOCQ' in ASCII: the class of the advisory locks of reconciliation runs. */
const lockClass = 0x564f4351;

export interface CallReconcileRunLocks {
  /** Locks a workspace for a reconciliation run. Returns false if another server is reconciling it. */
  take(workspaceId: string): Promise<boolean>;
  release(workspaceId: string): Promise<void>;
}

/** Runs `work` with advisory locks on a database connection of its own. Closing the connection releases the locks. */
export async function withCallReconcileRunLocks(
  db: Kysely<DatabaseSchema>,
  work: (locks: CallReconcileRunLocks) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    let last: Promise<unknown> = Promise.resolve();
    const queue = <T>(statement: () => Promise<T>): Promise<T> => {
      const result = last.then(statement, statement);
      last = result.catch(() => undefined);
      return result;
    };
    await work({
      take: (workspaceId) =>
        queue(async () => {
          const { rows } = await sql<{ taken: boolean }>`
            select pg_try_advisory_lock(${lockClass}, hashtext(${workspaceId})) as taken`.execute(connection);
          return rows[0]?.taken === true;
        }),
      release: (workspaceId) =>
        queue(async () => {
          await sql`select pg_advisory_unlock(${lockClass}, hashtext(${workspaceId}))`.execute(connection);
        }),
    });
  });
}
