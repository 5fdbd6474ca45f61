/** Queries for alerts: campaigns that the dispatcher paused, unconfirmed attempts, and surplus calls. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface PausedCampaign {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** Lists the campaigns that the dispatcher paused and that are still paused. */
export async function listAutomaticallyPausedCampaigns(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<PausedCampaign[]> {
  const { rows } = await sql<PausedCampaign>`
    select id, name, pause_reason as reason from campaigns
    where workspace_id = ${workspaceId} and status = 'paused' and pause_reason <> 'person' and deleted_at is null
    order by created_at, id`.execute(db);
  return rows;
}

/** Id of a call, with the campaign to which the call belongs. */
export interface CallWithCampaign {
  readonly id: string;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
}

/** A campaign with attempts of unknown outcome. */
interface UnconfirmedCampaign {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/**
 * Lists the campaigns that have unconfirmed attempts since a given time. For such an attempt, nobody could find out
 * whether the person was called.
 */
export async function findUnconfirmedAttemptCampaigns(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
): Promise<UnconfirmedCampaign[]> {
  const { rows } = await sql<UnconfirmedCampaign>`
    select c.id, c.name, count(*) as count from attempts a
    join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    where a.workspace_id = ${workspaceId} and a.state = 'unconfirmed' and coalesce(a.resolved_at, a.created_at) >= ${since}
    group by c.id, c.name order by min(a.created_at), c.id`.execute(db);
  return rows;
}

/**
 * Lists surplus calls of attempts created since `since`: second calls of one attempt, and calls of an attempt that was
 * given up and replaced by another attempt.
 */
export async function listSurplusCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
): Promise<CallWithCampaign[]> {
  const { rows } = await sql<CallWithCampaign>`
    select k.id, a.campaign_id as "campaignId", c.name as "campaignName" from attempts a
    join calls k on k.workspace_id = a.workspace_id and k.attempt_id = a.id and (a.is_surplus or k.id <> a.call_id)
    left join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    where a.workspace_id = ${workspaceId} and a.call_id is not null and a.created_at >= ${since}
    order by a.created_at, k.id`.execute(db);
  return rows;
}

export async function findCallsWithCampaignNames(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<CallWithCampaign[]> {
  const { rows } = await sql<CallWithCampaign>`
    select k.id, k.campaign_id as "campaignId", c.name as "campaignName" from calls k
    join campaigns c on c.workspace_id = k.workspace_id and c.id = k.campaign_id
    where k.workspace_id = ${workspaceId} and k.id = any (${callIds}::text[])`.execute(db);
  return rows;
}

export const openAttemptsMetricsSql = `
  with open as (
    select state, count(*) as attempts, extract(epoch from now() - min(created_at)) as age from attempts
    where state in ('claimed', 'unknown', 'unconfirmed') group by state
  )
  select 'vocero_attempts_open' as metric, states.state as label, coalesce(open.attempts, 0)::float8 as value
  from (values ('claimed'), ('unknown'), ('unconfirmed')) as states (state) left join open using (state)
  union all select 'vocero_attempts_oldest_unknown_seconds', null,
    coalesce((select greatest(0, age) from open where state = 'unknown'), 0)::float8`;
