/** Names, sort orders and values of agents' scorecards. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { minCallsToCompareRates } from '../../../contract/rate-changes.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { performanceScreenLabels, type AgentComparisonColumnName } from '../../../labels/performance-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import type { AgentComparisonSort } from './performance-address.ts';

/** Highest number of agents in the performance screen's charts and ranking (spec B 9). */
export const maxRankedAgents = 5;

export function formatScorecardAgentName({
  agentId,
  agentName,
}: Pick<AgentScorecard, 'agentId' | 'agentName'>): string {
  return formatAgentLabel({ agentId: agentId || null, agentName }, performanceScreenLabels.noAgent);
}

/** True if an agent has enough finished calls for a rank; with fewer, its rate is mostly chance. */
export const hasEnoughCallsForRank = ({ finishedCalls }: Pick<AgentScorecard, 'finishedCalls'>): boolean =>
  finishedCalls >= minCallsToCompareRates;

/**
 * Sorts agents by success rate for the ranking, then by finished calls and name. Agents with too few finished calls
 * come last, and agents without any are left out.
 */
export function rankAgentsBySuccessRate(
  agents: readonly AgentScorecard[],
): readonly (AgentScorecard & { readonly successRate: number })[] {
  return agents
    .flatMap((agent) => (agent.successRate === null ? [] : [{ ...agent, successRate: agent.successRate }]))
    .sort(
      (a, b) => byPlace(a, b) || b.successRate - a.successRate || b.finishedCalls - a.finishedCalls || byName(a, b),
    );
}

/** For each rate, the scorecard field with the number of calls behind it. Rates of few calls are sorted last. */
const callsOfRate = { successRate: 'finishedCalls', goalRate: 'judgedCalls' } as const;

/**
 * Sorts agents by a column of the agent comparison. Agents whose value is unknown or is based on too few calls come
 * last.
 */
export function sortAgentsByColumn(
  agents: readonly AgentScorecard[],
  sort: AgentComparisonSort,
): readonly AgentScorecard[] {
  const isDown = sort.startsWith('-');
  const column = sort.replace(/^-/, '') as AgentComparisonColumnName;
  const compareRank = (a: AgentScorecard, b: AgentScorecard) =>
    (b.successRate ?? -1) - (a.successRate ?? -1) || b.finishedCalls - a.finishedCalls || byName(a, b);
  if (column === 'name') return agents.toSorted((a, b) => (isDown ? byName(b, a) : byName(a, b)));
  return agents.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || compareRank(a, b);
    const calls = findLabelEntry(callsOfRate, column);
    const byCalls =
      calls === undefined ? 0 : Number(a[calls] < minCallsToCompareRates) - Number(b[calls] < minCallsToCompareRates);
    return byCalls || (isDown ? other - one : one - other) || compareRank(a, b);
  });
}

const byPlace = (a: AgentScorecard, b: AgentScorecard): number =>
  Number(hasEnoughCallsForRank(b)) - Number(hasEnoughCallsForRank(a));

function byName(a: AgentScorecard, b: AgentScorecard): number {
  return (
    formatScorecardAgentName(a).localeCompare(formatScorecardAgentName(b), 'es') || (a.agentId < b.agentId ? -1 : 1)
  );
}

/** Success rate of an agent for each day in percent, oldest first; null for a day without finished calls. */
export function computeDailySuccessRates({ days }: Pick<AgentScorecard, 'days'>): readonly (number | null)[] {
  return days.map(({ finished, successful }) => (finished === 0 ? null : (100 * successful) / finished));
}

/** Lowest value of the axis that all agents' charts share: the lowest daily rate, rounded down to tens, at most 90. */
export function computeSuccessChartMinimum(agents: readonly Pick<AgentScorecard, 'days'>[]): number {
  const rates = agents.flatMap((agent) => computeDailySuccessRates(agent).filter((rate) => rate !== null));
  return Math.min(90, Math.floor(Math.min(100, ...rates) / 10) * 10);
}
