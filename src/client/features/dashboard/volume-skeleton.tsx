/** Loading placeholder of the volume chart, with the height of the loaded chart. */
import { loadingAndErrorStateLabels } from '../../../labels/common-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { SectionCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Height of the call volume chart on its dashboard card, in pixels. */
export const volumeCardChartHeight = 256;

export function CallVolumeChartSkeleton({ height }: { readonly height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton className="h-12 w-full sm:h-8 sm:w-80" />
      <div className="mt-3 flex items-center justify-center rounded-sm bg-sunken/60 text-muted" style={{ height }}>
        {loadingAndErrorStateLabels.loadingChart}
      </div>
    </div>
  );
}

export function CallVolumeCardSkeleton() {
  return (
    <SectionCard
      title={dashboardLabels.volumeTitle}
      subtitle={<span>&nbsp;</span>}
      actions={<span className="h-8" />}
      footer={<div className="min-h-8 sm:min-h-4" />}
    >
      <CallVolumeChartSkeleton height={volumeCardChartHeight} />
    </SectionCard>
  );
}
