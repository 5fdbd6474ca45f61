/** The success rate day by day as a thin line; over days without a finished call it is faint. Its words say what it shows. */
import { summaryLabels as labels } from '../../../labels/performance-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { ChartBox } from '../../ui/chart-box.tsx';
import { xOf, yOf, type PlotArea } from '../../ui/chart-plot.ts';

const height = 36;

interface SuccessSparklineProps {
  readonly agent: string;
  /** Percent, oldest first; null where nothing finished. */
  readonly rates: readonly (number | null)[];
  /** The rate at the foot; 100 is at the top. */
  readonly least: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Runs of days that have a rate. */
function runsOf(rates: readonly (number | null)[], least: number, area: PlotArea): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  rates.forEach((rate, index) => {
    if (rate === null) runs.push([]);
    else
      runs.at(-1)?.push({
        x: rates.length === 1 ? (area.left + area.right) / 2 : xOf(index, rates.length, area),
        y: yOf(rate - least, 100 - least, area),
      });
  });
  return runs.filter((run) => run.length > 0);
}

const pointsOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ');

interface CurveProps extends Pick<SuccessSparklineProps, 'rates' | 'least'> {
  readonly name: string;
  readonly width: number;
}

function Curve({ name, rates, least, width }: CurveProps) {
  const area: PlotArea = { width, height, left: 4, right: width - 4, top: 4, bottom: height - 4 };
  const runs = runsOf(rates, least, area);
  const last = runs.at(-1)?.at(-1);
  return (
    <svg role="img" aria-label={name} width={width} height={height} className="block">
      <line x1={0} x2={width} y1={area.bottom + 3.5} y2={area.bottom + 3.5} className="stroke-line" />
      <polyline
        points={pointsOf(runs.flat())}
        className="fill-none stroke-accent opacity-35"
        strokeWidth={1}
        strokeLinejoin="round"
      />
      {runs.map((run) => (
        <polyline
          key={run[0]?.x}
          // A day alone is a dot: a line of no length with round ends.
          points={pointsOf(run.length === 1 ? [...run, ...run] : run)}
          className="fill-none stroke-accent"
          strokeWidth={run.length === 1 ? 2.5 : 1.75}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {last ? <circle cx={last.x} cy={last.y} r={3} className="fill-accent" /> : null}
    </svg>
  );
}

export function SuccessSparkline({ agent, rates, least }: SuccessSparklineProps) {
  const format = useFormat();
  const known = rates.filter((rate) => rate !== null);
  const last = known.at(-1);
  const text =
    last === undefined
      ? labels.sparkEmpty
      : labels.sparkText(
          format.count(known.length),
          format.count(rates.length),
          format.percent(Math.min(...known)),
          format.percent(Math.max(...known)),
          format.percent(last),
        );
  const name = `${labels.spark(agent)}: ${text}`;
  return (
    <div title={text}>
      <ChartBox height={height}>{(width) => <Curve name={name} rates={rates} least={least} width={width} />}</ChartBox>
    </div>
  );
}
