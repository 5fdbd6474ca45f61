/** Query of the dashboard's sums from the daily rollups. Its cost grows with the days, not with the calls. */
import { sql, type Kysely } from 'kysely';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import {
  buildAgentRollupAndClause,
  buildAgentCallsAndClause,
  chooseAgentOrTotalRollupTables,
  dayInRangeCondition,
} from './sums/day-range-query.ts';

export interface DashboardSums {
  readonly calls: number;
  readonly inbound: number;
  readonly outbound: number;
  readonly web: number;
  /** Calls in progress now, whatever the day. */
  readonly active: number;
  readonly byAgent: Readonly<Record<string, number>>;
  readonly finished: number;
  readonly succeeded: number;
  readonly durationMs: number;
  readonly durationN: number;
}

const none: DashboardSums = {
  calls: 0,
  inbound: 0,
  outbound: 0,
  web: 0,
  active: 0,
  byAgent: {},
  finished: 0,
  succeeded: 0,
  durationMs: 0,
  durationN: 0,
};

/** Reads the dashboard's sums in a single statement, so that all of them describe the same moment. */
export async function readDashboardSums(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<DashboardSums> {
  const { rows } = await sql<DashboardSums>`
    ${preparedStatementMark} select coalesce(sum(calls), 0)::bigint as calls,
      coalesce(sum(calls) filter (where direction = 'inbound'), 0)::bigint as inbound,
      coalesce(sum(calls) filter (where direction = 'outbound'), 0)::bigint as outbound,
      coalesce(sum(calls) filter (where direction = 'web_call'), 0)::bigint as web,
      coalesce(sum(finished), 0)::bigint as finished,
      coalesce(sum(succeeded), 0)::bigint as succeeded,
      coalesce(sum(duration_ms), 0)::bigint as "durationMs",
      coalesce(sum(duration_n), 0)::bigint as "durationN",
      (select count(*) from calls
        where workspace_id = ${workspaceId} and status in ('registered', 'ongoing') ${buildAgentCallsAndClause(agentId)}) as active,
      (select coalesce(jsonb_object_agg(agent_id, calls), '{}') from (
        select agent_id, sum(calls) as calls from rollup_agent_days
        where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
        group by agent_id having sum(calls) > 0
      ) agents) as "byAgent"
    from ${chooseAgentOrTotalRollupTables(agentId).days}
    where workspace_id = ${workspaceId}
      and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}`.execute(db);
  return rows[0] ?? none;
}
