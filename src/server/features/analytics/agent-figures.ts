/** GET /api/agent-usage, /api/agent-sentiment and /api/agent-performance: figures of each agent in a date range. */
import type { AgentPerformance, AgentSentiment, AgentUsage, performancePeriods } from '../../../contract/analytics.ts';
import { countCallsByAgent, countMoodsByAgent, sumOutcomesByAgent } from './agent-figures-query.ts';
import { agentIdOfFilter } from './sums/day-range-query.ts';
import { readRange } from './sums/figure-range.ts';
import { computeMetricRates, type MetricsDeps } from './metrics.ts';

export interface AgentFiguresQuery {
  readonly timeFilter: (typeof performancePeriods)[number];
  readonly agentFilter?: string | undefined;
}

/** Reads each agent's share of all agents' calls. With an agent filter, only that agent is returned. */
export async function readAgentUsage(
  deps: MetricsDeps,
  workspaceId: string,
  query: AgentFiguresQuery,
): Promise<AgentUsage[]> {
  const range = await readRange(deps, workspaceId, { range: query.timeFilter });
  const agents = await countCallsByAgent(deps.db, workspaceId, range, agentIdOfFilter(query.agentFilter));
  return agents.map(({ agentId, agentName, calls, callsOfAll }) => ({
    agent_id: agentId,
    agent_name: agentName,
    call_count: calls,
    percentage: (100 * calls) / callsOfAll,
  }));
}

export async function readAgentSentiment(
  deps: MetricsDeps,
  workspaceId: string,
  query: AgentFiguresQuery,
): Promise<AgentSentiment[]> {
  return countMoodsByAgent(
    deps.db,
    workspaceId,
    await readRange(deps, workspaceId, { range: query.timeFilter }),
    agentIdOfFilter(query.agentFilter),
  );
}

export async function readAgentPerformance(
  deps: MetricsDeps,
  workspaceId: string,
  query: AgentFiguresQuery,
): Promise<AgentPerformance[]> {
  const range = await readRange(deps, workspaceId, { range: query.timeFilter });
  const agents = await sumOutcomesByAgent(deps.db, workspaceId, range, agentIdOfFilter(query.agentFilter));
  return agents.map(({ agentId, agentName, ...sums }) => {
    const { successRate, avgDuration } = computeMetricRates(sums);
    return {
      agent_id: agentId,
      agent_name: agentName,
      success_rate: successRate,
      total_calls: sums.calls,
      finished_calls: sums.finished,
      completed_calls: sums.succeeded,
      judged_calls: sums.goalKnown,
      goal_rate: sums.goalKnown === 0 ? null : (100 * sums.goalReached) / sums.goalKnown,
      avg_duration: avgDuration,
    };
  });
}
