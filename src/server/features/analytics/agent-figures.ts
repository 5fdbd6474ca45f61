/** GET /api/agent-usage, /api/agent-sentiment and /api/agent-performance: figures of each agent in a date range. */
import type {
  AgentPerformance,
  AgentSentimentCounts,
  AgentCallCount,
  performancePeriods,
} from '../../../contract/analytics.ts';
import { countCallsByAgent, countCallsByAgentAndMood, sumCallFiguresByAgent } from './agent-figures-query.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { resolveDateRange } from './sums/figure-range.ts';
import { computeSuccessRateAndDuration, type AnalyticsReadDeps } from './metrics.ts';

export interface AgentFiguresParameters {
  readonly timeFilter: (typeof performancePeriods)[number];
  readonly agentFilter?: string | undefined;
}

/**
 * Reads each agent's share of all agents' calls. An agent filter limits which agents are returned, but the total still
 * counts the calls of all agents.
 */
export async function readAgentCallShares(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AgentFiguresParameters,
): Promise<AgentCallCount[]> {
  const range = await resolveDateRange(deps, workspaceId, { range: query.timeFilter });
  const agents = await countCallsByAgent(deps.db, workspaceId, range, parseAgentFilter(query.agentFilter));
  return agents.map(({ agentId, agentName, calls, callsOfAll }) => ({
    agent_id: agentId,
    agent_name: agentName,
    call_count: calls,
    percentage: (100 * calls) / callsOfAll,
  }));
}

export async function readCustomerMoodsByAgent(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AgentFiguresParameters,
): Promise<AgentSentimentCounts[]> {
  return countCallsByAgentAndMood(
    deps.db,
    workspaceId,
    await resolveDateRange(deps, workspaceId, { range: query.timeFilter }),
    parseAgentFilter(query.agentFilter),
  );
}

export async function readAgentPerformance(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AgentFiguresParameters,
): Promise<AgentPerformance[]> {
  const range = await resolveDateRange(deps, workspaceId, { range: query.timeFilter });
  const agents = await sumCallFiguresByAgent(deps.db, workspaceId, range, parseAgentFilter(query.agentFilter));
  return agents.map(({ agentId, agentName, ...sums }) => {
    const { successRate, avgDuration } = computeSuccessRateAndDuration(sums);
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
