/** A range's days, one agent's rows and the rollups that hold them as SQL; every figure asks here. */
import { sql, type RawBuilder } from 'kysely';
import type { Days } from '../../../../contract/calendar-days.ts';
import type { ZonedRange } from './figure-range.ts';

/** Null: all agents. Empty: the calls without one, as the rollups have it. */
export function agentOf(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

/** True of the rows whose `day` lies in the range. */
export function withinDays({ from, to }: Days): RawBuilder<boolean> {
  return sql<boolean>`day between ${from}::date and ${to}::date`;
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

/** A condition more on rows of a rollup, or nothing. */
export function ofAgent(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** The same on rows of calls, which have no agent where rollups have the empty one. */
export function ofAgentsCalls(agentId: string | null): RawBuilder<unknown> {
  return agentId === '' ? sql`and agent_id is null` : ofAgent(agentId);
}

/** The moment of the range's last day at which the zone's clock shows the time of `now`. */
export function sameTimeOfLastDay({ zone, now, to }: ZonedRange): RawBuilder<Date> {
  return sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${zone}::text)::time) at time zone ${zone}::text`;
}

/** True of the half hours of the range's last day that were over by the same time of the clock as `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const { zone, to } = range;
  // The first bound, generous where clocks jump, is there for the index.
  return sql<boolean>`bucket_at >= ${to}::timestamp at time zone ${zone}::text - interval '2 hours' and bucket_at <= ${sameTimeOfLastDay(range)} - interval '30 minutes'
      and (bucket_at at time zone ${zone}::text)::date = ${to}::date`;
}

/** True of the calls of the half hour that had begun at that time of that day, up to it. */
export function isOfBegunHalfHour(workspaceId: string, range: ZonedRange, agentId: string | null): RawBuilder<boolean> {
  const end = sameTimeOfLastDay(range);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${ofAgentsCalls(agentId)}`;
}
