/** What waits for a dispatcher: campaigns to begin or to dial, and attempts whose fate is open. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

/** A scheduled campaign is looked after from this long before its time. */
const aheadMs = 1_500;

export interface WaitingWork {
  readonly workspaceIds: readonly string[];
  /** Until the next scheduled campaign of any workspace is to be looked after; null: none. */
  readonly nextStartInMs: number | null;
}

/** Over all workspaces. */
export async function findWaitingWork(db: Kysely<Schema>): Promise<WaitingWork> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from campaigns
    where status = 'in_progress'
      or (status in ('created', 'scheduled') and starts_at <= clock_timestamp() + ${aheadMs} * interval '1 millisecond')
    union
    select workspace_id from attempts where state in ('claimed', 'unknown')`.execute(db);
  const next = await sql<{ in_ms: number | null }>`
    select greatest(0, extract(epoch from min(starts_at) - clock_timestamp()) * 1000 - ${aheadMs})::float8 as in_ms
    from campaigns where status in ('created', 'scheduled')
      and starts_at > clock_timestamp() + ${aheadMs} * interval '1 millisecond'`.execute(db);
  return { workspaceIds: rows.map((row) => row.workspace_id), nextStartInMs: next.rows[0]?.in_ms ?? null };
}

export interface WorkspaceWork {
  /** Campaigns that dial, oldest first. */
  readonly dialing: readonly string[];
  /** Until the next one begins; null: none is near. */
  readonly nextStartInMs: number | null;
  /** Attempts that are claimed or being looked up. */
  readonly openAttempts: number;
}

export async function findWorkspaceWork(db: Kysely<Schema>, workspaceId: string): Promise<WorkspaceWork> {
  const { rows } = await sql<{ id: string; status: string; in_ms: number }>`
    select id, status, greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000)::float8 as in_ms
    from campaigns
    where workspace_id = ${workspaceId} and (status = 'in_progress' or (status in ('created', 'scheduled')
      and starts_at <= clock_timestamp() + ${aheadMs} * interval '1 millisecond'))
    order by created_at, id`.execute(db);
  const open = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['claimed', 'unknown'])
    .executeTakeFirstOrThrow();
  const starting = rows.filter((row) => row.status !== 'in_progress').map((row) => row.in_ms);
  return {
    dialing: rows.filter((row) => row.status === 'in_progress').map((row) => row.id),
    nextStartInMs: starting.length > 0 ? Math.min(...starting) : null,
    openAttempts: open.n,
  };
}

/** Sets the campaigns dialling whose time has come. @returns their ids. */
export async function startDueCampaigns(db: Kysely<Schema>, workspaceId: string): Promise<string[]> {
  const rows = await db
    .updateTable('campaigns')
    .set({
      status: 'in_progress',
      last_sent_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['created', 'scheduled'])
    .where('starts_at', '<=', sql<Date>`clock_timestamp()`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** False when it was not dialling any more. */
export async function pauseCampaign(db: Kysely<Schema>, workspaceId: string, campaignId: string): Promise<boolean> {
  const result = await db
    .updateTable('campaigns')
    .set({ status: 'paused', updated_at: sql<Date>`clock_timestamp()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
