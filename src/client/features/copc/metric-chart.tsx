/** A metric over the range as a line with gaps, its target dashed across. One tab stop that speaks as a slider. */
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { useChartCursor } from '../../hooks/use-chart-cursor.ts';
import { useFormat } from '../../session/use-format.ts';
import { ChartAxes } from '../../ui/chart-axes.tsx';
import {
  clockTicks,
  countTicks,
  nearestPoint,
  plotArea,
  tooltipLeft,
  tooltipWidth,
  xOf,
  yOf,
} from '../../ui/chart-plot.ts';
import { writeValue, type MetricView } from './metric-figures.ts';
import { linePath, pointSentence, type Point } from './metric-points.ts';

const labelPx = 52;

interface MetricChartProps {
  readonly view: MetricView;
  readonly points: readonly Point[];
  /** Of the axis: the points, and the rest of a day that is not over. */
  readonly places: number;
  readonly width: number;
  readonly height: number;
}

function PointTooltip({
  view,
  point,
  x,
  width,
}: {
  readonly view: MetricView;
  readonly point: Point;
  readonly x: number;
  readonly width: number;
}) {
  const format = useFormat();
  return (
    <div
      role="tooltip"
      className="pointer-events-none absolute top-2 z-10 rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-pop print:hidden"
      style={{ left: tooltipLeft(x, width), width: tooltipWidth }}
    >
      <p className="flex justify-between gap-2 font-semibold tabular-nums">
        {point.title}
        {point.isProvisional ? <span className="font-normal text-muted">{copcLabels.provisional}</span> : null}
      </p>
      {point.value === null ? (
        <p className="mt-1 text-muted">{labels.noValue}</p>
      ) : (
        <p className="mt-1 flex justify-between gap-2 tabular-nums">
          <span className="font-medium">{writeValue(view.metric, point.value, format)}</span>
          <span className="text-muted">{copcLabels.over(format.count(point.n))}</span>
        </p>
      )}
    </div>
  );
}

export function MetricChart({ view, points, places, width, height }: MetricChartProps) {
  const format = useFormat();
  const axisText = (value: number) => writeValue(view.metric, value, format).replace(/[,.]0(?=%| s)/u, '');
  const ticks = (view.metric === 'aht' ? clockTicks : countTicks)(
    Math.max(view.target, ...points.map(({ value }) => value ?? 0)),
  );
  const highest = ticks.at(-1) ?? 1;
  const area = plotArea(width, height, Math.max(...ticks.map((tick) => axisText(tick).length)));
  const cursor = useChartCursor(points.length, (x) => nearestPoint(x, points.length, places, area));
  const current = points[cursor.index];
  if (!current) return null;
  const every = Math.max(1, Math.ceil((labelPx * places) / Math.max(1, area.right - area.left)));
  const spots = points.map(({ value }, index) =>
    value === null ? null : { x: xOf(index, places, area), y: yOf(value, highest, area) },
  );
  const x = xOf(cursor.index, places, area);
  const spot = spots[cursor.index];
  const targetY = yOf(view.target, highest, area);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has neither points nor room for a chart
      role="slider"
      tabIndex={0}
      aria-label={labels.chart(view.name)}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={cursor.index + 1}
      aria-valuetext={pointSentence(view.metric, current, format)}
      className="relative size-full touch-pan-y rounded-sm -outline-offset-2 select-none"
      {...cursor.handlers}
    >
      <svg
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block overflow-visible"
      >
        <ChartAxes
          area={area}
          counts={ticks.map((count) => ({ count, text: axisText(count) }))}
          labels={points.flatMap(({ label }, index) =>
            index % every === 0 ? [{ x: xOf(index, places, area), text: label }] : [],
          )}
        />
        <line
          x1={area.left}
          x2={area.right}
          y1={targetY}
          y2={targetY}
          className="stroke-ink"
          strokeWidth={1.5}
          strokeDasharray="6 4"
        />
        <path
          d={linePath(spots)}
          className="fill-transparent stroke-accent"
          strokeWidth={2.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {points.length <= 31
          ? spots.map((each) =>
              each === null ? null : <circle key={each.x} cx={each.x} cy={each.y} r={3} className="fill-accent" />,
            )
          : null}
        {cursor.isShown ? <line x1={x} x2={x} y1={area.top} y2={area.bottom} className="stroke-line-strong" /> : null}
        {cursor.isShown && spot ? (
          <circle cx={spot.x} cy={spot.y} r={5} className="fill-surface stroke-accent" strokeWidth={2.5} />
        ) : null}
      </svg>
      {cursor.isShown ? <PointTooltip view={view} point={current} x={x} width={width} /> : null}
    </div>
  );
}
