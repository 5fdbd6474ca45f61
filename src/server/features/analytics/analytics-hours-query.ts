/**
 * Counts outbound calls by hour of the week, from which their answer rates are computed. The counts come from half-hour
 * rollups, not from single calls.
 */
import { sql, type Kysely } from 'kysely';
import type { WeekHourCallCounts } from '../../../contract/analytics.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { buildAgentRollupAndClause, chooseAgentOrTotalRollupTables } from './sums/day-range-query.ts';
import type { ZonedDateRangeWithComparison } from './sums/figure-range.ts';

export async function countOutboundCallsByWeekHour(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: Pick<ZonedDateRangeWithComparison, 'zone' | 'from' | 'to'>,
  agentId: string | null,
): Promise<WeekHourCallCounts[]> {
  const { zone, from, to } = range;
  // Converting each half hour to local time is slow. So all half hours of a day are converted with the same UTC offset,
  // unless the clocks change on that day.
  const { rows } = await sql<WeekHourCallCounts>`
    ${preparedStatementMark} with asked as materialized (select ${from}::date as first, ${to}::date as last),
    clock as materialized (
      select day, day at time zone ${zone}::text - day::timestamp as ahead,
        (day + interval '24 hours') at time zone ${zone}::text - (day + interval '24 hours')::timestamp as ahead_after
      from asked, generate_series(first::timestamp at time zone 'UTC' - interval '1 day', last::timestamp at time zone 'UTC' + interval '1 day', interval '24 hours') as day
    ),
    counted as (
      select case when ahead = ahead_after then bucket_at::timestamp + ahead else bucket_at at time zone ${zone}::text end as local, finished, connected
      from ${chooseAgentOrTotalRollupTables(agentId).halfHours} join clock on day = date_bin('24 hours', bucket_at, timestamptz '2000-01-01 00:00Z')
      where workspace_id = ${workspaceId} and direction = 'outbound' ${buildAgentRollupAndClause(agentId)}
        and bucket_at >= (select min(day) from clock) and bucket_at < (select max(day) + interval '24 hours' from clock)
    ),
    summed as (
      select extract(epoch from local)::bigint / 3600 % 168 as hour, sum(finished)::bigint as attempts, sum(connected)::bigint as connected
      from counted, asked
      where local >= first::timestamp and local < (last + 1)::timestamp
      group by 1
    )
    select (hour / 24 + 3) % 7 + 1 as weekday, hour % 24 as hour, attempts, least(connected, attempts) as connected
    from summed where attempts > 0
    order by 1, 2`.execute(db);
  return rows;
}
