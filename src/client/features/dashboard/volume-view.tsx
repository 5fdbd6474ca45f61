/**
 * Call volume chart with its legend. While loading, after a failure or without calls, a message of the same height is
 * shown instead.
 */
import type { ReactNode } from 'react';
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import type { Campaign } from '../../../contract/campaigns.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { dashboardVolumeLabels } from './volume-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { buildCampaignStartMarks, describeCampaignStartsAtChartIndex } from '../../layout/campaign-starts.ts';
import { ChartTable } from '../../ui/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import type { CallDirectionSeriesId } from '../../ui/series-looks.ts';
import { areBucketsOfSingleDay, findVolumeBucketIndexAtTime } from './volume-axes.ts';
import { DashboardVolumeChart } from './volume-chart.tsx';
import { CallVolumeLegend } from './volume-legend.tsx';
import {
  countCallsInBuckets,
  filterVisibleVolumeSeries,
  dashboardVolumeSeries,
  type CallVolumeSeriesTotal,
} from './volume-series.ts';
import { CallVolumeChartSkeleton } from './volume-skeleton.tsx';
import { formatVolumeBucketTitle, formatNumberOfCalls } from './volume-texts.ts';

/** State that the call volume card shares with its large dialog. */
export interface CallVolumeCardData {
  readonly buckets: readonly CallVolumeBucket[] | undefined;
  readonly figures: readonly CallVolumeSeriesTotal[];
  readonly total: number | undefined;
  /** Call volume of the same weekday one week before. Empty until loaded, and for ranges of several days. */
  readonly weekBefore: readonly CallVolumeBucket[];
  /** Campaigns of the chosen agent; the chart marks when they started. Empty until loaded. */
  readonly campaigns: readonly Campaign[];
  /** Error of the last read. */
  readonly error: unknown;
  /** True while new data load, and the chart still shows the period or agent that was chosen before. */
  readonly isOutdated: boolean;
  readonly onRetry: () => void;
  /** True if the time bucket at the chart's end is not over yet. */
  readonly isRunning: boolean;
  readonly hidden: ReadonlySet<CallDirectionSeriesId>;
  readonly onToggle: (series: CallDirectionSeriesId) => void;
  readonly asTable: boolean;
}

interface VolumeViewProps {
  readonly state: CallVolumeCardData;
  /** Height of the chart, in pixels. */
  readonly height: number;
}

/** Frame for a loading, empty or failed message, as high as the chart with its legend. */
function Instead({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <div className="py-7.5 sm:py-5.5">
      <div className="flex flex-col justify-center" style={{ height }}>
        {children}
      </div>
    </div>
  );
}

function Plot({
  buckets,
  state: { figures, weekBefore, campaigns, hidden, isRunning, asTable },
  height,
}: VolumeViewProps & { readonly buckets: readonly [CallVolumeBucket, ...CallVolumeBucket[]] }) {
  const format = useRegionalFormat();
  const series = filterVisibleVolumeSeries(figures, hidden);
  if (asTable) {
    const marks = buildCampaignStartMarks(campaigns, (at) => findVolumeBucketIndexAtTime(buckets, at));
    return (
      <ChartTable
        title={dashboardLabels.volumeTitle}
        height={height}
        heads={[
          areBucketsOfSingleDay(buckets) ? dashboardVolumeLabels.hourColumn : dashboardVolumeLabels.dayColumn,
          ...dashboardVolumeSeries.map(({ id }) => chartLabels.series[id]),
          chartLabels.totalColumn,
        ]}
        rows={buckets.map((bucket, index) => ({
          key: bucket.time,
          note: describeCampaignStartsAtChartIndex(marks, index),
          title: formatVolumeBucketTitle(bucket, format),
          cells: [
            ...dashboardVolumeSeries.map(({ id, field }) => (
              <span key={id} className={bucket[field] === 0 ? 'text-muted' : undefined}>
                {format.count(bucket[field])}
              </span>
            )),
            format.count(bucket.totalCalls),
          ],
        }))}
      />
    );
  }
  return (
    <div className="relative">
      <DashboardVolumeChart
        buckets={buckets}
        weekBefore={weekBefore}
        series={series}
        campaigns={campaigns}
        isRunning={isRunning}
        height={height}
      />
      {series.length === 0 ? (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center px-12 text-center text-muted">
          {dashboardVolumeLabels.allHidden}
        </p>
      ) : null}
    </div>
  );
}

export function CallVolumeView({ state, height }: VolumeViewProps) {
  const { buckets, figures, total, error, isOutdated, onRetry, hidden, onToggle } = state;
  if (!buckets && error === null) return <CallVolumeChartSkeleton height={height} />;
  if (!buckets) {
    return (
      <Instead height={height}>
        <FailedReadState text={getRequestErrorText(error)} onRetry={onRetry} />
      </Instead>
    );
  }
  const [first, ...rest] = buckets;
  return (
    <div className={classNames('relative', isOutdated && 'opacity-60')} aria-busy={isOutdated}>
      {error === null ? null : <StaleNotice className="absolute inset-x-0 top-0 z-20" onRetry={onRetry} />}
      {first === undefined || (total ?? countCallsInBuckets(buckets)) === 0 ? (
        <Instead height={height}>
          <EmptyState picture="chart" title={dashboardVolumeLabels.empty} text={dashboardVolumeLabels.emptyText} />
        </Instead>
      ) : (
        <div className="flex flex-col gap-3">
          <CallVolumeLegend figures={figures} hidden={hidden} onToggle={onToggle} />
          <Plot buckets={[first, ...rest]} state={state} height={height} />
        </div>
      )}
    </div>
  );
}

/** Total number of calls in the chart. If several series have calls, also each series' share of the total. */
export function CallVolumeSummary({ state: { figures, total } }: { readonly state: CallVolumeCardData }) {
  const format = useRegionalFormat();
  const present = figures.filter(({ count }) => count > 0);
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 tabular-nums sm:min-h-4">
      {total === undefined ? null : (
        <span className="font-medium text-ink">{dashboardVolumeLabels.total(formatNumberOfCalls(total, format))}</span>
      )}
      {present.length > 1 ? (
        <span className="flex flex-wrap gap-x-3">
          {present.map(({ id, percentage }) => (
            <span key={id}>{dashboardVolumeLabels.share(chartLabels.series[id], format.percent(percentage))}</span>
          ))}
        </span>
      ) : null}
    </div>
  );
}
