/** Figures of the agents' cards. All pure. */
import type { AgentUsage, Metrics } from '../../../contract/analytics.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { agentLabel } from '../../format/calls.ts';
import { percentOf } from '../../format/numbers.ts';

/** Number of colours of the ring: tokens share-1 to share-6. */
export const shareColours = 6;

/** The agent's name, otherwise 'Agente' and the last 4 characters of its id, or 'Sin Agente' without an id. */
export function nameOfAgent(agent: { readonly agent_id: string; readonly agent_name: string | null }): string {
  return agentLabel({ agentId: agent.agent_id || null, agentName: agent.agent_name }, dashboardLabels.noAgent);
}

/** Colour index, from 0, of the agent at a position in the list. From the sixth position on it is the last one. */
export function colourAt(place: number): number {
  return Math.min(place, shareColours - 1);
}

/** Size of each slice in percent, by colour; the last one sums up all agents from the sixth on. */
export function slicesOf(usage: readonly Pick<AgentUsage, 'percentage'>[]): readonly number[] {
  const slices: number[] = [];
  usage.forEach(({ percentage }, place) => {
    const colour = colourAt(place);
    slices[colour] = (slices[colour] ?? 0) + percentage;
  });
  return slices;
}

/** The agents' calls by the metrics, which may be newer than the list; with an agent filter the share stays. */
export function usageByMetrics(
  usage: readonly AgentUsage[],
  metrics: Metrics | undefined,
  agentId: string | null,
  nameOf: (agentId: string) => string | null,
): readonly AgentUsage[] {
  if (!metrics) return usage;
  const { agentCalls, totalCalls } = metrics;
  const known = new Set(usage.map(({ agent_id: id }) => id));
  const rows: readonly AgentUsage[] = [
    ...usage,
    ...Object.keys(agentCalls)
      .filter((id) => !known.has(id))
      .map((id) => ({ agent_id: id, agent_name: nameOf(id), call_count: 0, percentage: 0 })),
  ];
  return rows
    .map((row) => {
      const calls = agentCalls[row.agent_id] ?? 0;
      return {
        ...row,
        call_count: calls,
        percentage: agentId === null ? percentOf(calls, totalCalls) : row.percentage,
      };
    })
    .filter(({ call_count: calls }) => calls > 0);
}

/** The ring of the agents' shares, in the units of its picture. */
export const ring = {
  radius: 88,
  thickness: 26,
  /** Distance from the middle to the picture's edge: ring, space, and a label beside it. */
  edge: 136,
  fontSize: 20,
} as const;

/** Smaller slices, in percent, have no label, because labels would overlap. */
const leastLabelled = 7;
const labelSpace = 6;

/** Position of a slice's label outside the ring. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Position of a label; null for no label. `start`: percent of the ring before the slice. */
export function labelPlaceOf(start: number, percent: number): LabelPlace | null {
  if (percent < leastLabelled || percent >= 100) return null;
  const angle = ((start + percent / 2) / 100) * 2 * Math.PI;
  const [across, up] = [Math.sin(angle), Math.cos(angle)];
  const distance = ring.radius + labelSpace;
  const anchor = Math.abs(across) < 0.35 ? 'middle' : across > 0 ? 'start' : 'end';
  // Above and below the ring a label is further out, by the height of its letters.
  return { x: distance * across, y: -(distance + (Math.abs(up) * ring.fontSize) / 2) * up, anchor };
}
