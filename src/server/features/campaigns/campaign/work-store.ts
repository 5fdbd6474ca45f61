/** What waits for a dispatcher: campaigns to begin or to dial, and attempts whose fate is open. */
import { sql, type Kysely } from 'kysely';
import type { CampaignLogKind, PauseReason, WaitingReason } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { addLogLine } from './campaign-log-store.ts';
import { lockCampaign } from './campaign-store.ts';
import { campaignFacts, pendingPlaces } from '../people/queue-store.ts';
import type { CampaignFacts } from '../rules/may-call.ts';
import { setPaused } from './control-store.ts';

/** A campaign that starts at a time, or waits for one, is looked after from this long before it. */
export const aheadMs = 1_500;

/** Of a campaign `c` that dials: it waits until a time, by the settings as they are. */
const waits = sql`c.waiting_reason is not null and c.rules_version is not distinct from
  (select version from workspace_settings s where s.workspace_id = c.workspace_id)`;

export interface WaitingWork {
  readonly workspaceIds: readonly string[];
  /** Until the next campaign of any workspace that starts at a time, or waits for one, is to be looked after; null: none. */
  readonly nextStartInMs: number | null;
}

/** Over all workspaces. */
export async function findWaitingWork(db: Kysely<Schema>): Promise<WaitingWork> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from campaigns c
    where (status = 'in_progress' and not (${waits}
        and (waiting_until is null or waiting_until > clock_timestamp() + ${aheadMs} * interval '1 millisecond')))
      or (status in ('created', 'scheduled') and starts_at <= clock_timestamp() + ${aheadMs} * interval '1 millisecond')
    union
    select workspace_id from attempts where state in ('claimed', 'unknown')`.execute(db);
  const next = await sql<{ in_ms: number | null }>`
    select (extract(epoch from min(next_at) - clock_timestamp()) * 1000 - ${aheadMs})::float8 as in_ms
    from (
      select starts_at as next_at from campaigns where status in ('created', 'scheduled')
      union all
      select waiting_until from campaigns where status = 'in_progress' and waiting_reason is not null
    ) times where next_at > clock_timestamp() + ${aheadMs} * interval '1 millisecond'`.execute(db);
  // Not in SQL, whose greatest() passes over null: without a next start it would say 'now'.
  const inMs = next.rows[0]?.in_ms ?? null;
  return { workspaceIds: rows.map((row) => row.workspace_id), nextStartInMs: inMs === null ? null : Math.max(0, inMs) };
}

/** A campaign in progress, and why nobody of it is claimed now, as it was noted last. */
export interface DialingCampaign extends CampaignFacts {
  readonly id: string;
  readonly waitingReason: WaitingReason | null;
  readonly waitingUntil: Date | null;
  /** Of the settings by which that was noted. */
  readonly rulesVersion: number | null;
  readonly weight: number;
  readonly bestHour: boolean;
  /** Of its pending recipients. */
  readonly places: readonly string[];
}

export interface WorkspaceWork {
  /** Campaigns that dial or wait, oldest first. */
  readonly dialing: readonly DialingCampaign[];
  /** Until the next one begins; null: none is near. */
  readonly nextStartInMs: number | null;
  /** Attempts that are claimed or being looked up. */
  readonly openAttempts: number;
}

export async function findWorkspaceWork(db: Kysely<Schema>, workspaceId: string): Promise<WorkspaceWork> {
  const { rows } = await sql<DialingCampaign & { readonly status: string; readonly in_ms: number }>`
    select id, waiting_reason as "waitingReason", waiting_until as "waitingUntil", rules_version as "rulesVersion",
      weight, best_hour as "bestHour", ${campaignFacts}, ${pendingPlaces} as places, status, greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000)::float8 as in_ms
    from campaigns c
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
    dialing: rows.filter((row) => row.status === 'in_progress'),
    nextStartInMs: starting.length > 0 ? Math.min(...starting) : null,
    openAttempts: open.n,
  };
}

/** Sets the campaigns dialling whose time has come, and notes it in their logs. @returns their ids. */
export async function startDueCampaigns(db: Kysely<Schema>, workspaceId: string): Promise<string[]> {
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

export interface PauseCause {
  readonly reason: Exclude<PauseReason, 'person'>;
  /** The provider's own words; null: it gave none. */
  readonly message: string | null;
  /** What the circuit breaker saw. */
  readonly tally?: { readonly failed: number; readonly calls: number };
}

/** With its line in the log. False when it was not dialling any more. */
export function pauseCampaign(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignId: string,
  cause: PauseCause,
): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => pauseWithin(tx, workspaceId, campaignId, cause));
}

/** The same as part of a transaction. */
export async function pauseWithin(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  { reason, message, tally }: PauseCause,
): Promise<boolean> {
  if ((await lockCampaign(tx, workspaceId, campaignId)) !== 'in_progress') return false;
  await setPaused(tx, workspaceId, campaignId, reason);
  const details = { reason, message, failed: tally?.failed ?? null, calls: tally?.calls ?? null };
  await addLogLine(tx, { workspaceId, campaignId, kind: 'paused', details, username: null });
  return true;
}
