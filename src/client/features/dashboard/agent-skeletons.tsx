/** Loading placeholders of the dashboard's two agent cards. They have the height of the loaded cards. */
import { agentCallShareLabels, agentPerformanceLabels } from '../../../labels/dashboard-es.ts';
import { SectionCard } from '../../ui/card.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';

/** Highest number of agents that 'Rendimiento de Agentes' shows. */
export const maxShownPerformanceAgents = 4;

export function AgentDistributionSkeleton() {
  return (
    <div className="flex items-center max-sm:flex-col">
      <Skeleton className="m-6 size-36 shrink-0 rounded-full" />
      <div className="h-84 w-full min-w-0 overflow-hidden border-line max-sm:border-t sm:flex-1 sm:border-l">
        <SkeletonRows count={4} className="h-20 border-b border-line px-4 last:border-0" />
      </div>
    </div>
  );
}

export function AgentPerformanceSkeleton() {
  return (
    <SkeletonRows
      count={maxShownPerformanceAgents}
      className="h-21 border-b border-line px-4 last:border-0 max-sm:h-26"
    />
  );
}

const legend = <div className="h-9 border-b border-line" />;

export function AgentCardsSkeleton() {
  return (
    <>
      <SectionCard title={agentCallShareLabels.title} subtitle={<span>&nbsp;</span>} bodyClassName="min-h-93 p-0">
        {legend}
        <AgentDistributionSkeleton />
      </SectionCard>
      <SectionCard title={agentPerformanceLabels.title} subtitle={<span>&nbsp;</span>} bodyClassName="min-h-93 p-0">
        {legend}
        <AgentPerformanceSkeleton />
      </SectionCard>
    </>
  );
}
