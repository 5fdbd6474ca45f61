/** When people pick up: outbound calls by hour of the week, from the half hours, by which it is bounded. */
import { sql, type Kysely } from 'kysely';
import type { DialingHour } from '../../../contract/analytics.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { ofAgent, rollupsOf, todayIn, type ZonedRange } from './day-range-query.ts';

export async function countDialingHours(
  db: Kysely<Schema>,
  workspaceId: string,
  range: ZonedRange,
  agentId: string | null,
): Promise<DialingHour[]> {
  const { zone, firstDay, lastDay } = range;
  // The zone's clock is asked once for each half hour, and not for each row of it. The plain bounds are there for the index.
  const { rows } = await sql<DialingHour>`
    with asked as materialized (select ${todayIn(range)} - ${firstDay}::integer as first, ${todayIn(range)} - ${lastDay}::integer as last),
    counted as materialized (
      select bucket_at at time zone ${zone}::text as local, sum(finished) as attempts, sum(connected) as connected
      from ${rollupsOf(agentId).halfHours}
      where workspace_id = ${workspaceId} and direction = 'outbound' ${ofAgent(agentId)}
        and bucket_at >= (select first::timestamp at time zone 'UTC' - interval '1 day' from asked)
        and bucket_at < (select last::timestamp at time zone 'UTC' + interval '2 days' from asked)
      group by bucket_at
    )
    select extract(isodow from local)::integer as weekday, extract(hour from local)::integer as hour,
      sum(attempts)::bigint as attempts, least(sum(connected), sum(attempts))::bigint as connected
    from counted, asked
    where local::date between first and last
    group by 1, 2
    having sum(attempts) > 0
    order by 1, 2`.execute(db);
  return rows;
}
