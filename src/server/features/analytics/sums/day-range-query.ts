/** SQL conditions for a date range and an agent, and the choice of rollup tables, for all queries of analytics. */
import { sql, type RawBuilder } from 'kysely';
import type { CalendarDayRange } from '../../../../contract/calendar-days.ts';
import type { ZonedDateRangeWithComparison } from './figure-range.ts';

/** Converts the agent filter of a request to an agent's id: null for all agents, empty for calls without an agent. */
export function parseAgentFilter(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

export function dayInRangeCondition({ from, to }: CalendarDayRange): RawBuilder<boolean> {
  return sql<boolean>`day between ${from}::date and ${to}::date`;
}

const rollupsByAgent = {
  days: sql`rollup_days`,
  dayTallies: sql`rollup_day_tallies`,
  dayFields: sql`rollup_day_fields`,
  halfHours: sql`rollup_half_hours`,
  halfHourFields: sql`rollup_half_hour_fields`,
};
/**
 * Rollup tables with totals over all agents. The number of their rows for a day or half hour does not grow with the
 * number of agents.
 */
const totalRollups: typeof rollupsByAgent = {
  days: sql`rollup_total_days`,
  dayTallies: sql`rollup_total_day_tallies`,
  dayFields: sql`rollup_total_day_fields`,
  halfHours: sql`rollup_total_half_hours`,
  halfHourFields: sql`rollup_total_half_hour_fields`,
};

/**
 * Chooses the rollup tables: those by agent if an agent is given, otherwise the totals of all agents. The caller must
 * add the SQL condition on the agent.
 */
export function chooseAgentOrTotalRollupTables(agentId: string | null): typeof rollupsByAgent {
  return agentId === null ? totalRollups : rollupsByAgent;
}

export function buildAgentRollupAndClause(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** SQL condition on `calls` that selects an agent's calls. The agent '' means an unknown agent, null in `calls`. */
export function buildAgentCallsAndClause(agentId: string | null): RawBuilder<unknown> {
  return agentId === '' ? sql`and agent_id is null` : buildAgentRollupAndClause(agentId);
}

/** SQL: the moment on the date range's last day whose local time of day equals that of `now`. */
export function buildSameTimeOfLastDaySql({ zone, now, to }: ZonedDateRangeWithComparison): RawBuilder<Date> {
  return sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${zone}::text)::time) at time zone ${zone}::text`;
}

/** SQL condition: half hours on the date range's last day that end at or before the time of day of `now`. */
export function elapsedHalfHoursCondition(range: ZonedDateRangeWithComparison): RawBuilder<boolean> {
  const { zone, to } = range;
  return sql<boolean>`bucket_at >= ${to}::timestamp at time zone ${zone}::text - interval '2 hours' and bucket_at <= ${buildSameTimeOfLastDaySql(range)} - interval '30 minutes'
      and (bucket_at at time zone ${zone}::text)::date = ${to}::date`;
}

/**
 * SQL condition: calls on the range's last day, from the start of the half hour that contains `now`'s time of day, up
 * to that time.
 */
export function runningHalfHourCallsCondition(
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentId: string | null,
): RawBuilder<boolean> {
  const end = buildSameTimeOfLastDaySql(range);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${buildAgentCallsAndClause(agentId)}`;
}
