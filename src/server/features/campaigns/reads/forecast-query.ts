/** Queries for forecasts: recipients still to call, calls per second, and for how long a call occupies a line. */
import { sql, type Kysely } from 'kysely';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { callPermissionCampaignColumnsSql } from '../people/queue-store.ts';
import type { WaitingRecipientGroup } from '../rules/forecast.ts';
import type { CampaignCallPermissionFacts } from '../rules/may-call.ts';

/** Number of latest calls whose lengths are measured, to estimate for how long a call occupies a phone line. */
const lastCalls = 500;
/**
 * Upper limit in seconds for measured call lengths. Longer calls count as this long, because their end was probably
 * missed.
 */
const longestSeconds = 3_600;
/** The query returns these quantiles of call lengths: the minimum, then one for every 5 %, and the maximum. */
const quantiles = Array.from({ length: 21 }, (_, index) => index / 20);

interface LineSeconds {
  readonly calls: number;
  readonly meanSeconds: number | null;
  /** Quantiles of call lengths in seconds, evenly spaced from the shortest to the longest. */
  readonly lengths: readonly number[] | null;
}

/**
 * Measures for how long a call occupies a phone line, from the claim of its recipient to its end.
 * The mean is the total time of the calls divided by the number of ended calls (exponential mean of censored data). The
 * total includes the time of live calls so far, so that long calls are not left out.
 */
export async function measureLineOccupancySeconds(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<LineSeconds> {
  const { rows } = await sql<LineSeconds>`
    ${preparedStatementMark} select count(*) filter (where has_ended)::int as calls,
      (sum(seconds) / nullif(count(*) filter (where has_ended), 0))::float8 as "meanSeconds",
      percentile_cont(${quantiles}::float8[]) within group (order by seconds) filter (where has_ended) as lengths
    from (
      select c.end_at is not null as has_ended,
        greatest(0, least(${longestSeconds}::float8, extract(epoch from coalesce(c.end_at, statement_timestamp()) - a.created_at)))::float8 as seconds
      from attempts a join calls c on c.workspace_id = a.workspace_id and c.id = a.call_id
      where a.workspace_id = ${workspaceId} and a.call_id is not null and (c.end_at is not null or a.is_live)
      order by a.created_at desc limit ${lastCalls}::integer
    ) last`.execute(db);
  return rows[0] ?? { calls: 0, meanSeconds: null, lengths: null };
}

export interface ForecastCampaign extends CampaignCallPermissionFacts {
  readonly id: string;
  readonly left: number;
  /**
   * True if the campaign takes a share of the workspace's call rate, because it dials or will dial as soon as the
   * calling window opens.
   */
  readonly isBeside: boolean;
  /** Number of the campaign's calls under way. */
  readonly live: number;
  readonly weight: number;
}

/** Lists a workspace's running campaigns that have recipients left to call, or calls in progress. */
export async function listUnfinishedCampaignsForForecast(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<ForecastCampaign[]> {
  const { rows } = await sql<ForecastCampaign>`
    select c.id, n.left, n.live, c.weight, ${callPermissionCampaignColumnsSql},
      n.left > 0 and coalesce(c.waiting_reason = 'calling_window', true) as "isBeside"
    from campaigns c
    cross join lateral (
      select sum(pending + dialing)::bigint as left, sum(live)::bigint as live from campaign_counts
      where workspace_id = c.workspace_id and campaign_id = c.id
    ) n
    where c.workspace_id = ${workspaceId} and c.status in ('in_progress', 'sent') and n.left + n.live > 0`.execute(db);
  return rows;
}

const paceOverSeconds = 120;

interface Pace {
  readonly id: string;
  /**
   * Number of calls accepted in the last two minutes. Calls before the campaign's start or last resumption do not
   * count.
   */
  readonly calls: number;
  readonly callsPerSecond: number;
  /**
   * True if the campaign has dialled for at least two minutes. Before that, its first burst of calls would distort the
   * measured rate.
   */
  readonly isSettled: boolean;
}

/** Measures the calls per second of each campaign that is dialling, not waiting. */
export async function measureCampaignPaces(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<Pace[]> {
  // Divide by at least one second, because right after a campaign's start the rate would be far too high.
  const { rows } = await sql<{ id: string; calls: number; before: number; seconds: number }>`
    select c.id, accepted.calls, accepted.before, greatest(1, extract(epoch from statement_timestamp() - since.at))::float8 as seconds
    from campaigns c
    cross join lateral (
      select greatest(statement_timestamp() - ${paceOverSeconds} * interval '1 second', c.last_sent_at, c.resumed_at) as at
    ) since
    cross join lateral (
      select count(*) filter (where a.accepted_at >= since.at) as calls, count(*) filter (where a.accepted_at < since.at) as before
      from attempts a
      where a.workspace_id = c.workspace_id and a.campaign_id = c.id and a.accepted_at is not null
        and a.accepted_at >= since.at - ${paceOverSeconds} * interval '1 second'
    ) accepted
    where c.workspace_id = ${workspaceId} and c.status = 'in_progress' and c.waiting_reason is null`.execute(db);
  return rows.map(({ id, calls, before, seconds }) => ({
    id,
    calls,
    callsPerSecond: calls / seconds,
    isSettled: seconds >= paceOverSeconds && before > 0,
  }));
}

/**
 * Counts pending recipients by campaign, place and number of retries used. Each count has the earliest and latest time
 * at which its recipients are due.
 */
export async function countPendingRecipientsByGroup(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (WaitingRecipientGroup & { readonly isLater: boolean })[]>> {
  const { rows } = await sql<WaitingRecipientGroup & { readonly id: string; readonly isLater: boolean }>`
    select campaign_id as id, place, count(*)::int as people, retries_used as "retriesUsed", later.is_later as "isLater",
      min(later.due_at) as "from", max(later.due_at) as until
    from recipients r
    cross join lateral (
      select coalesce(r.next_attempt_at > statement_timestamp(), false) as is_later,
        greatest(r.next_attempt_at, statement_timestamp()) as due_at
    ) later
    where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and state in ('pending', 'dialing')
    group by campaign_id, place, retries_used, later.is_later order by campaign_id, later.is_later`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}
