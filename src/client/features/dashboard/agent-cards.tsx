/**
 * Dashboard cards with figures by agent. The cards are a code chunk of their own, because they are below the first
 * screenful.
 */
import { AgentDistributionCard } from './agent-distribution-card.tsx';
import { AgentPerformanceCard } from './agent-performance-card.tsx';
import type { DashboardPeriodOption } from './filters.ts';

export default function DashboardAgentCards(props: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  return (
    <>
      <AgentDistributionCard {...props} />
      <AgentPerformanceCard {...props} />
    </>
  );
}
