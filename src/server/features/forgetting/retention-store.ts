/**
 * Rows of `retention_marks`: the time before which a workspace's calls are already erased. The nightly erasure starts
 * there, so that it reads only few calls.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { Tx } from '../calls/index.ts';

/** Returns the time at which a day starts in the time zone `zone`. The day is `days` days before the day of `now`. */
export async function findStartOfLocalDayBefore(
  db: Kysely<DatabaseSchema>,
  now: Date,
  days: number,
  zone: string,
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ((${now}::timestamptz at time zone ${zone}::text)::date - ${days}::int)::timestamp at time zone ${zone}::text as at`.execute(
    db,
  );
  return rows[0]?.at ?? new Date(0);
}

export interface RetentionProgress {
  readonly erasedBefore: Date;
  /** Time at which all past calls of the workspace were last checked for retention. Null if they never were. */
  readonly sweptAt: Date | null;
}

export async function findRetentionProgress(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<RetentionProgress | null> {
  const row = await db
    .selectFrom('retention_marks')
    .select(['erased_before as erasedBefore', 'swept_at as sweptAt'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Increases the stored number of erased calls that the audit log does not contain yet. Must run in the transaction that
 * erases the calls.
 */
export async function addToUnauditedErasureCount(tx: Tx, workspaceId: string, calls: number): Promise<void> {
  await sql`
    insert into retention_marks as held (workspace_id, erased_before, untold) values (${workspaceId}::uuid, to_timestamp(0), ${calls}::int)
    on conflict (workspace_id) do update set untold = held.untold + excluded.untold`.execute(tx);
}

/**
 * Stores the time before which all calls are erased, and `sweptAt` unless it is null. @returns how many erased calls
 * the audit log does not mention yet.
 */
export async function storeRetentionProgress(
  tx: Tx,
  workspaceId: string,
  erasedBefore: Date,
  sweptAt: Date | null,
): Promise<number> {
  const before = await tx
    .selectFrom('retention_marks')
    .select('untold')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();
  await sql`
    insert into retention_marks as held (workspace_id, erased_before, swept_at) values (${workspaceId}::uuid, ${erasedBefore}, ${sweptAt})
    on conflict (workspace_id) do update set erased_before = excluded.erased_before,
      swept_at = coalesce(excluded.swept_at, held.swept_at), untold = held.untold - ${before?.untold ?? 0}::int`.execute(
    tx,
  );
  return before?.untold ?? 0;
}
