/** Stacked bars over their axes: calls by day (or hour) and direction. One tab stop that speaks as a slider. */
import { dailyLabels as labels } from '../../../labels/analytics-es.ts';
import { useChartCursor } from '../../hooks/use-chart-cursor.ts';
import { useFormat } from '../../session/use-format.ts';
import { ChartAxes } from '../../ui/chart-axes.tsx';
import { countTicks, plotArea, tooltipLeft, tooltipWidth, yOf, type PlotArea } from '../../ui/chart-plot.ts';
import { classNames } from '../../ui/class-names.ts';
import { seriesLooks } from '../../ui/series-looks.ts';
import { barSentence, barSeries, partsOf, type Bar } from './daily-bars.ts';

interface DailyChartProps {
  readonly bars: readonly Bar[];
  /** Of the axis: the bars, and the rest of a day that is not over. */
  readonly places: number;
  /** The last bar has not ended yet. */
  readonly isRunning: boolean;
  readonly width: number;
  readonly height: number;
}

const labelPx = 52;
const widestBar = 44;

interface StackProps {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly area: PlotArea;
  /** Of the axis. */
  readonly highest: number;
  readonly isCurrent: boolean;
}

function Stack({ bar, x, width, area, highest, isCurrent }: StackProps) {
  return (
    <g data-bar={bar.key}>
      {isCurrent ? (
        <rect x={x - 2} y={area.top} width={width + 4} height={area.bottom - area.top} className="fill-sunken" rx={3} />
      ) : null}
      {partsOf(bar).map(({ id, from, to }) => {
        const [top, bottom] = [yOf(to, highest, area), yOf(from, highest, area)];
        // A pixel of ground between two parts, so that they are told apart without their colours.
        return (
          <rect
            key={id}
            x={x}
            y={top}
            width={width}
            height={Math.max(1, bottom - top - (from > 0 ? 1 : 0))}
            className={seriesLooks[id].fill}
          />
        );
      })}
    </g>
  );
}

function BarTooltip({
  bar,
  isRunning,
  x,
  width,
}: {
  readonly bar: Bar;
  readonly isRunning: boolean;
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
        <span>{bar.title}</span>
        {isRunning ? <span className="font-normal text-muted">{labels.running}</span> : null}
      </p>
      {bar.total === 0 ? <p className="mt-1 text-muted">{labels.noCalls}</p> : null}
      {barSeries.map(({ id }) => {
        if (bar[id] === 0) return null;
        const { Icon, text } = seriesLooks[id];
        return (
          <p key={id} className="mt-1 flex items-center gap-1.5">
            <Icon aria-hidden className={classNames('size-3 shrink-0', text)} />
            <span className="flex-1 text-muted">{labels.series[id]}</span>
            <span className="font-medium tabular-nums">{format.count(bar[id])}</span>
          </p>
        );
      })}
    </div>
  );
}

export function DailyChart({ bars, places, isRunning, width, height }: DailyChartProps) {
  const format = useFormat();
  const counts = countTicks(Math.max(...bars.map(({ total }) => total)));
  const highest = counts.at(-1) ?? 1;
  const area = plotArea(width, height, format.count(highest).length);
  const step = (area.right - area.left) / places;
  const barWidth = Math.max(1, Math.min(widestBar, step * 0.72));
  const middleOf = (index: number) => area.left + (index + 0.5) * step;
  const cursor = useChartCursor(bars.length, (x) =>
    Math.min(Math.max(Math.floor((x - area.left) / step), 0), bars.length - 1),
  );
  const every = Math.ceil(labelPx / step);
  const texts = bars.flatMap(({ label }, index) => (index % every === 0 ? [{ x: middleOf(index), text: label }] : []));
  const current = bars[cursor.index];
  if (!current) return null;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has neither points nor room for a chart
      role="slider"
      tabIndex={0}
      aria-label={labels.explore}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={cursor.index + 1}
      aria-valuetext={barSentence(current, format)}
      className="relative size-full touch-pan-y rounded-sm -outline-offset-2 select-none"
      {...cursor.handlers}
    >
      <svg
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block overflow-visible print:h-auto print:max-h-full print:w-full"
      >
        <ChartAxes area={area} counts={counts.map((count) => ({ count, text: format.count(count) }))} labels={texts} />
        {bars.map((bar, index) => (
          <Stack
            key={bar.key}
            bar={bar}
            x={middleOf(index) - barWidth / 2}
            width={barWidth}
            area={area}
            highest={highest}
            isCurrent={cursor.isShown && index === cursor.index}
          />
        ))}
      </svg>
      {cursor.isShown ? (
        <BarTooltip
          bar={current}
          isRunning={isRunning && cursor.index === bars.length - 1}
          x={middleOf(cursor.index)}
          width={width}
        />
      ) : null}
    </div>
  );
}
