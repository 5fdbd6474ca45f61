/** Loading placeholder of the card of recent calls, with the height of the loaded card. */
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { SectionCard } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { recentCallsPageSize, type DashboardPeriodOption } from './filters.ts';

export function RecentCallsSkeletonRows() {
  return <SkeletonRows count={recentCallsPageSize} className="h-14 border-b border-line px-4 last:border-0" />;
}

export function RecentCallsSkeleton({ period }: { readonly period: DashboardPeriodOption }) {
  return (
    <SectionCard
      title={dashboardLabels.historyTitle(period.title)}
      subtitle={<span>&nbsp;</span>}
      actions={<span className="h-8" />}
      footer={<div className="min-h-8 max-sm:min-h-14" />}
      bodyClassName="min-h-114 p-0"
    >
      <RecentCallsSkeletonRows />
    </SectionCard>
  );
}
