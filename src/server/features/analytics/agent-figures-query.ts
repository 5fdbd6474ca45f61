/** Queries that count calls by agent from daily rollups, so that the cost grows with agents and days, not calls. */
import { sql, type Kysely } from 'kysely';
import type { AgentSentimentCounts } from '../../../contract/analytics.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { buildAgentNameSql } from '../agents/index.ts';
import { buildAgentRollupAndClause, dayInRangeCondition } from './sums/day-range-query.ts';

export interface AgentCallCountRow {
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly agentName: string | null;
  readonly calls: number;
  /** Number of calls of all agents in the date range, even if one agent is selected. */
  readonly callsOfAll: number;
}

/** Counts the calls of each agent in the date range. The agent with most calls comes first. */
export async function countCallsByAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<AgentCallCountRow[]> {
  const { rows } = await sql<AgentCallCountRow>`
    ${preparedStatementMark} with counted as (
      select agent_id, sum(calls)::bigint as calls, (sum(sum(calls)) over ())::bigint as calls_of_all
      from rollup_agent_days
      where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)}
      group by agent_id
    )
    select agent_id as "agentId", ${buildAgentNameSql(workspaceId, sql.ref('counted.agent_id'))} as "agentName", calls, calls_of_all as "callsOfAll"
    from counted
    where calls > 0 ${buildAgentRollupAndClause(agentId)}
    order by calls desc, agent_id`.execute(db);
  return rows;
}

/** Counts calls by customer mood for each agent. The agent with most calls of a known mood comes first. */
export async function countCallsByAgentAndMood(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<AgentSentimentCounts[]> {
  const { rows } = await sql<AgentSentimentCounts>`
    ${preparedStatementMark} with summed as (
      select agent_id, sum(mood_positive)::bigint as positive, sum(mood_neutral)::bigint as neutral, sum(mood_negative)::bigint as negative
      from rollup_agent_days
      where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
      group by agent_id
    )
    select agent_id, positive, neutral, negative, positive + neutral + negative as total
    from summed
    where positive + neutral + negative > 0
    order by total desc, agent_id`.execute(db);
  return rows;
}

export interface AgentCallFigureSums {
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly agentName: string | null;
  readonly calls: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly goalKnown: number;
  readonly goalReached: number;
  readonly durationMs: number;
  readonly durationN: number;
}

/** Sums calls, successes, goals and durations of each agent. The agent with most calls comes first. */
export async function sumCallFiguresByAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<AgentCallFigureSums[]> {
  const { rows } = await sql<AgentCallFigureSums>`
    ${preparedStatementMark} with summed as (
      select agent_id, sum(calls)::bigint as calls, sum(finished)::bigint as finished, sum(succeeded)::bigint as succeeded,
        sum(goal_known)::bigint as "goalKnown", sum(goal_reached)::bigint as "goalReached",
        sum(duration_ms)::bigint as "durationMs", sum(duration_n)::bigint as "durationN"
      from rollup_agent_days
      where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
      group by agent_id
    )
    select agent_id as "agentId", ${buildAgentNameSql(workspaceId, sql.ref('summed.agent_id'))} as "agentName",
      calls, finished, succeeded, "goalKnown", "goalReached", "durationMs", "durationN"
    from summed
    where calls > 0
    order by calls desc, agent_id`.execute(db);
  return rows;
}
