/** Queries that find work for the dispatcher: campaigns to start or dial, and attempts whose outcome is unknown. */
import { sql, type Kysely } from 'kysely';
import type { CampaignLogKind, CampaignPauseReason, CampaignWaitReason } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { insertCampaignLogEntry } from './campaign-log-store.ts';
import { lockCampaignRow } from './campaign-store.ts';
import { callPermissionCampaignColumnsSql, pendingRecipientPlacesSql } from '../people/queue-store.ts';
import type { CampaignCallPermissionFacts } from '../rules/may-call.ts';
import { markCampaignPaused } from './control-store.ts';

/** Lead time in ms with which a dispatcher takes up a campaign before its scheduled start or the end of its wait. */
export const campaignDispatchLeadMs = 1_500;

/** SQL condition: campaign `c` waits to dial, and the settings have not changed since its wait was stored. */
const waits = sql`c.waiting_reason is not null and c.rules_version is not distinct from
  (select version from workspace_settings s where s.workspace_id = c.workspace_id)`;

export interface WorkspacesToDispatch {
  readonly workspaceIds: readonly string[];
  /**
   * Time in ms until a campaign starts or the wait of a running campaign ends, whichever is first; null if no such time
   * is known.
   */
  readonly nextStartInMs: number | null;
}

/** Finds the work of all workspaces. */
export async function findWorkspacesToDispatch(db: Kysely<DatabaseSchema>): Promise<WorkspacesToDispatch> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from campaigns c
    where (status = 'in_progress' and not (${waits}
        and (waiting_until is null or waiting_until > clock_timestamp() + ${campaignDispatchLeadMs} * interval '1 millisecond')))
      or (status in ('created', 'scheduled') and starts_at <= clock_timestamp() + ${campaignDispatchLeadMs} * interval '1 millisecond')
    union
    select workspace_id from attempts where state in ('claimed', 'unknown')`.execute(db);
  const next = await sql<{ in_ms: number | null }>`
    select (extract(epoch from min(next_at) - clock_timestamp()) * 1000 - ${campaignDispatchLeadMs})::float8 as in_ms
    from (
      select starts_at as next_at from campaigns where status in ('created', 'scheduled')
      union all
      select waiting_until from campaigns where status = 'in_progress' and waiting_reason is not null
    ) times where next_at > clock_timestamp() + ${campaignDispatchLeadMs} * interval '1 millisecond'`.execute(db);
  // Use Math.max and not SQL's greatest(), which ignores null. If no campaign is to start, greatest() would return 0
  // ('now') instead of null.
  const inMs = next.rows[0]?.in_ms ?? null;
  return { workspaceIds: rows.map((row) => row.workspace_id), nextStartInMs: inMs === null ? null : Math.max(0, inMs) };
}

export interface DialingCampaign extends CampaignCallPermissionFacts {
  readonly id: string;
  readonly waitingReason: CampaignWaitReason | null;
  readonly waitingUntil: Date | null;
  /** Version of the workspace's settings that were used to decide the campaign's wait. */
  readonly rulesVersion: number | null;
  readonly weight: number;
  readonly bestHour: boolean;
  /** Places of the campaign's pending recipients. */
  readonly places: readonly string[];
}

export interface WorkspaceDispatchWork {
  /** Campaigns that dial or wait, oldest first. */
  readonly dialing: readonly DialingCampaign[];
  readonly nextStartInMs: number | null;
  /** Number of attempts for which it is not known yet whether the provider placed the call. */
  readonly openAttempts: number;
}

export async function findWorkspaceDispatchWork(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceDispatchWork> {
  const { rows } = await sql<DialingCampaign & { readonly status: string; readonly in_ms: number }>`
    select id, waiting_reason as "waitingReason", waiting_until as "waitingUntil", rules_version as "rulesVersion",
      weight, best_hour as "bestHour", ${callPermissionCampaignColumnsSql}, ${pendingRecipientPlacesSql} as places, status, greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000)::float8 as in_ms
    from campaigns c
    where workspace_id = ${workspaceId} and (status = 'in_progress' or (status in ('created', 'scheduled')
      and starts_at <= clock_timestamp() + ${campaignDispatchLeadMs} * interval '1 millisecond'))
    order by created_at, id`.execute(db);
  const open = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['claimed', 'unknown'])
    .executeTakeFirstOrThrow();
  const starting = rows.filter((row) => row.status !== 'in_progress').map((row) => row.in_ms);
  return {
    dialing: rows.filter((row) => row.status === 'in_progress'),
    nextStartInMs: starting.length > 0 ? Math.min(...starting) : null,
    openAttempts: open.n,
  };
}

/** Starts a workspace's campaigns whose start time has come, and logs it. @returns their ids. */
export async function startDueCampaigns(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<string[]> {
  const kind: CampaignLogKind = 'started';
  const { rows } = await sql<{ id: string }>`
    with started as (
      update campaigns set status = 'in_progress', last_sent_at = clock_timestamp(), updated_at = clock_timestamp()
      where workspace_id = ${workspaceId} and status in ('created', 'scheduled') and starts_at <= clock_timestamp()
      returning id
    ), told as (
      insert into campaign_log (workspace_id, campaign_id, at, kind)
      select ${workspaceId}, id, clock_timestamp(), ${kind} from started
    )
    select id from started`.execute(db);
  return rows.map((row) => row.id);
}

export interface CampaignPauseCause {
  readonly reason: Exclude<CampaignPauseReason, 'person'>;
  /** Provider's message that caused the pause of a campaign; null if it gave none. */
  readonly message: string | null;
  /** Numbers of failed calls and of all calls, if the circuit breaker paused the campaign. */
  readonly tally?: { readonly failed: number; readonly calls: number };
}

/** Pauses a campaign and logs it. @returns false if the campaign was not dialling any more. */
export function pauseCampaign(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  cause: CampaignPauseCause,
): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => pauseCampaignInTransaction(tx, workspaceId, campaignId, cause));
}

export async function pauseCampaignInTransaction(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  { reason, message, tally }: CampaignPauseCause,
): Promise<boolean> {
  if ((await lockCampaignRow(tx, workspaceId, campaignId)) !== 'in_progress') return false;
  await markCampaignPaused(tx, workspaceId, campaignId, reason);
  const details = { reason, message, failed: tally?.failed ?? null, calls: tally?.calls ?? null };
  await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: 'paused', details, username: null });
  return true;
}
