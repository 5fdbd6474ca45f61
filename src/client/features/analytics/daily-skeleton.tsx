/**
 * Loading placeholder of the call volume chart, as high as the chart. Also declares the props of chart and placeholder.
 */
import type { Analytics } from '../../../contract/analytics.ts';
import { loadingAndErrorStateLabels } from '../../../labels/common-es.ts';
import { SectionCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsDateRange, FigureCallsLinkBuilder } from './analytics-filters.ts';

export interface AnalyticsCallVolumeProps {
  readonly analytics: Analytics;
  readonly range: AnalyticsDateRange;
  readonly agentId: string | null;
  readonly linkOf: FigureCallsLinkBuilder;
}

/** Height of the volume chart, in pixels. */
export const callVolumeChartHeight = 256;

export function AnalyticsCallVolumeSkeleton({ title }: { readonly title: string }) {
  return (
    <SectionCard title={title} actions={<span className="h-8" />}>
      <div aria-busy="true">
        <Skeleton className="h-8 w-full sm:w-96" />
        <div
          className="mt-3 flex items-center justify-center rounded-sm bg-sunken/60 text-muted"
          style={{ height: callVolumeChartHeight }}
        >
          {loadingAndErrorStateLabels.loadingChart}
        </div>
      </div>
    </SectionCard>
  );
}
