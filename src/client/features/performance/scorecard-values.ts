/** Names, orders and written figures of scorecards. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { fewestCalls } from '../../../contract/rate-changes.ts';
import { known } from '../../../labels/known.ts';
import { performanceLabels, type ComparisonColumn } from '../../../labels/performance-es.ts';
import { agentLabel } from '../../format/calls.ts';
import type { ComparisonSort } from './performance-address.ts';

/** Trends and ranks stop here (spec B 9). */
export const shownAgents = 5;

export function nameOf({ agentId, agentName }: Pick<AgentScorecard, 'agentId' | 'agentName'>): string {
  return agentLabel({ agentId: agentId || null, agentName }, performanceLabels.noAgent);
}

/** Chance says too much of fewer finished calls: the agent has no place in a ranking. */
export const isRanked = ({ finishedCalls }: Pick<AgentScorecard, 'finishedCalls'>): boolean =>
  finishedCalls >= fewestCalls;

/**
 * Best success rate first; of equals who finished more calls, then by name. Agents of too few finished calls follow the others,
 * and those without any are left out.
 */
export function rankBySuccess(
  agents: readonly AgentScorecard[],
): readonly (AgentScorecard & { readonly successRate: number })[] {
  return agents
    .flatMap((agent) => (agent.successRate === null ? [] : [{ ...agent, successRate: agent.successRate }]))
    .sort(
      (a, b) => byPlace(a, b) || b.successRate - a.successRate || b.finishedCalls - a.finishedCalls || byName(a, b),
    );
}

/** Over how many calls a rate is; the other columns compare whatever the calls. */
const callsOfRate = { successRate: 'finishedCalls', goalRate: 'judgedCalls' } as const;

/** In the order of a column; rates of too few calls and unknown figures come last whichever way, and equals as they rank. */
export function sortAgents(agents: readonly AgentScorecard[], sort: ComparisonSort): readonly AgentScorecard[] {
  const isDown = sort.startsWith('-');
  const column = sort.replace(/^-/, '') as ComparisonColumn;
  const compareRank = (a: AgentScorecard, b: AgentScorecard) =>
    (b.successRate ?? -1) - (a.successRate ?? -1) || b.finishedCalls - a.finishedCalls || byName(a, b);
  if (column === 'name') return agents.toSorted((a, b) => (isDown ? byName(b, a) : byName(a, b)));
  return agents.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || compareRank(a, b);
    const calls = known(callsOfRate, column);
    const byCalls = calls === undefined ? 0 : Number(a[calls] < fewestCalls) - Number(b[calls] < fewestCalls);
    return byCalls || (isDown ? other - one : one - other) || compareRank(a, b);
  });
}

const byPlace = (a: AgentScorecard, b: AgentScorecard): number => Number(isRanked(b)) - Number(isRanked(a));

function byName(a: AgentScorecard, b: AgentScorecard): number {
  return nameOf(a).localeCompare(nameOf(b), 'es') || (a.agentId < b.agentId ? -1 : 1);
}

/** Success rate of each day, oldest first; null where no call finished. */
export function dailyRates({ days }: Pick<AgentScorecard, 'days'>): readonly (number | null)[] {
  return days.map(({ finished, successful }) => (finished === 0 ? null : (100 * successful) / finished));
}

/** Where the curves of these agents begin: the ten below the lowest rate, so that they compare; 90 at most. */
export function leastRate(agents: readonly Pick<AgentScorecard, 'days'>[]): number {
  const rates = agents.flatMap((agent) => dailyRates(agent).filter((rate) => rate !== null));
  return Math.min(90, Math.floor(Math.min(100, ...rates) / 10) * 10);
}
