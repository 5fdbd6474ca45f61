/**
 * The lines of the volume chart over their axes, straight from bucket to bucket: nothing is smoothed into counts that
 * never were. One tab stop that speaks as a slider, so that screen readers say each point as the arrows reach it.
 */
import { LinePath } from '@visx/shape';
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { volumeLabels } from '../../../labels/volume-es.ts';
import { useChartCursor } from '../../hooks/use-chart-cursor.ts';
import { useFormat } from '../../session/use-format.ts';
import { ChartAxes } from '../../ui/chart-axes.tsx';
import { countTicks, nearestPoint, plotArea, xOf, yOf } from '../../ui/chart-plot.ts';
import { seriesLooks } from '../../ui/series-looks.ts';
import { axisTimes, isDayView, timeTicks } from './volume-axes.ts';
import { highestPoint, type SeriesFigure } from './volume-series.ts';
import { bucketSentence } from './volume-texts.ts';
import { VolumeTooltip } from './volume-tooltip.tsx';

interface VolumeChartProps {
  readonly buckets: readonly VolumeBucket[];
  /** Those with a line. */
  readonly series: readonly SeriesFigure[];
  /** The last bucket has not ended yet. */
  readonly isRunning: boolean;
  readonly width: number;
  readonly height: number;
}

/** With few points each is marked. */
const markedPoints = 10;

interface LineProps {
  readonly series: SeriesFigure;
  readonly buckets: readonly VolumeBucket[];
  readonly xOfPoint: (index: number) => number;
  readonly yOfCount: (count: number) => number;
  readonly isMarked: (index: number) => boolean;
}

function SeriesLine({ series: { id, field }, buckets, xOfPoint, yOfCount, isMarked }: LineProps) {
  const { stroke, fill, dash } = seriesLooks[id];
  return (
    <g data-series={id}>
      <LinePath
        data={[...buckets]}
        x={(_, index) => xOfPoint(index)}
        y={(bucket) => yOfCount(bucket[field])}
        className={stroke}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={dash}
      />
      {buckets.map((bucket, index) =>
        isMarked(index) ? (
          <circle
            key={bucket.time}
            cx={xOfPoint(index)}
            cy={yOfCount(bucket[field])}
            r={3.5}
            strokeWidth={1}
            className={`stroke-surface ${fill}`}
          />
        ) : null,
      )}
    </g>
  );
}

export function VolumeChart({ buckets, series, isRunning, width, height }: VolumeChartProps) {
  const format = useFormat();
  const zone = format.regional.timeZone;
  const isDay = isDayView(buckets);
  const times = axisTimes(buckets, zone);
  const counts = countTicks(highestPoint(buckets, series));
  const highest = counts.at(-1) ?? 1;
  const area = plotArea(width, height, format.count(highest).length);
  const xOfPoint = (index: number) => xOf(index, times.length, area);
  const yOfCount = (count: number) => yOf(count, highest, area);
  const cursor = useChartCursor(buckets.length, (x) => nearestPoint(x, buckets.length, times.length, area));
  const labels = timeTicks({ times, isDay, zone, width: area.right - area.left }).map((index) => {
    const moment = new Date(times[index] ?? 0).toISOString();
    return { x: xOfPoint(index), text: isDay ? format.time(moment) : format.shortDate(moment) };
  });
  const last = buckets.length - 1;
  const current = buckets[cursor.index];
  if (!current) return null;
  const x = xOfPoint(cursor.index);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has neither points nor room for a chart
      role="slider"
      tabIndex={0}
      aria-label={volumeLabels.explore}
      aria-valuemin={1}
      aria-valuemax={buckets.length}
      aria-valuenow={cursor.index + 1}
      aria-valuetext={bucketSentence(current, series, format)}
      className="relative size-full touch-pan-y rounded-sm -outline-offset-2 select-none"
      {...cursor.handlers}
    >
      <svg aria-hidden width={width} height={height} className="block overflow-visible">
        <ChartAxes area={area} counts={counts.map((count) => ({ count, text: format.count(count) }))} labels={labels} />
        {cursor.isShown ? (
          <line
            x1={x}
            x2={x}
            y1={area.top}
            y2={area.bottom}
            className="stroke-line-strong"
            shapeRendering="crispEdges"
          />
        ) : null}
        {series.map((one) => (
          <SeriesLine
            key={one.id}
            series={one}
            buckets={buckets}
            xOfPoint={xOfPoint}
            yOfCount={yOfCount}
            isMarked={(index) =>
              (cursor.isShown && index === cursor.index) ||
              times.length <= markedPoints ||
              (isRunning && index === last)
            }
          />
        ))}
      </svg>
      {cursor.isShown ? (
        <VolumeTooltip
          bucket={current}
          series={series}
          isRunning={isRunning && cursor.index === last}
          x={x}
          width={width}
        />
      ) : null}
    </div>
  );
}
