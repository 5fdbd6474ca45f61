/** Loading placeholder of the call volume chart, as high as the chart, and the props that both share. */
import type { Analytics } from '../../../contract/analytics.ts';
import { stateLabels } from '../../../labels/common-es.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsRange, CallsLink } from './analytics-filters.ts';

export interface DailyProps {
  readonly analytics: Analytics;
  readonly range: AnalyticsRange;
  readonly agentId: string | null;
  readonly linkOf: CallsLink;
}

/** Height of the volume chart, in pixels. */
export const dailyHeight = 256;

export function DailySkeleton({ title }: { readonly title: string }) {
  return (
    <Card title={title} actions={<span className="h-8" />}>
      <div aria-busy="true">
        <Skeleton className="h-8 w-full sm:w-96" />
        <div
          className="mt-3 flex items-center justify-center rounded-sm bg-sunken/60 text-muted"
          style={{ height: dailyHeight }}
        >
          {stateLabels.loadingChart}
        </div>
      </div>
    </Card>
  );
}
