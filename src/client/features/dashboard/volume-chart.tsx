/** The lines of the volume chart, straight from bucket to bucket: nothing is smoothed into counts that never were. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { volumeLabels } from '../../../labels/volume-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Chart, type Plot } from '../../ui/chart.tsx';
import { countTicks } from '../../ui/chart-plot.ts';
import { linePath } from '../../ui/line-path.ts';
import { seriesLooks } from '../../ui/series-looks.ts';
import { SeriesRows } from '../../ui/series-rows.tsx';
import { axisTimes, isDayView, timeTicks } from './volume-axes.ts';
import { highestPoint, type SeriesFigure } from './volume-series.ts';
import { bucketSentence, bucketTitle, tooltipRows } from './volume-texts.ts';

interface VolumeChartProps {
  /** At least one. */
  readonly buckets: readonly [VolumeBucket, ...VolumeBucket[]];
  /** Those with a line. */
  readonly series: readonly SeriesFigure[];
  /** The last bucket has not ended yet. */
  readonly isRunning: boolean;
  readonly height: number;
}

/** With few points each is marked. */
const markedPoints = 10;

interface LineProps {
  readonly series: SeriesFigure;
  readonly buckets: readonly VolumeBucket[];
  readonly plot: Plot;
  readonly isMarked: (index: number) => boolean;
}

function SeriesLine({ series: { id, field }, buckets, plot, isMarked }: LineProps) {
  const { stroke, fill, dash } = seriesLooks[id];
  const spots = buckets.map((bucket, index) => ({ key: bucket.time, x: plot.x(index), y: plot.y(bucket[field]) }));
  return (
    <g data-series={id}>
      <path
        d={linePath(spots)}
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

export function VolumeChart({ buckets, series, isRunning, height }: VolumeChartProps) {
  const format = useFormat();
  const zone = format.regional.timeZone;
  const isDay = isDayView(buckets);
  const times = axisTimes(buckets, zone);
  const last = buckets.length - 1;
  const bucketAt = (index: number) => buckets[index] ?? buckets[0];
  return (
    <Chart
      label={volumeLabels.explore}
      height={height}
      ticks={countTicks(highestPoint(buckets, series)).map((count) => ({ count, text: format.count(count) }))}
      points={buckets.length}
      places={times.length}
      labels={times.map((time) => (isDay ? format.time : format.shortDate)(new Date(time).toISOString()))}
      labelled={(width) => timeTicks({ times, isDay, zone, width })}
      sentenceOf={(index) => bucketSentence(bucketAt(index), series, format)}
      tooltipOf={(index) => ({
        title: bucketTitle(bucketAt(index), format),
        note: isRunning && index === last ? chartLabels.running : null,
        body: <SeriesRows rows={tooltipRows(bucketAt(index), series, format)} />,
      })}
    >
      {(plot) =>
        series.map((one) => (
          <SeriesLine
            key={one.id}
            series={one}
            buckets={buckets}
            plot={plot}
            isMarked={(index) => index === plot.read || times.length <= markedPoints || (isRunning && index === last)}
          />
        ))
      }
    </Chart>
  );
}
