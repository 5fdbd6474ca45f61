/** SQL conditions for a date range and an agent, and the choice of rollup tables, for all queries of analytics. */
import { sql, type RawBuilder } from 'kysely';
import type { Days } from '../../../../contract/calendar-days.ts';
import type { ZonedRange } from './figure-range.ts';

/** Converts the agent filter of a request to an agent's id: null for all agents, empty for calls without an agent. */
export function agentIdOfFilter(agentFilter: string | undefined): string | null {
  return agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
}

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
/** Rollup tables with totals over all agents. Each day or half hour has few rows, however many agents there are. */
const totalRollups: typeof rollupsByAgent = {
  days: sql`rollup_total_days`,
  dayTallies: sql`rollup_total_day_tallies`,
  dayFields: sql`rollup_total_day_fields`,
  halfHours: sql`rollup_total_half_hours`,
  halfHourFields: sql`rollup_total_half_hour_fields`,
};

/** Chooses the rollup tables for one agent or for all agents together. The caller adds the condition on the agent. */
export function rollupsOf(agentId: string | null): typeof rollupsByAgent {
  return agentId === null ? totalRollups : rollupsByAgent;
}

export function agentRowsCondition(agentId: string | null): RawBuilder<unknown> {
  return agentId === null ? sql`` : sql`and agent_id = ${agentId}`;
}

/** SQL: `and` condition on `calls` for an agent. Calls of an unknown agent have null there, but '' in rollups. */
export function agentCallsCondition(agentId: string | null): RawBuilder<unknown> {
  return agentId === '' ? sql`and agent_id is null` : agentRowsCondition(agentId);
}

/** SQL: the moment on the range's last day that has the same local time of day as `now`. */
export function sameTimeOfLastDay({ zone, now, to }: ZonedRange): RawBuilder<Date> {
  return sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${zone}::text)::time) at time zone ${zone}::text`;
}

/** SQL condition: half hours on the range's last day that end no later than the time of day of `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const { zone, to } = range;
  return sql<boolean>`bucket_at >= ${to}::timestamp at time zone ${zone}::text - interval '2 hours' and bucket_at <= ${sameTimeOfLastDay(range)} - interval '30 minutes'
      and (bucket_at at time zone ${zone}::text)::date = ${to}::date`;
}

/** SQL condition: calls on the range's last day, before `now`'s time of day, but in the same half hour. */
export function isOfBegunHalfHour(workspaceId: string, range: ZonedRange, agentId: string | null): RawBuilder<boolean> {
  const end = sameTimeOfLastDay(range);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${agentCallsCondition(agentId)}`;
}
