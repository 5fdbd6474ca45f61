/**
 * Leases that let one server at a time dispatch a workspace's campaigns. If two servers dispatched at once, they would
 * dial too fast but would not call anybody twice. All times are from the database's clock.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface DispatchLease {
  readonly workspaceId: string;
  readonly holder: string;
  readonly epoch: number;
}

export interface TakenDispatchLease extends DispatchLease {
  /** True if the dispatch lease expired without being released, because the server that held it died or hangs. */
  readonly isInherited: boolean;
}

/** Takes a workspace's dispatch lease if it is free or expired. Null if another server holds it. */
export async function takeDispatchLease(
  db: Kysely<DatabaseSchema>,
  { workspaceId, holder, ttlMs }: { readonly workspaceId: string; readonly holder: string; readonly ttlMs: number },
): Promise<TakenDispatchLease | null> {
  const { rows } = await sql<{ epoch: number; isInherited: boolean }>`
    with before as (select expires_at from dispatch_leases where workspace_id = ${workspaceId})
    insert into dispatch_leases as held (workspace_id, holder, epoch, expires_at)
    values (${workspaceId}, ${holder}, 1, clock_timestamp() + ${ttlMs} * interval '1 millisecond')
    on conflict (workspace_id) do update
      set holder = excluded.holder, epoch = held.epoch + 1, expires_at = excluded.expires_at
      where held.expires_at <= clock_timestamp()
    returning epoch, exists (select from before where expires_at > '-infinity') as "isInherited"`.execute(db);
  const [row] = rows;
  return row ? { workspaceId, holder, ...row } : null;
}

/** Ages in ms of a workspace's recent requests to place calls, by any server, that may have dialled. Oldest first. */
export async function listRecentCallOrderAgesMs(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  withinSeconds: number,
): Promise<number[]> {
  const { rows } = await sql<{ age_ms: number }>`
    with lately as (select clock_timestamp() - ${withinSeconds} * interval '1 second' as since)
    select (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms
    from (
      select id, created_at from attempts
      where workspace_id = ${workspaceId} and call_id is not null and created_at > (select since from lately)
      union
      select id, created_at from attempts
      where workspace_id = ${workspaceId} and state in ('claimed', 'unknown', 'unconfirmed') and created_at > (select since from lately)
    ) placed order by created_at`.execute(db);
  return rows.map((row) => row.age_ms);
}

/** True if a call is known for any attempt of the workspace that was created in the last `withinMs` ms. */
export async function hasRecentAttemptWithCall(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  withinMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ isProven: boolean }>`
    select exists (
      select from attempts where workspace_id = ${workspaceId} and call_id is not null
        and created_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'
    ) as "isProven"`.execute(db);
  return rows[0]?.isProven === true;
}

/** Extends a dispatch lease. @returns false if another server has taken it meanwhile. */
export async function renewDispatchLease(
  db: Kysely<DatabaseSchema>,
  lease: DispatchLease,
  ttlMs: number,
): Promise<boolean> {
  const result = await ofLease(db, lease)
    .set({ expires_at: sql<Date>`clock_timestamp() + ${ttlMs} * interval '1 millisecond'` })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Releases a dispatch lease, so that another server may take it at once. */
export async function releaseDispatchLease(db: Kysely<DatabaseSchema>, lease: DispatchLease): Promise<void> {
  await ofLease(db, lease)
    .set({ expires_at: sql<Date>`'-infinity'` })
    .execute();
}

function ofLease(db: Kysely<DatabaseSchema>, { workspaceId, holder, epoch }: DispatchLease) {
  return db
    .updateTable('dispatch_leases')
    .where('workspace_id', '=', workspaceId)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch);
}
