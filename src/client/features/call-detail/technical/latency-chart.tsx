/** Histogram of a call's latencies, with the agent's usual latency marked, in a separate chunk. */
import { callLatencyTabLabels as labels } from '../call-detail-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { MeasuredChartBox } from '../../../ui/chart-box.tsx';
import {
  latencyBinCount,
  countLatenciesByBin,
  getLatencyBinLowerEdge,
  computeLatencyAxisPosition,
  computeShownLatencyBinRange,
  listLatencyAxisTicks,
} from './latency-bins.ts';

/** Height in pixels. */
export const latencyChartHeightPx = 88;
const axisHeight = 20;
const gap = 2;

interface LatencyChartProps {
  readonly name: string;
  readonly values: readonly number[];
  readonly usual: { readonly p50: number; readonly p90: number } | null;
}

function Mark({ x, dashes, className }: { readonly x: number; readonly dashes: string; readonly className: string }) {
  const line = { x1: x, x2: x, y1: 0, y2: latencyChartHeightPx - axisHeight };
  return (
    <>
      {/* Outline the line of the agent's usual latency, so that it stays visible in front of the chart's bars. */}
      <line {...line} strokeWidth={3.5} className="stroke-surface" />
      <line {...line} strokeWidth={1.5} strokeDasharray={dashes} className={className} />
    </>
  );
}

export default function LatencyChart({ name, values, usual }: LatencyChartProps) {
  const format = useRegionalFormat();
  const counts = countLatenciesByBin(values);
  const range = computeShownLatencyBinRange([...values, ...(usual ? [usual.p50, usual.p90] : [])]);
  const most = Math.max(1, ...counts);
  const floor = latencyChartHeightPx - axisHeight;
  const answers = (count: number) => labels.answers(format.count(count));
  const bins = Array.from({ length: latencyBinCount }, (_, bin) => bin).filter((bin) => (counts[bin] ?? 0) > 0);
  const spoken = bins.map((bin) =>
    labels.bin(
      format.count(getLatencyBinLowerEdge(bin)),
      format.count(getLatencyBinLowerEdge(bin + 1)),
      answers(counts[bin] ?? 0),
    ),
  );
  return (
    <MeasuredChartBox height={latencyChartHeightPx}>
      {(width) => {
        const x = (milliseconds: number) => computeLatencyAxisPosition(milliseconds, range) * width;
        const step = width / (range.to - range.from);
        return (
          <svg
            role="img"
            width={width}
            height={latencyChartHeightPx}
            aria-label={`${name}. ${labels.distribution(answers(values.length))}: ${spoken.join('; ')}`}
          >
            <line x1={0} x2={width} y1={floor + 0.5} y2={floor + 0.5} className="stroke-line" />
            {bins.map((bin, index) => {
              const height = ((counts[bin] ?? 0) / most) * (floor - 4);
              return (
                <rect
                  key={bin}
                  x={(bin - range.from) * step + gap / 2}
                  y={floor - height}
                  width={Math.max(1, step - gap)}
                  height={height}
                  rx={1.5}
                  className="fill-accent"
                >
                  <title>{spoken[index]}</title>
                </rect>
              );
            })}
            {usual ? (
              <>
                <Mark x={x(usual.p50)} dashes="4 3" className="stroke-ink" />
                <Mark x={x(usual.p90)} dashes="1 3" className="stroke-muted" />
              </>
            ) : null}
            {listLatencyAxisTicks(range).map((tick) => (
              <text
                key={tick}
                x={x(tick)}
                y={latencyChartHeightPx - 4}
                textAnchor={x(tick) < 16 ? 'start' : x(tick) > width - 16 ? 'end' : 'middle'}
                className="fill-muted text-xs tabular-nums"
              >
                {format.count(tick)}
              </text>
            ))}
          </svg>
        );
      }}
    </MeasuredChartBox>
  );
}
