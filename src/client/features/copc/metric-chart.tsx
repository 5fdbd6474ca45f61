/** Chart of a quality metric over time: a line with gaps where data are missing, and the dashed target line. */
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { TimeSeriesChart } from '../../ui/chart.tsx';
import { computeDurationTicks, computeCountTicks } from '../../ui/chart-plot.ts';
import { ChartLineWithPoints } from '../../ui/line-marks.tsx';
import { formatCopcMetricValue, type CopcMetricDisplay } from './metric-figures.ts';
import { describeMetricChartPoint, type MetricChartPoint } from './metric-points.ts';

/** Height in pixels. */
const chartHeight = 260;

interface MetricChartProps {
  readonly view: CopcMetricDisplay;
  readonly points: readonly MetricChartPoint[];
  /** Number of positions on the chart's time axis: the points so far, and the day's remaining hours. */
  readonly places: number;
}

function PointFigure({ view, point }: { readonly view: CopcMetricDisplay; readonly point: MetricChartPoint }) {
  const format = useRegionalFormat();
  if (point.value === null) return <p className="mt-1 text-muted">{labels.noValue}</p>;
  return (
    <p className="mt-1 flex justify-between gap-2 tabular-nums">
      <span className="font-medium">{formatCopcMetricValue(view.metric, point.value, format)}</span>
      <span className="text-muted">{copcLabels.over(format.count(point.n))}</span>
    </p>
  );
}

export function CopcMetricChart({ view, points, places }: MetricChartProps) {
  const format = useRegionalFormat();
  const [first] = points;
  if (!first) return null;
  const axisText = (value: number) => formatCopcMetricValue(view.metric, value, format).replace(/[,.]0(?=%| s)/u, '');
  const ticks = (view.metric === 'aht' ? computeDurationTicks : computeCountTicks)(
    Math.max(view.target, ...points.map(({ value }) => value ?? 0)),
  );
  const pointAt = (index: number) => points[index] ?? first;
  return (
    <TimeSeriesChart
      label={labels.chart(view.name)}
      height={chartHeight}
      ticks={ticks.map((count) => ({ count, text: axisText(count) }))}
      points={points.length}
      places={places}
      labels={points.map(({ label }) => label)}
      ends={[
        { key: 'target', text: labels.targetLine(axisText(view.target)), count: view.target, className: 'fill-ink' },
      ]}
      sentenceOf={(index) => describeMetricChartPoint(view.metric, pointAt(index), format)}
      tooltipOf={(index) => ({
        title: pointAt(index).title,
        note: pointAt(index).isProvisional ? copcLabels.provisional : null,
        body: <PointFigure view={view} point={pointAt(index)} />,
      })}
    >
      {({ area, x, y, read }) => {
        const spots = points.map(({ value }, index) => (value === null ? null : { x: x(index), y: y(value) }));
        return (
          <>
            <line
              x1={area.left}
              x2={area.right}
              y1={y(view.target)}
              y2={y(view.target)}
              className="stroke-ink"
              strokeWidth={1.5}
              strokeDasharray="6 4"
            />
            <ChartLineWithPoints
              spots={spots}
              counts={points.map(({ n }) => n)}
              read={read}
              few={(count) => labels.few(format.count(count))}
            />
          </>
        );
      }}
    </TimeSeriesChart>
  );
}
