/** A line and a figure for each count of the vertical axis, and the labels below a chart. */
import { yOf, type PlotArea } from './chart-plot.ts';

interface ChartAxesProps {
  readonly area: PlotArea;
  /** From 0 to the highest. */
  readonly counts: readonly { readonly count: number; readonly text: string }[];
  readonly labels: readonly { readonly x: number; readonly text: string }[];
}

export function ChartAxes({ area, counts, labels }: ChartAxesProps) {
  const highest = counts.at(-1)?.count ?? 1;
  return (
    <g className="fill-muted text-xs tabular-nums">
      {counts.map(({ count, text }) => {
        const y = yOf(count, highest, area);
        return (
          <g key={count}>
            <line
              x1={area.left}
              x2={area.right}
              y1={y}
              y2={y}
              className={count === 0 ? 'stroke-line-strong' : 'stroke-line'}
              shapeRendering="crispEdges"
            />
            <text x={area.left - 8} y={y} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        );
      })}
      {labels.map(({ x, text }) => (
        <text key={x} x={x} y={area.height - 8} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
