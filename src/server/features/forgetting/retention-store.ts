/** Rows of `retention_marks`: up to which day a workspace's calls are erased, so that a night reads few calls. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { Tx } from '../calls/index.ts';

/** Returns the start, in a zone, of the local day `days` days before the day of `now`. */
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

export interface RetentionMark {
  readonly erasedBefore: Date;
  /** When all of a workspace's past calls were last checked for retention. */
  readonly sweptAt: Date | null;
}

export async function findRetentionMark(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<RetentionMark | null> {
  const row = await db
    .selectFrom('retention_marks')
    .select(['erased_before as erasedBefore', 'swept_at as sweptAt'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Adds to the number of erased calls that are not in the audit log yet, in the transaction that erases them. */
export async function addToUnauditedErasureCount(tx: Tx, workspaceId: string, calls: number): Promise<void> {
  await sql`
    insert into retention_marks as held (workspace_id, erased_before, untold) values (${workspaceId}::uuid, to_timestamp(0), ${calls}::int)
    on conflict (workspace_id) do update set untold = held.untold + excluded.untold`.execute(tx);
}

/** Stores the date before which all calls are erased, and `sweptAt` if not null. @returns erasures not yet audited. */
export async function moveRetentionMark(
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
