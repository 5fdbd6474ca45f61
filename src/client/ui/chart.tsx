/**
 * Frame of every chart over time: axes, the point being read by pointer or arrow keys, and its tooltip. It has the role
 * of a slider, so that screen readers announce each point.
 */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useChartPointCursor } from '../hooks/use-chart-cursor.ts';
import { screenPaths } from '../paths.ts';
import { MeasuredChartBox } from './chart-box.tsx';
import {
  computeChartLineLabelsWidth,
  placeChartMarks,
  spreadLabelsVertically,
  type ChartEventMark,
  type ChartLineEndLabel,
} from './chart-labels.ts';
import {
  findNearestChartPointIndex,
  computeChartPlotArea,
  computeTooltipLeft,
  chartTooltipWidth,
  computeChartPointX,
  computeChartValueY,
  type ChartPlotArea,
} from './chart-plot.ts';

/** Geometry for drawing a chart; in pixels. */
export interface ChartPlot {
  readonly area: ChartPlotArea;
  /** Distance from one place to the next. */
  readonly step: number;
  /** Horizontal middle of a place. */
  readonly x: (index: number) => number;
  readonly y: (count: number) => number;
  /** Index of the chart point that pointer or keyboard selected; null if none is. */
  readonly read: number | null;
  readonly isNamed: boolean;
}

interface ChartProps {
  /** The chart's name for screen readers. */
  readonly label: string;
  /** Height in pixels. */
  readonly height: number;
  /** Ticks of the vertical axis, from 0 upwards. */
  readonly ticks: readonly { readonly count: number; readonly text: string }[];
  /** Number of points, at least one. */
  readonly points: number;
  /** Number of positions on the time axis: the points so far, and the day's remaining hours. */
  readonly places: number;
  readonly asBars?: boolean;
  readonly labels: readonly string[];
  /** Returns the indices of the time axis labels that fit a chart width; by default as many as possible. */
  readonly labelled?: (width: number) => readonly number[];
  readonly sentenceOf: (index: number) => string;
  readonly tooltipOf: (index: number) => {
    readonly title: string;
    readonly note: string | null;
    readonly body: ReactNode;
  };
  readonly ends?: readonly ChartLineEndLabel[];
  readonly marks?: readonly ChartEventMark[];
  readonly children: (plot: ChartPlot) => ReactNode;
}

const labelPx = 52;
/** Height of the row of marks. */
const marksPx = 24;
const none: readonly never[] = [];

export function TimeSeriesChart(props: ChartProps) {
  return <MeasuredChartBox height={props.height}>{(width) => <Frame {...props} width={width} />}</MeasuredChartBox>;
}

function Frame({
  label,
  height,
  width,
  ticks,
  points,
  places,
  asBars = false,
  labels,
  labelled,
  sentenceOf,
  tooltipOf,
  ends = none,
  marks = none,
  children,
}: ChartProps & { readonly width: number }) {
  const highest = ticks.at(-1)?.count ?? 1;
  const named = computeChartLineLabelsWidth(ends, width, height);
  const area = computeChartPlotArea(
    width,
    height,
    Math.max(...ticks.map(({ text }) => text.length)),
    named || undefined,
    marks.length > 0 ? marksPx + 8 : undefined,
  );
  const room = Math.max(1, area.right - area.left);
  const step = room / (asBars ? places : Math.max(1, places - 1));
  const middles = asBars ? { ...area, left: area.left + step / 2, right: area.right - step / 2 } : area;
  const x = (index: number) => computeChartPointX(index, places, middles);
  const y = (count: number) => computeChartValueY(count, highest, area);
  const cursor = useChartPointCursor(points, (at) => findNearestChartPointIndex(at, points, places, middles));
  const read = cursor.isShown ? cursor.index : null;
  const placed = placeChartMarks(marks, x, width);
  const endX = x(points - 1) + (asBars ? step / 2 : 8);
  const endYs = spreadLabelsVertically(
    ends.map(({ count }) => y(count)),
    area.top,
    area.bottom,
  );
  const every = Math.ceil((labelPx * places) / room);
  const written = labelled?.(room) ?? labels.flatMap((_, index) => (index % every === 0 ? [index] : []));
  const slider = (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has neither points nor room for a chart
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={points}
      aria-valuenow={cursor.index + 1}
      aria-valuetext={sentenceOf(cursor.index)}
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
        <g className="fill-muted text-xs tabular-nums">
          {ticks.map(({ count, text }) => (
            <g key={count}>
              <line
                x1={area.left}
                x2={area.right}
                y1={y(count)}
                y2={y(count)}
                className={count === 0 ? 'stroke-line-strong' : 'stroke-line'}
                shapeRendering="crispEdges"
              />
              <text x={area.left - 8} y={y(count)} dy="0.32em" textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {written.map((index) => (
            <text key={index} x={x(index)} y={height - 8} textAnchor="middle">
              {labels[index]}
            </text>
          ))}
        </g>
        {read === null ? null : (
          <rect
            x={x(read) - (asBars ? step / 2 : 0.5)}
            y={area.top}
            width={asBars ? step : 1}
            height={area.bottom - area.top}
            className={asBars ? 'fill-sunken' : 'fill-line-strong'}
            shapeRendering="crispEdges"
          />
        )}
        {placed.map(({ marks: [{ key }], x: at }) => (
          <line
            key={key}
            x1={at}
            x2={at}
            y1={marksPx}
            y2={area.bottom}
            strokeDasharray="2 4"
            className="stroke-line-strong"
            shapeRendering="crispEdges"
          />
        ))}
        {children({ area, step, x, y, read, isNamed: named > 0 })}
        {named === 0
          ? null
          : ends.map(({ key, text, className }, index) => (
              <text key={key} x={endX} y={endYs[index]} dy="0.32em" className={`text-xs font-medium ${className}`}>
                {text}
              </text>
            ))}
      </svg>
      {read === null ? null : <ChartTooltip {...tooltipOf(read)} left={computeTooltipLeft(x(read), width)} />}
    </div>
  );
  if (placed.length === 0) return slider;
  return (
    <>
      {slider}
      <ul className="pointer-events-none absolute inset-x-0 top-0">
        {placed.map(({ marks: [first, ...rest], text, left, width: room }) => (
          <li key={first.key} className="absolute" style={{ left, width: room }}>
            <Link
              href={rest.length === 0 ? first.href : screenPaths.campaigns()}
              title={[first, ...rest].map(({ said }) => said).join('\n')}
              className="pointer-events-auto flex h-6 items-center overflow-hidden rounded-sm px-1.5 text-xs whitespace-nowrap text-muted hover:text-accent-text hover:underline"
            >
              <span className="sr-only">{[first, ...rest].map(({ said }) => said).join(', ')}</span>
              <span aria-hidden>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChartTooltip({ title, note, body, left }: ReturnType<ChartProps['tooltipOf']> & { readonly left: number }) {
  return (
    <div
      role="tooltip"
      className="pointer-events-none absolute top-2 z-10 rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-pop print:hidden"
      style={{ left, width: chartTooltipWidth }}
    >
      <p className="flex justify-between gap-2 font-semibold tabular-nums">
        <span>{title}</span>
        {note === null ? null : <span className="font-normal text-muted">{note}</span>}
      </p>
      {body}
    </div>
  );
}
