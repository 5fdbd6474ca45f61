/** SQL conditions for a date range and an agent, and the choice of rollup tables, shared by all analytics queries. */
import { sql, type RawBuilder } from 'kysely';
import type { Days } from '../../../../contract/calendar-days.ts';
import type { ZonedRange } from './figure-range.ts';

/** Returns the agent's id from an agent filter. Null for all agents, empty for calls without an agent. */
export function agentIdOfFilter(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

/** SQL condition: the `day` of a rollup row lies in the date range. */
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
/** Rollup tables with sums over all agents: a few rows for each day or half hour, for any number of agents. */
const totalRollups: typeof rollupsByAgent = {
  days: sql`rollup_total_days`,
  dayTallies: sql`rollup_total_day_tallies`,
  dayFields: sql`rollup_total_day_fields`,
  halfHours: sql`rollup_total_half_hours`,
  halfHourFields: sql`rollup_total_half_hour_fields`,
};

/** Chooses the rollup tables for sums that are not grouped by agent. Their rows still need a condition on the agent. */
export function rollupsOf(agentId: string | null): typeof rollupsByAgent {
  return agentId === null ? totalRollups : rollupsByAgent;
}

/** SQL: `and` condition for the rollup rows of an agent. Empty for all agents. */
export function agentRowsCondition(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** SQL: `and` condition for the calls of an agent. An unknown agent is null in `calls`, but '' in rollups. */
export function agentCallsCondition(agentId: string | null): RawBuilder<unknown> {
  return agentId === '' ? sql`and agent_id is null` : agentRowsCondition(agentId);
}

/** SQL: the moment on the range's last day at which the zone's clock shows the time of `now`. */
export function sameTimeOfLastDay({ zone, now, to }: ZonedRange): RawBuilder<Date> {
  return sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${zone}::text)::time) at time zone ${zone}::text`;
}

/** SQL condition: half hours of the range's last day that were over at the time of day of `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const { zone, to } = range;
  // The first time bound lets PostgreSQL use the index. It is two hours early because of clock changes.
  return sql<boolean>`bucket_at >= ${to}::timestamp at time zone ${zone}::text - interval '2 hours' and bucket_at <= ${sameTimeOfLastDay(range)} - interval '30 minutes'
      and (bucket_at at time zone ${zone}::text)::date = ${to}::date`;
}

/** SQL condition: calls before the time of day of `now` on the range's last day, in the half hour then running. */
export function isOfBegunHalfHour(workspaceId: string, range: ZonedRange, agentId: string | null): RawBuilder<boolean> {
  const end = sameTimeOfLastDay(range);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${agentCallsCondition(agentId)}`;
}
