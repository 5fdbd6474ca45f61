/** What the agents' cards make of their figures. All pure. */
import type { AgentUsage } from '../../../contract/analytics.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { agentLabel } from '../../format/calls.ts';

/** Colours of the donut: tokens share-1 to share-6. */
export const shareColours = 6;

/** The agent's name, else 'Agente' and the last 4 characters of its id, else 'Sin Agente'. */
export function nameOfAgent(agent: { readonly agent_id: string; readonly agent_name: string | null }): string {
  return agentLabel({ agentId: agent.agent_id || null, agentName: agent.agent_name }, dashboardLabels.noAgent);
}

/** From 0: which colour the agent at that place of the list has. From the sixth place on all share the last one. */
export function colourAt(place: number): number {
  return Math.min(place, shareColours - 1);
}

/** Percent of each slice, by colour; the last one holds all agents from the sixth place on. */
export function slicesOf(usage: readonly Pick<AgentUsage, 'percentage'>[]): readonly number[] {
  const slices: number[] = [];
  usage.forEach(({ percentage }, place) => {
    const colour = colourAt(place);
    slices[colour] = (slices[colour] ?? 0) + percentage;
  });
  return slices;
}
