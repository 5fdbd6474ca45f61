/** SQL conditions for a range's days and an agent's rows, and the choice of rollup, shared by all figures. */
import { sql, type RawBuilder } from 'kysely';
import type { Days } from '../../../../contract/calendar-days.ts';
import type { ZonedRange } from './figure-range.ts';

/** Returns the agent's id; null for all agents, empty for calls without an agent. */
export function agentOf(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

/** SQL: the row's `day` lies in the range. */
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
/** Rollups that hold all agents together: a few rows for each day or half hour, however many agents there are. */
const totalRollups: typeof rollupsByAgent = {
  days: sql`rollup_total_days`,
  dayTallies: sql`rollup_total_day_tallies`,
  dayFields: sql`rollup_total_day_fields`,
  halfHours: sql`rollup_total_half_hours`,
  halfHourFields: sql`rollup_total_half_hour_fields`,
};

/** Chooses the rollups for sums that are not grouped by agent; use with `ofAgent`. Tally totals have no direction. */
export function rollupsOf(agentId: string | null): typeof rollupsByAgent {
  return agentId === null ? totalRollups : rollupsByAgent;
}

/** SQL: a further condition for the agent's rows of a rollup; empty for all agents. */
export function ofAgent(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** SQL: a further condition for an agent's calls. An unknown agent is null in calls, and '' in rollups (`ofAgent`). */
export function ofAgentsCalls(agentId: string | null): RawBuilder<unknown> {
  return agentId === '' ? sql`and agent_id is null` : ofAgent(agentId);
}

/** SQL: when the zone's clock shows the time of `now` on the range's last day. */
export function sameTimeOfLastDay({ zone, now, to }: ZonedRange): RawBuilder<Date> {
  return sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${zone}::text)::time) at time zone ${zone}::text`;
}

/** SQL: the half hour of the range's last day was over when the clock showed the time of `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const { zone, to } = range;
  // The first bound, generous for clock changes, lets PostgreSQL use the index.
  return sql<boolean>`bucket_at >= ${to}::timestamp at time zone ${zone}::text - interval '2 hours' and bucket_at <= ${sameTimeOfLastDay(range)} - interval '30 minutes'
      and (bucket_at at time zone ${zone}::text)::date = ${to}::date`;
}

/** SQL: the call lies in the half hour that had begun at sameTimeOfLastDay, and before that time. */
export function isOfBegunHalfHour(workspaceId: string, range: ZonedRange, agentId: string | null): RawBuilder<boolean> {
  const end = sameTimeOfLastDay(range);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${ofAgentsCalls(agentId)}`;
}
