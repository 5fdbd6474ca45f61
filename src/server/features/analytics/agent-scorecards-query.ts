/** Queries for agent scorecards that rollup counters can't answer: scores, figures by day, names and last calls. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { addDays } from '../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { buildAgentNameSql } from '../agents/index.ts';
import type { AgentRangeFilter } from './sums/counter-sums-query.ts';
import { buildAgentRollupAndClause, dayInRangeCondition } from './sums/day-range-query.ts';
import type { ZonedDateRangeWithComparison } from './sums/figure-range.ts';

export interface AgentAnalysisScoreSums {
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  /**
   * `n`: number of calls with a score from 1 to 5 in the analysis field. `sum`: the sum of these scores, exact to six
   * decimal places.
   */
  readonly n: number;
  readonly sum: number;
}

/** Sums the scores of an analysis field by agent. The cost grows with agents and days, not with calls. */
export async function sumAnalysisScoresByAgent(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range, agentId }: AgentRangeFilter,
  field: string,
): Promise<AgentAnalysisScoreSums[]> {
  const { rows } = await sql<AgentAnalysisScoreSums>`
    ${preparedStatementMark} select agent_id as "agentId", sum(score_n)::bigint as n, sum(score_sum)::float8 as sum
    from rollup_day_fields
    where workspace_id = ${workspaceId} and name = ${field} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
    group by agent_id
    having sum(score_n) > 0`.execute(db);
  return rows;
}

export interface AgentDaySuccessCounts {
  /** The day in the zone, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly finished: number;
  readonly successful: number;
}

/** Lists the finished and successful calls of the given agents for each day of the date range, oldest day first. */
export async function countSuccessesByAgentAndDay(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AgentDaySuccessCounts[]>> {
  // Return each agent's days as arrays in one row, because reading a row for each day is slower.
  const { rows } = await sql<{
    readonly agentId: string;
    readonly dates: readonly string[];
    readonly finished: readonly number[];
    readonly successful: readonly number[];
  }>`
    ${preparedStatementMark} with summed as (
      select agent_id, day, sum(finished)::bigint as finished, sum(succeeded)::bigint as succeeded
      from rollup_agent_days
      where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} and agent_id = any(${agentIds}::text[])
      group by agent_id, day
    )
    select listed.agent_id as "agentId",
      to_json(array_agg(date order by date)) as dates,
      to_json(array_agg(coalesce(finished, 0) order by date)) as finished,
      to_json(array_agg(coalesce(succeeded, 0) order by date)) as successful
    from unnest(${agentIds}::text[]) as listed (agent_id)
    cross join (
      select date::date from generate_series(${range.from}::timestamp, ${range.to}::timestamp, interval '1 day') as date
    ) as dates
    left join summed on summed.agent_id = listed.agent_id and day = date
    group by listed.agent_id`.execute(db);
  return new Map(
    rows.map(({ agentId, dates, finished, successful }) => [
      agentId,
      dates.map((date, index) => ({ date, finished: finished[index] ?? 0, successful: successful[index] ?? 0 })),
    ]),
  );
}

export interface AgentNameAndLastCall {
  readonly agentId: string;
  readonly agentName: string | null;
  readonly callId: string | null;
  readonly callAt: Date | null;
}

/** Finds the name and the last call of each given agent, with one index lookup for each. */
export async function findAgentNamesAndLastCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentIds: readonly string[],
): Promise<AgentNameAndLastCall[]> {
  const lastWhere = (isTheAgent: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
    select id, occurred_at from calls
    where workspace_id = ${workspaceId} and ${isTheAgent} and ${withinMoments(range)}
    order by occurred_at desc, id desc limit 1)`;
  const { rows } = await sql<AgentNameAndLastCall>`
    select listed.agent_id as "agentId", ${buildAgentNameSql(workspaceId, sql.ref('listed.agent_id'))} as "agentName",
      last.id as "callId", last.occurred_at as "callAt"
    from unnest(${agentIds}::text[]) as listed (agent_id)
    left join lateral (
      ${lastWhere(sql<boolean>`listed.agent_id <> '' and agent_id = listed.agent_id`)}
      union all
      ${lastWhere(sql<boolean>`listed.agent_id = '' and agent_id is null`)}
    ) as last on true`.execute(db);
  return rows;
}

/**
 * SQL condition: a call's time lies in the date range, by days of its time zone. The condition can use the index on
 * that time.
 */
function withinMoments({ zone, from, to }: ZonedDateRangeWithComparison): RawBuilder<boolean> {
  const begins = (day: string) => sql`(${day}::timestamp at time zone ${zone}::text)`;
  return sql<boolean>`occurred_at >= ${begins(from)} and occurred_at < ${begins(addDays(to, 1))}`;
}
