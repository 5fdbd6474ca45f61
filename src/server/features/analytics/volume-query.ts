/**
 * How many calls belong to each piece of a range. The database makes the pieces, empty ones too, by the same table of
 * zones by which the rollups are cut: half hours for one day, whole days (of 23, 24 or 25 hours) for more.
 */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { ofAgent, todayIn, withinDays, type ZonedRange } from './day-range-query.ts';

export interface VolumeRow {
  readonly beginsAt: Date;
  readonly isHourMark: boolean;
  readonly inbound: number;
  readonly outbound: number;
  readonly web: number;
  readonly total: number;
}

const counts = sql`
  coalesce(sum(calls) filter (where direction = 'inbound'), 0)::bigint as inbound,
  coalesce(sum(calls) filter (where direction = 'outbound'), 0)::bigint as outbound,
  coalesce(sum(calls) filter (where direction = 'web_call'), 0)::bigint as web,
  coalesce(sum(calls), 0)::bigint as total`;

/** Every half hour of the range's first day that has begun by now. */
export async function countByHalfHour(
  db: Kysely<Schema>,
  workspaceId: string,
  range: ZonedRange,
  agentId: string | null,
): Promise<VolumeRow[]> {
  const { zone, now, firstDay } = range;
  // A day's half hours are found by their date and not by its midnight, which some days lack and others have twice.
  const { rows } = await sql<VolumeRow>`
    with asked as (select ${todayIn(range)} - ${firstDay}::integer as day),
    pieces as (
      select piece from asked, generate_series(
        day::timestamp at time zone 'UTC' - interval '1 day', day::timestamp at time zone 'UTC' + interval '2 days', interval '30 minutes'
      ) as piece
      where (piece at time zone ${zone}::text)::date = day and piece <= ${now}
    ),
    counted as materialized (
      select bucket_at, ${counts} from rollup_half_hours
      where workspace_id = ${workspaceId}
        and bucket_at between (select min(piece) from pieces) and (select max(piece) from pieces) ${ofAgent(agentId)}
      group by bucket_at
    )
    select piece as "beginsAt", extract(minute from piece at time zone ${zone}::text) = 0 as "isHourMark",
      coalesce(inbound, 0) as inbound, coalesce(outbound, 0) as outbound, coalesce(web, 0) as web, coalesce(total, 0) as total
    from pieces left join counted on bucket_at = piece
    order by piece`.execute(db);
  return rows;
}

/** Every day of the range. */
export async function countByDay(
  db: Kysely<Schema>,
  workspaceId: string,
  range: ZonedRange,
  agentId: string | null,
): Promise<VolumeRow[]> {
  const { zone, firstDay, lastDay } = range;
  // Where the clocks go back over midnight, the date begins before the second of its two midnights.
  const { rows } = await sql<VolumeRow>`
    with pieces as (
      select date, (
        select min(moment) from generate_series(
          date::timestamp at time zone ${zone}::text - interval '2 hours', date::timestamp at time zone ${zone}::text, interval '30 minutes'
        ) as moment
        where (moment at time zone ${zone}::text)::date = date
      ) as begins_at
      from (select ${todayIn(range)} - ago as date from generate_series(${lastDay}::integer, ${firstDay}::integer) as ago) as dates
    ),
    counted as materialized (
      select day, ${counts} from rollup_days
      where workspace_id = ${workspaceId} and ${withinDays(range)} ${ofAgent(agentId)}
      group by day
    )
    select begins_at as "beginsAt", extract(minute from begins_at at time zone ${zone}::text) = 0 as "isHourMark",
      coalesce(inbound, 0) as inbound, coalesce(outbound, 0) as outbound, coalesce(web, 0) as web, coalesce(total, 0) as total
    from pieces left join counted on day = date
    where begins_at is not null
    order by begins_at`.execute(db);
  return rows;
}
