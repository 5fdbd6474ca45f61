/** The range's points as a small line, with the target dashed across; said in a sentence, and as a table in the window. */
import type { CopcReport } from '../../../contract/copc.ts';
import { copcLabels } from '../../../labels/copc-es.ts';
import { useFormat } from '../../session/use-format.ts';
import type { MetricView } from './metric-figures.ts';
import { isByHour, linePath, seriesSentence } from './metric-points.ts';

/** Of its own coordinates; it is stretched to the room there is. */
const width = 100;
const height = 32;
const margin = 3;

export function Sparkline({
  view: { metric, name, figure, target },
  report,
}: {
  readonly view: MetricView;
  readonly report: CopcReport;
}) {
  const format = useFormat();
  const byHour = isByHour(report);
  const { series } = figure;
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const sentence = seriesSentence(metric, figure, byHour, format);
  if (sentence === null) return <div className="h-9" />;
  const [least, most] = [Math.min(target, ...values), Math.max(target, ...values)];
  const yOf = (value: number) =>
    most === least ? height / 2 : height - margin - ((value - least) / (most - least)) * (height - 2 * margin);
  const step = series.length < 2 ? 0 : (width - 2) / (series.length - 1);
  const places = series.map(({ value }, index) => (value === null ? null : { x: 1 + index * step, y: yOf(value) }));
  return (
    <svg
      role="img"
      aria-label={`${copcLabels.spark(name, copcLabels.units[byHour ? 'hour' : 'day'])}: ${sentence}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-9 w-full overflow-visible"
    >
      <line
        x1={0}
        x2={width}
        y1={yOf(target)}
        y2={yOf(target)}
        className="stroke-line-strong"
        strokeWidth={1}
        strokeDasharray="3 3"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={linePath(places)}
        className="fill-transparent stroke-accent"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
