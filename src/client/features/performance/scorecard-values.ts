/** Names, orders and written figures of scorecards. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { performanceLabels, type ComparisonColumn } from '../../../labels/performance-es.ts';
import { agentLabel } from '../../format/calls.ts';
import type { ComparisonSort } from './performance-address.ts';

/** Trends and ranks stop here (spec B 9). */
export const shownAgents = 5;

export function nameOf({ agentId, agentName }: Pick<AgentScorecard, 'agentId' | 'agentName'>): string {
  return agentLabel({ agentId: agentId || null, agentName }, performanceLabels.noAgent);
}

/** Best success rate first; of equals who finished more calls, then by name. Without a finished call nobody is ranked. */
export function rankBySuccess(
  agents: readonly AgentScorecard[],
): readonly (AgentScorecard & { readonly successRate: number })[] {
  return agents
    .flatMap((agent) => (agent.successRate === null ? [] : [{ ...agent, successRate: agent.successRate }]))
    .sort((a, b) => b.successRate - a.successRate || b.finishedCalls - a.finishedCalls || byName(a, b));
}

/** In the order of a column; unknown figures come last whichever way, and equals as they rank. */
export function sortAgents(agents: readonly AgentScorecard[], sort: ComparisonSort): readonly AgentScorecard[] {
  const isDown = sort.startsWith('-');
  const column = sort.replace(/^-/, '') as ComparisonColumn;
  const compareRank = (a: AgentScorecard, b: AgentScorecard) =>
    (b.successRate ?? -1) - (a.successRate ?? -1) || b.finishedCalls - a.finishedCalls || byName(a, b);
  if (column === 'name') return agents.toSorted((a, b) => (isDown ? byName(b, a) : byName(a, b)));
  return agents.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || compareRank(a, b);
    return (isDown ? other - one : one - other) || compareRank(a, b);
  });
}

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
