/** Call volume chart with its legend. While loading, empty or failed, a message of the same height. */
import type { ReactNode } from 'react';
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { Campaign } from '../../../contract/campaigns.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { volumeLabels } from './volume-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useFormat } from '../../session/use-format.ts';
import { startMarks, startsText } from '../../layout/campaign-starts.ts';
import { ChartTable } from '../../ui/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import type { SeriesId } from '../../ui/series-looks.ts';
import { isDayView, bucketIndexAt } from './volume-axes.ts';
import { VolumeChart } from './volume-chart.tsx';
import { VolumeLegend } from './volume-legend.tsx';
import { countCalls, shownSeries, volumeSeries, type SeriesFigure } from './volume-series.ts';
import { VolumePlaceholder } from './volume-skeleton.tsx';
import { bucketTitle, callsText } from './volume-texts.ts';

/** State that the call volume card shares with its large dialog. */
export interface VolumeState {
  readonly buckets: readonly VolumeBucket[] | undefined;
  readonly figures: readonly SeriesFigure[];
  readonly total: number | undefined;
  /** Call volume of the same weekday one week before. Empty until loaded, and for ranges of several days. */
  readonly weekBefore: readonly VolumeBucket[];
  /** Campaigns of the chosen agent; the chart marks when they started. Empty until loaded. */
  readonly campaigns: readonly Campaign[];
  /** Error of the last read. */
  readonly error: unknown;
  /** True while new data load, and the chart still shows the period or agent that was chosen before. */
  readonly isOutdated: boolean;
  readonly onRetry: () => void;
  /** True if the time bucket at the chart's end is not over yet. */
  readonly isRunning: boolean;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly onToggle: (series: SeriesId) => void;
  readonly asTable: boolean;
}

interface VolumeViewProps {
  readonly state: VolumeState;
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
}: VolumeViewProps & { readonly buckets: readonly [VolumeBucket, ...VolumeBucket[]] }) {
  const format = useFormat();
  const series = shownSeries(figures, hidden);
  if (asTable) {
    const marks = startMarks(campaigns, (at) => bucketIndexAt(buckets, at));
    return (
      <ChartTable
        title={dashboardLabels.volumeTitle}
        height={height}
        heads={[
          isDayView(buckets) ? volumeLabels.hourColumn : volumeLabels.dayColumn,
          ...volumeSeries.map(({ id }) => chartLabels.series[id]),
          chartLabels.totalColumn,
        ]}
        rows={buckets.map((bucket, index) => ({
          key: bucket.time,
          note: startsText(marks, index),
          title: bucketTitle(bucket, format),
          cells: [
            ...volumeSeries.map(({ id, field }) => (
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
      <VolumeChart
        buckets={buckets}
        weekBefore={weekBefore}
        series={series}
        campaigns={campaigns}
        isRunning={isRunning}
        height={height}
      />
      {series.length === 0 ? (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center px-12 text-center text-muted">
          {volumeLabels.allHidden}
        </p>
      ) : null}
    </div>
  );
}

export function VolumeView({ state, height }: VolumeViewProps) {
  const { buckets, figures, total, error, isOutdated, onRetry, hidden, onToggle } = state;
  if (!buckets && error === null) return <VolumePlaceholder height={height} />;
  if (!buckets) {
    return (
      <Instead height={height}>
        <FailedState text={shownMessage(error)} onRetry={onRetry} />
      </Instead>
    );
  }
  const [first, ...rest] = buckets;
  return (
    <div className={classNames('relative', isOutdated && 'opacity-60')} aria-busy={isOutdated}>
      {error === null ? null : <StaleNotice className="absolute inset-x-0 top-0 z-20" onRetry={onRetry} />}
      {first === undefined || (total ?? countCalls(buckets)) === 0 ? (
        <Instead height={height}>
          <EmptyState picture="chart" title={volumeLabels.empty} text={volumeLabels.emptyText} />
        </Instead>
      ) : (
        <div className="flex flex-col gap-3">
          <VolumeLegend figures={figures} hidden={hidden} onToggle={onToggle} />
          <Plot buckets={[first, ...rest]} state={state} height={height} />
        </div>
      )}
    </div>
  );
}

/** Total number of calls, with each series' share if several series have calls. */
export function VolumeSummary({ state: { figures, total } }: { readonly state: VolumeState }) {
  const format = useFormat();
  const present = figures.filter(({ count }) => count > 0);
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 tabular-nums sm:min-h-4">
      {total === undefined ? null : (
        <span className="font-medium text-ink">{volumeLabels.total(callsText(total, format))}</span>
      )}
      {present.length > 1 ? (
        <span className="flex flex-wrap gap-x-3">
          {present.map(({ id, percentage }) => (
            <span key={id}>{volumeLabels.share(chartLabels.series[id], format.percent(percentage))}</span>
          ))}
        </span>
      ) : null}
    </div>
  );
}
