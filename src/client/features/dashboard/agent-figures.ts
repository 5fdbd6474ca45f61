/** Figures of the agents' cards. All pure. */
import type { AgentCallCount, DashboardMetrics } from '../../../contract/analytics.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { computePercent } from '../../format/numbers.ts';

/** Number of colours for agents in the ring chart: the design tokens share-1 to share-6. */
export const agentShareColourCount = 6;

/** Name of an agent; without a name 'Agente' and the last 4 characters of its id, and without an id 'Sin Agente'. */
export function formatAgentName(agent: { readonly agent_id: string; readonly agent_name: string | null }): string {
  return formatAgentLabel({ agentId: agent.agent_id || null, agentName: agent.agent_name }, dashboardLabels.noAgent);
}

/** Index, from 0, of an agent's colour in the ring chart. The agents from the sixth on share the last colour. */
export function pickAgentShareColourIndex(place: number): number {
  return Math.min(place, agentShareColourCount - 1);
}

/** Size of each slice of the ring chart, in percent. All agents from the sixth on are in one slice. */
export function computeAgentDonutSlices(usage: readonly Pick<AgentCallCount, 'percentage'>[]): readonly number[] {
  const slices: number[] = [];
  usage.forEach(({ percentage }, place) => {
    const colour = pickAgentShareColourIndex(place);
    slices[colour] = (slices[colour] ?? 0) + percentage;
  });
  return slices;
}

/** Replaces the agents' call counts by the counts of `metrics`, so that they match the other dashboard cards. */
export function mergeAgentUsageWithMetrics(
  usage: readonly AgentCallCount[],
  metrics: DashboardMetrics | undefined,
  agentId: string | null,
  nameOf: (agentId: string) => string | null,
): readonly AgentCallCount[] {
  if (!metrics) return usage;
  const { agentCalls, totalCalls } = metrics;
  const known = new Set(usage.map(({ agent_id: id }) => id));
  const rows: readonly AgentCallCount[] = [
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
        percentage: agentId === null ? computePercent(calls, totalCalls) : row.percentage,
      };
    })
    .filter(({ call_count: calls }) => calls > 0);
}

/** Sizes of the agents' ring chart, in the units of its SVG. */
export const agentDonutGeometry = {
  radius: 88,
  thickness: 26,
  /** Distance from the ring chart's centre to the edge of the picture, which leaves room for labels. */
  edge: 136,
  fontSize: 20,
} as const;

/** Smallest share in percent whose slice of the ring chart gets a label. Labels of smaller slices would overlap. */
const leastLabelled = 7;
const labelSpace = 6;

export interface AgentDonutLabelPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Position of a slice's label beside the ring chart; null for no label. `start`: percent of slices before it. */
export function computeDonutLabelPosition(start: number, percent: number): AgentDonutLabelPosition | null {
  if (percent < leastLabelled || percent >= 100) return null;
  const angle = ((start + percent / 2) / 100) * 2 * Math.PI;
  const [across, up] = [Math.sin(angle), Math.cos(angle)];
  const distance = agentDonutGeometry.radius + labelSpace;
  const anchor = Math.abs(across) < 0.35 ? 'middle' : across > 0 ? 'start' : 'end';
  // Move labels above or below the donut chart outwards by up to half their height.
  return { x: distance * across, y: -(distance + (Math.abs(up) * agentDonutGeometry.fontSize) / 2) * up, anchor };
}
