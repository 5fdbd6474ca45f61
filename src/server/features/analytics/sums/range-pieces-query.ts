/**
 * The pieces of a range, empty ones too: half hours or hours of one day, or whole days, of 23, 24 or 25 hours. The database
 * makes them by the same table of zones by which the rollups are cut.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ZonedRange } from './figure-range.ts';

/** Named as the sums of counters and fields name it: a day as 'YYYY-MM-DD', an hour as the moment it begins. */
export interface RangePiece {
  readonly key: string;
  readonly beginsAt: Date;
}

/** Rows of `piece`: every half hour of the range's first day that has begun by now. */
export function halfHoursIn({ zone, now, from }: ZonedRange): RawBuilder<unknown> {
  // A day's half hours are found by their date and not by its midnight, which some days lack and others have twice.
  return sql`
    select piece from (select ${from}::date as day) as asked, generate_series(
      day::timestamp at time zone 'UTC' - interval '1 day', day::timestamp at time zone 'UTC' + interval '2 days', interval '30 minutes'
    ) as piece
    where (piece at time zone ${zone}::text)::date = day and piece <= ${now}`;
}

/** Rows of `date` and `begins_at`, the moment; null for a date that its zone left out. */
export function daysIn({ zone, from, to }: ZonedRange): RawBuilder<unknown> {
  // Where the clocks go back over midnight, the date begins before the second of its two midnights; only where they are moved
  // in the two hours before is it looked for.
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

/** Of the range's first day every hour of the zone that has begun by now, in their order. */
export async function findHours(db: Kysely<Schema>, range: ZonedRange): Promise<RangePiece[]> {
  const { rows } = await sql<RangePiece>`
    ${prepared} select ${zonedHourOf(sql`piece`, range.zone)} as key, min(piece) as "beginsAt" from (${halfHoursIn(range)}) as pieces
    group by 1 order by 2`.execute(db);
  return rows;
}

/** Every day of the range, oldest first. */
export async function findDays(db: Kysely<Schema>, range: ZonedRange): Promise<RangePiece[]> {
  const { rows } = await sql<RangePiece>`
    ${prepared} select date::text as key, begins_at as "beginsAt" from (${daysIn(range)}) as pieces where begins_at is not null order by 2`.execute(
    db,
  );
  return rows;
}

/** The beginning of the zone's hour in which a moment lies, ISO 8601 in UTC; of an hour that comes twice each has its own. */
export function zonedHourOf(moment: RawBuilder<unknown>, zone: string): RawBuilder<string> {
  return sql<string>`to_char(date_trunc('hour', ${moment}, ${zone}::text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
