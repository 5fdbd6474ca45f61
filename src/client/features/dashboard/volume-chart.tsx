/**
 * Lines of the call volume chart. They are straight, because smooth curves would show values between the points that no
 * hour or day had.
 */
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import type { Campaign } from '../../../contract/campaigns.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { dashboardVolumeLabels } from './volume-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { buildCampaignStartMarks, describeCampaignStartsAtChartIndex } from '../../layout/campaign-starts.ts';
import { TimeSeriesChart, type ChartPlot } from '../../ui/chart.tsx';
import { computeCountTicks } from '../../ui/chart-plot.ts';
import { buildLinePath } from '../../ui/line-path.ts';
import { callDirectionSeriesLooks } from '../../ui/series-looks.ts';
import { SeriesTooltipRows, CampaignStartsTooltipRow } from '../../ui/series-rows.tsx';
import {
  computeVolumeAxisTimes,
  trimDayToBusyBuckets,
  areBucketsOfSingleDay,
  findVolumeBucketIndexAtTime,
  chooseTimeAxisTickIndices,
} from './volume-axes.ts';
import {
  findHighestSeriesCallCount,
  sumVolumeSeriesAtSameClockTime,
  type CallVolumeSeriesTotal,
} from './volume-series.ts';
import {
  describeVolumeBucket,
  formatVolumeBucketTitle,
  formatNumberOfCalls,
  buildVolumeTooltipRows,
} from './volume-texts.ts';

interface VolumeChartProps {
  /** The buckets, at least one. */
  readonly buckets: readonly [CallVolumeBucket, ...CallVolumeBucket[]];
  /** Call volume of the same weekday one week before; empty if that day had no calls. */
  readonly weekBefore: readonly CallVolumeBucket[];
  /** The series that are drawn as lines. */
  readonly series: readonly CallVolumeSeriesTotal[];
  /** Campaigns of the chosen agent. */
  readonly campaigns: readonly Campaign[];
  /** True if the time bucket at the chart's end is not over yet. */
  readonly isRunning: boolean;
  readonly height: number;
}

/** Maximum number of points for which a line of the chart shows a dot at every point. */
const markedPoints = 10;

interface LineProps {
  readonly series: CallVolumeSeriesTotal;
  readonly buckets: readonly CallVolumeBucket[];
  readonly plot: ChartPlot;
  readonly isMarked: (index: number) => boolean;
}

function SeriesLine({ series: { id, field }, buckets, plot, isMarked }: LineProps) {
  const { stroke, fill, dash } = callDirectionSeriesLooks[id];
  const spots = buckets.map((bucket, index) => ({ key: bucket.time, x: plot.x(index), y: plot.y(bucket[field]) }));
  return (
    <g data-series={id}>
      <path
        d={buildLinePath(spots)}
        className={`fill-none ${stroke}`}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={dash}
      />
      {spots.map(({ key, x, y }, index) =>
        isMarked(index) ? (
          <circle key={key} cx={x} cy={y} r={3.5} strokeWidth={1} className={`stroke-surface ${fill}`} />
        ) : null,
      )}
    </g>
  );
}

/**
 * Muted chart line for the same weekday of the previous week. It is labelled at its peak if there is no room at its
 * end.
 */
function WeekBefore({ counts, plot }: { readonly counts: readonly number[]; readonly plot: ChartPlot }) {
  if (counts.length === 0) return null;
  const spots = counts.map((count, index) => ({ x: plot.x(index), y: plot.y(count) }));
  const highest = plot.y(Math.max(...counts));
  const at = spots.find(({ y }) => y === highest)?.x ?? 0;
  return (
    <g data-series="before">
      <path
        d={buildLinePath(spots)}
        className="fill-none stroke-line-strong"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {plot.isNamed ? null : (
        <text
          x={Math.min(Math.max(at, plot.area.left + 36), plot.area.right - 36)}
          y={Math.max(plot.area.top + 8, highest - 6)}
          textAnchor="middle"
          strokeWidth={4}
          style={{ paintOrder: 'stroke' }}
          className="fill-muted stroke-surface text-xs"
        >
          {dashboardVolumeLabels.weekBefore}
        </text>
      )}
    </g>
  );
}

export function DashboardVolumeChart({
  buckets: all,
  weekBefore,
  series,
  campaigns,
  isRunning,
  height,
}: VolumeChartProps) {
  const format = useRegionalFormat();
  const zone = format.regional.timeZone;
  const isDay = areBucketsOfSingleDay(all);
  const allBefore = sumVolumeSeriesAtSameClockTime(all, weekBefore, series, zone);
  const buckets = trimDayToBusyBuckets(all, allBefore, isRunning);
  const before = allBefore.slice(all.indexOf(buckets[0])).slice(0, buckets.length);
  const times = computeVolumeAxisTimes(buckets, zone);
  const last = buckets.length - 1;
  const bucketAt = (index: number) => buckets[index] ?? buckets[0];
  const marks = buildCampaignStartMarks(campaigns, (at) => findVolumeBucketIndexAtTime(buckets, at));
  return (
    <TimeSeriesChart
      label={dashboardVolumeLabels.explore}
      height={height}
      ticks={computeCountTicks(Math.max(findHighestSeriesCallCount(buckets, series), ...before)).map((count) => ({
        count,
        text: format.count(count),
      }))}
      points={buckets.length}
      places={times.length}
      labels={times.map((time) => (isDay ? format.time : format.shortDate)(new Date(time).toISOString()))}
      labelled={(width) => chooseTimeAxisTickIndices({ times, isDay, zone, width })}
      ends={[
        ...series.map(({ id, field }) => ({
          key: id,
          text: chartLabels.series[id],
          count: bucketAt(last)[field],
          className: callDirectionSeriesLooks[id].fill,
        })),
        ...before
          .slice(-1)
          .map((count) => ({ key: 'before', text: dashboardVolumeLabels.weekBefore, count, className: 'fill-muted' })),
      ]}
      marks={marks}
      sentenceOf={(index) =>
        [describeVolumeBucket(bucketAt(index), series, format), describeCampaignStartsAtChartIndex(marks, index)]
          .filter(Boolean)
          .join('. ')
      }
      tooltipOf={(index) => ({
        title: formatVolumeBucketTitle(bucketAt(index), format),
        note: isRunning && index === last ? chartLabels.running : null,
        body: (
          <>
            <SeriesTooltipRows rows={buildVolumeTooltipRows(bucketAt(index), series, format)} />
            <CampaignStartsTooltipRow text={describeCampaignStartsAtChartIndex(marks, index)} />
            {before.length === 0 ? null : (
              <p className="mt-1 flex justify-between gap-2 border-t border-line pt-1 text-muted tabular-nums">
                <span>{dashboardVolumeLabels.weekBefore}</span>
                {formatNumberOfCalls(before[index] ?? 0, format)}
              </p>
            )}
          </>
        ),
      })}
    >
      {(plot) => (
        <>
          <WeekBefore counts={before} plot={plot} />
          {series.map((one) => (
            <SeriesLine
              key={one.id}
              series={one}
              buckets={buckets}
              plot={plot}
              isMarked={(index) => index === plot.read || times.length <= markedPoints || (isRunning && index === last)}
            />
          ))}
        </>
      )}
    </TimeSeriesChart>
  );
}
