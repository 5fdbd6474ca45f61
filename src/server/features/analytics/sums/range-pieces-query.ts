/**
 * Lists the half hours, hours or days of a date range, even those without calls. The database computes them, so that
 * they agree with the rollups, which use its time zone data.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { ZonedDateRangeWithComparison } from './figure-range.ts';

/** A day or an hour of a date range. Its key is a day as 'YYYY-MM-DD', or the start of an hour. */
export interface DateRangeBucket {
  readonly key: string;
  readonly beginsAt: Date;
}

/** SQL: one row for each half hour of the range's first day, without those that have not begun yet. */
export function buildHalfHoursOfDaySql({ zone, now, from }: ZonedDateRangeWithComparison): RawBuilder<unknown> {
  // Compare each half hour's local date with the day. Computing the day's midnight would be unsafe, because clock
  // changes can skip or repeat midnight.
  return sql`
    select piece from (select ${from}::date as day) as asked, generate_series(
      day::timestamp at time zone 'UTC' - interval '1 day', day::timestamp at time zone 'UTC' + interval '2 days', interval '30 minutes'
    ) as piece
    where (piece at time zone ${zone}::text)::date = day and piece <= ${now}`;
}

/** SQL: one row for each date of the range, with its start. The start is null for a date that the time zone skipped. */
export function buildDaysOfRangeSql({ zone, from, to }: ZonedDateRangeWithComparison): RawBuilder<unknown> {
  // Midnight is the start of most dates, and fast to compute. But clock changes can skip or repeat midnight. So if
  // clocks change at midnight or in the two hours before, search for the first moment of the date.
  const midnight = sql`date::timestamp at time zone ${zone}::text`;
  return sql`
    select date, case
      when midnight at time zone ${zone}::text = date::timestamp
        and (midnight - interval '2 hours') at time zone ${zone}::text = date::timestamp - interval '2 hours' then midnight
      else (
        select min(moment) from generate_series(midnight - interval '2 hours', midnight, interval '30 minutes') as moment
        where (moment at time zone ${zone}::text)::date = date
      ) end as begins_at
    from (
      select date, ${midnight} as midnight
      from (select date::date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as date) as dates offset 0
    ) as dates`;
}

/** Lists the hours of the range's first day in order, without those that have not begun yet. */
export async function listHoursOfFirstRangeDay(
  db: Kysely<DatabaseSchema>,
  range: ZonedDateRangeWithComparison,
): Promise<DateRangeBucket[]> {
  const { rows } = await sql<DateRangeBucket>`
    ${preparedStatementMark} select ${buildZonedHourStartSql(sql`piece`, range.zone)} as key, min(piece) as "beginsAt" from (${buildHalfHoursOfDaySql(range)}) as pieces
    group by 1 order by 2`.execute(db);
  return rows;
}

export async function listDaysOfRange(
  db: Kysely<DatabaseSchema>,
  range: ZonedDateRangeWithComparison,
): Promise<DateRangeBucket[]> {
  const { rows } = await sql<DateRangeBucket>`
    ${preparedStatementMark} select date::text as key, begins_at as "beginsAt" from (${buildDaysOfRangeSql(range)}) as pieces where begins_at is not null order by 2`.execute(
    db,
  );
  return rows;
}

/**
 * SQL expression: start of the local hour that contains a moment, as ISO 8601 in UTC. When clocks are put back, the
 * repeated hour has two different starts.
 */
export function buildZonedHourStartSql(moment: RawBuilder<unknown>, zone: string): RawBuilder<string> {
  return sql<string>`to_char(date_trunc('hour', ${moment}, ${zone}::text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
