/** Figures of the agents' cards. All pure. */
import type { AgentUsage, Metrics } from '../../../contract/analytics.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { agentLabel } from '../../format/calls.ts';
import { percentOf } from '../../format/numbers.ts';

/** Number of colours in the ring chart of agents: the design tokens share-1 to share-6. */
export const shareColours = 6;

/** Name of an agent, otherwise 'Agente' and the last 4 characters of its id, or 'Sin Agente' without an id. */
export function nameOfAgent(agent: { readonly agent_id: string; readonly agent_name: string | null }): string {
  return agentLabel({ agentId: agent.agent_id || null, agentName: agent.agent_name }, dashboardLabels.noAgent);
}

/** Index, from 0, of an agent's colour by its position in the list. The sixth and later agents share the last. */
export function shareColourIndex(place: number): number {
  return Math.min(place, shareColours - 1);
}

/** Size of each slice of the ring chart in percent, by colour. The last slice sums up all agents from the sixth on. */
export function donutSlices(usage: readonly Pick<AgentUsage, 'percentage'>[]): readonly number[] {
  const slices: number[] = [];
  usage.forEach(({ percentage }, place) => {
    const colour = shareColourIndex(place);
    slices[colour] = (slices[colour] ?? 0) + percentage;
  });
  return slices;
}

/** The agents' calls as the newer metrics count them, if known. With an agent filter, percentages stay as they are. */
export function agentUsageFromMetrics(
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

/** Sizes of the agents' ring chart, in the units of its SVG. */
export const donutGeometry = {
  radius: 88,
  thickness: 26,
  /** Distance from the ring chart's middle to the picture's edge: the ring, a space, and a label beside it. */
  edge: 136,
  fontSize: 20,
} as const;

/** Smallest slice of the ring chart, in percent, that has a label; labels of smaller ones would overlap. */
const leastLabelled = 7;
const labelSpace = 6;

/** Position of a slice's label outside the ring chart. */
export interface DonutLabelPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Position of a slice's label beside the ring chart; null for none. `start`: percent of the ring before the slice. */
export function donutLabelPosition(start: number, percent: number): DonutLabelPosition | null {
  if (percent < leastLabelled || percent >= 100) return null;
  const angle = ((start + percent / 2) / 100) * 2 * Math.PI;
  const [across, up] = [Math.sin(angle), Math.cos(angle)];
  const distance = donutGeometry.radius + labelSpace;
  const anchor = Math.abs(across) < 0.35 ? 'middle' : across > 0 ? 'start' : 'end';
  // Labels above and below the ring are further out, by the height of their letters.
  return { x: distance * across, y: -(distance + (Math.abs(up) * donutGeometry.fontSize) / 2) * up, anchor };
}
