/** SQL queries for the analytics report of one agent: its name, versions and previous disconnection reasons. */
import { sql, type Kysely } from 'kysely';
import { addDays } from '../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { buildAgentNameSql } from '../agents/index.ts';
import { finishedCallCondition, succeededCallCondition } from '../calls/index.ts';
import type { AgentRangeFilter } from './sums/counter-sums-query.ts';
import {
  runningHalfHourCallsCondition,
  elapsedHalfHoursCondition,
  dayInRangeCondition,
} from './sums/day-range-query.ts';
import { getComparedDateRange } from './sums/figure-range.ts';

export interface OneAgentRangeFilter extends AgentRangeFilter {
  readonly agentId: string;
}

/** Finds the agent's latest name from the provider. Undefined if neither the provider nor a call knows the agent. */
export async function findLatestAgentName(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ readonly name: string | null }>`
    ${preparedStatementMark} select ${buildAgentNameSql(workspaceId, sql`${agentId}`)} as name
    where exists (select from provider_cache where workspace_id = ${workspaceId} and kind = 'agent' and key = ${agentId})
      or exists (select from calls where workspace_id = ${workspaceId} and agent_id = ${agentId})`.execute(db);
  return rows[0]?.name;
}

export interface DisconnectionReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** Counts the agent's calls of the comparison period by disconnection reason. */
export async function countPreviousAgentDisconnectionReasons(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range, agentId }: OneAgentRangeFilter,
): Promise<DisconnectionReasonCount[]> {
  const before = getComparedDateRange(range);
  const ofReasons = sql`workspace_id = ${workspaceId} and agent_id = ${agentId} and kind = 'reason'`;
  // If the range ends today, the comparison period's last day counts only until the present time of day.
  const days = range.isRunning ? { from: before.from, to: addDays(before.to, -1) } : before;
  const cut = sql`
    union all select value, calls from rollup_half_hour_tallies where ${ofReasons} and ${elapsedHalfHoursCondition(before)}
    union all select disconnection_reason, 1 from calls as c
    where ${runningHalfHourCallsCondition(workspaceId, before, agentId)} and ${sql.raw(finishedCallCondition.sql)} and disconnection_reason is not null`;
  const { rows } = await sql<DisconnectionReasonCount>`
    ${preparedStatementMark} select value as reason, sum(calls)::bigint as count from (
      select value, calls from rollup_day_tallies where ${ofReasons} and ${dayInRangeCondition(days)}
      ${range.isRunning ? cut : sql``}
    ) as counted
    group by value having sum(calls) > 0
    order by count desc, value`.execute(db);
  return rows;
}

export interface AgentVersionSums {
  readonly version: number | null;
  readonly calls: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly judged: number;
  readonly reached: number;
  /** Mean duration in seconds of the calls with this agent version, without calls of 0 s. Null if there are none. */
  readonly averageDuration: number | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Sums the newest `limit` calls of one agent by the agent's version. The version with the newest call comes first. */
export async function sumCallsByAgentVersion(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range: { zone, from, to }, agentId }: OneAgentRangeFilter,
  limit: number,
): Promise<AgentVersionSums[]> {
  // Limits on the time in UTC let PostgreSQL use the index. They are a day wider than the range, because time zones
  // differ from UTC.
  const { rows } = await sql<AgentVersionSums>`
    ${preparedStatementMark} with newest as (
      select agent_version, occurred_at, is_successful, duration_ms,
        ${sql.raw(finishedCallCondition.sql)} as is_finished, ${sql.raw(succeededCallCondition.sql)} as is_succeeded
      from calls as c
      where workspace_id = ${workspaceId} and agent_id = ${agentId}
        and occurred_at >= ${from}::timestamp at time zone 'UTC' - interval '1 day'
        and occurred_at < ${to}::timestamp at time zone 'UTC' + interval '2 days'
        and (occurred_at at time zone ${zone}::text)::date between ${from}::date and ${to}::date
      order by occurred_at desc, id desc
      limit ${limit}
    )
    select agent_version as version, count(*) as calls, count(*) filter (where is_finished) as finished,
      count(*) filter (where is_succeeded) as succeeded, count(is_successful) as judged, count(*) filter (where is_successful) as reached,
      (avg(duration_ms) filter (where duration_ms > 0) / 1000)::float8 as "averageDuration",
      min(occurred_at) as "firstAt", max(occurred_at) as "lastAt"
    from newest group by agent_version
    order by max(occurred_at) desc, agent_version desc nulls last`.execute(db);
  return rows;
}
