/** Loading placeholder of the volume chart, with the height of the loaded chart. */
import { stateLabels } from '../../../labels/common-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Height of the call volume chart on its dashboard card, in pixels. */
export const cardChartHeight = 256;

export function VolumePlaceholder({ height }: { readonly height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton className="h-12 w-full sm:h-8 sm:w-80" />
      <div className="mt-3 flex items-center justify-center rounded-sm bg-sunken/60 text-muted" style={{ height }}>
        {stateLabels.loadingChart}
      </div>
    </div>
  );
}

export function VolumeCardSkeleton() {
  return (
    <Card
      title={dashboardLabels.volumeTitle}
      subtitle={<span>&nbsp;</span>}
      actions={<span className="h-8" />}
      footer={<div className="min-h-8 sm:min-h-4" />}
    >
      <VolumePlaceholder height={cardChartHeight} />
    </Card>
  );
}
