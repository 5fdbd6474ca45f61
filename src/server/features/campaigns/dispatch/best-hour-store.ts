/**
 * Queries for 'Mejor hora' (best hour): answer rates by hour, and due recipients ranked by gain. The gain is the answer
 * rate at this hour minus the mean rate.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { attemptCallFinishedCondition } from './number-store.ts';
import { dueRecipientColumnsSql, buildDueRecipientConditionSql, type DueRecipient } from '../people/queue-store.ts';
import type { AreaHourAnswerCounts, AnswerRateGains } from '../rules/best-hour.ts';
import { originNumberCallCondition } from './origin-store.ts';

/**
 * Counts calls and answered calls by telephone area and hour of the week, over the workspace's finished calls of 90
 * days. The hour is that of the person's zone, or of the workspace's zone if the person's is unknown. Erased people
 * count only for the workspace as a whole, because their area is deleted.
 */
export async function countAnswersByAreaAndHour(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<readonly AreaHourAnswerCounts[]> {
  const { rows } = await sql<AreaHourAnswerCounts>`
    select r.area, (24 * (extract(isodow from here.at) - 1) + extract(hour from here.at))::int as hour,
      count(*)::int as calls, count(*) filter (where a.picked_up)::int as answered
    from workspace_settings s
    join attempts a on a.workspace_id = s.workspace_id
    join recipients r on r.workspace_id = a.workspace_id and r.campaign_id = a.campaign_id and r.id = a.recipient_id
    left join pg_timezone_names z on z.name = split_part(r.place, ':', 2)
    cross join lateral (select a.created_at at time zone coalesce(z.name, s.time_zone) as at) here
    where s.workspace_id = ${workspaceId} and ${originNumberCallCondition('a')} and ${attemptCallFinishedCondition} and a.created_at >= clock_timestamp() - interval '90 days'
    group by 1, 2`.execute(db);
  return rows;
}

export interface PrioritizedDueRecipient extends DueRecipient {
  readonly priority: number;
  readonly isCallBack: boolean;
  /**
   * True if 'Mejor hora' (best hour) ranks the recipient. False if the recipient is in its control group, which is
   * called in the order of the recipient file.
   */
  readonly bestHour: boolean;
}

/**
 * Locks up to `limit` due recipients ranked by gain, and up to `limit` of the control group. The gain is the answer
 * rate at this hour minus the mean rate. Rows that another transaction has locked are skipped.
 * In both groups, higher priorities come first, then due call backs, because a time was promised.
 */
export async function lockDueRecipientsByBestHour(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  { places, areas }: AnswerRateGains,
  limit: number,
): Promise<{
  readonly byHour: readonly PrioritizedDueRecipient[];
  readonly drawn: readonly PrioritizedDueRecipient[];
}> {
  const { rows } = await sql<PrioritizedDueRecipient>`
    with due as materialized (
      select r.id, r.without_best_hour, r.priority, r.callback_at, coalesce(own.gain, open.gain) as gain, r.position
      from unnest(
        ${places.map(({ place }) => place)}::text[],
        ${places.map(({ hour }) => hour)}::int[],
        ${places.map(({ gain }) => gain)}::float8[]
      ) as open (place, hour, gain)
      join recipients r on ${buildDueRecipientConditionSql(workspaceId, campaignId)} and r.place = open.place
      left join unnest(
        ${areas.map(({ area }) => area)}::text[],
        ${areas.map(({ hour }) => hour)}::int[],
        ${areas.map(({ gain }) => gain)}::float8[]
      ) as own (area, hour, gain) on own.area = r.area and own.hour = open.hour
    ), first as (
      (select id, priority, callback_at, gain, position from due where not without_best_hour
        order by priority desc, callback_at, gain desc, position limit ${limit})
      union all
      (select id, priority, callback_at, 0, position from due where without_best_hour
        order by priority desc, callback_at, position limit ${limit})
    )
    select locked.* from first cross join lateral (
      select ${dueRecipientColumnsSql}, r.priority, r.callback_at is not null as "isCallBack", not r.without_best_hour as "bestHour"
      from recipients r where ${buildDueRecipientConditionSql(workspaceId, campaignId)} and r.id = first.id
      for update skip locked
    ) locked
    order by first.priority desc, first.callback_at, first.gain desc, first.position`.execute(tx);
  return { byHour: rows.filter((row) => row.bestHour), drawn: rows.filter((row) => !row.bestHour) };
}
