/** Which days a screen's time range means, and those days, one agent's rows and the rollups that hold them as SQL; every figure asks here. */
import { sql, type RawBuilder } from 'kysely';
import type { performancePeriods } from '../../../../contract/analytics.ts';
import type { Period } from '../../../../contract/calls.ts';

/** Days before today on which a range begins and ends, both counted: 7 days are 6 to 0. */
export interface DayRange {
  readonly firstDay: number;
  readonly lastDay: number;
}

export interface ZonedRange extends DayRange {
  readonly zone: string;
  /** Decides which day is today. */
  readonly now: Date;
}

export const dayRanges: Readonly<Record<Period | (typeof performancePeriods)[number], DayRange>> = {
  today: { firstDay: 0, lastDay: 0 },
  yesterday: { firstDay: 1, lastDay: 1 },
  '1d': { firstDay: 0, lastDay: 0 },
  '7d': { firstDay: 6, lastDay: 0 },
  '30d': { firstDay: 29, lastDay: 0 },
  '90d': { firstDay: 89, lastDay: 0 },
};

/** Null: all agents. */
export function agentOf(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

export function todayIn({ zone, now }: ZonedRange): RawBuilder<string> {
  return sql<string>`(${now}::timestamptz at time zone ${zone}::text)::date`;
}

/** True of the rows whose `day` lies in the range. */
export function withinDays(range: ZonedRange): RawBuilder<boolean> {
  const today = todayIn(range);
  return sql<boolean>`day between ${today} - ${range.firstDay}::integer and ${today} - ${range.lastDay}::integer`;
}

const rollupsByAgent = {
  days: sql`rollup_days`,
  dayTallies: sql`rollup_day_tallies`,
  dayFields: sql`rollup_day_fields`,
  halfHours: sql`rollup_half_hours`,
  halfHourFields: sql`rollup_half_hour_fields`,
};
/** What holds all agents together: a few rows for each day or half hour, however many agents there are. */
const totalRollups: typeof rollupsByAgent = {
  days: sql`rollup_total_days`,
  dayTallies: sql`rollup_total_day_tallies`,
  dayFields: sql`rollup_total_day_fields`,
  halfHours: sql`rollup_total_half_hours`,
  halfHourFields: sql`rollup_total_half_hour_fields`,
};

/** The rollups of which `ofAgent` picks the rows, for sums that are not told apart by agent. Totals of tallies have no direction. */
export function rollupsOf(agentId: string | null): typeof rollupsByAgent {
  return agentId === null ? totalRollups : rollupsByAgent;
}

/** A condition more, or nothing. */
export function ofAgent(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** The moment that many days before, at the same time of the zone's clock. */
function sameTimeBefore(zone: string, moment: Date, days: number): RawBuilder<Date> {
  return sql<Date>`((${moment}::timestamptz at time zone ${zone}::text) - ${days}::integer * interval '1 day') at time zone ${zone}::text`;
}

/** True of the half hours of the range's last day that were over by the same time of the clock as `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const end = sameTimeBefore(range.zone, range.now, range.lastDay);
  const day = sql`(${todayIn(range)} - ${range.lastDay}::integer)`;
  // The first bound, generous where clocks jump, is there for the index.
  return sql<boolean>`bucket_at >= ${day}::timestamp at time zone ${range.zone}::text - interval '2 hours' and bucket_at <= ${end} - interval '30 minutes'
      and (bucket_at at time zone ${range.zone}::text)::date = ${day}`;
}

/** True of the calls of the half hour that had begun at that time of that day, up to it. */
export function isOfBegunHalfHour(
  workspaceId: string,
  { zone, now, lastDay }: ZonedRange,
  agentId: string | null,
): RawBuilder<boolean> {
  const end = sameTimeBefore(zone, now, lastDay);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${agentId === '' ? sql`and agent_id is null` : ofAgent(agentId)}`;
}
