/** The period's agents: whose calls they were, and how they went. In a chunk of its own: it stands below what is seen first. */
import { AgentDistributionCard } from './agent-distribution-card.tsx';
import { AgentPerformanceCard } from './agent-performance-card.tsx';
import type { PeriodOption } from './filters.ts';

export default function AgentCards(props: { readonly period: PeriodOption; readonly agentId: string | null }) {
  return (
    <>
      <AgentDistributionCard {...props} />
      <AgentPerformanceCard {...props} />
    </>
  );
}
