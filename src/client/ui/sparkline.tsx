/** Sparkline: values over time as a thin line with the last value marked, and a text for screen readers. */
import { buildLinePath } from './line-path.ts';

/** Size of the SVG's viewBox, which is stretched to the size of the element. */
const width = 100;
const height = 36;
const margin = 4;

interface SparklineProps {
  readonly name: string;
  /** Values of the sparkline, oldest first; null for an unknown one. */
  readonly values: readonly (number | null)[];
  readonly least: number;
  readonly most: number;
  /** Target, drawn as a dashed line. */
  readonly target?: number;
}

export function Sparkline({ name, values, least, most, target }: SparklineProps) {
  const y = (value: number) =>
    most === least ? height / 2 : height - margin - ((value - least) / (most - least)) * (height - 2 * margin);
  const x = (index: number) => (values.length < 2 ? width / 2 : 1 + (index / (values.length - 1)) * (width - 2));
  const spots = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  const known = spots.filter((spot) => spot !== null);
  const lines = [
    { d: buildLinePath(known), look: 'stroke-accent opacity-35', strokeWidth: 1 },
    { d: buildLinePath(spots), look: 'stroke-accent', strokeWidth: 2 },
    { d: buildLinePath(known.slice(-1)), look: 'stroke-accent', strokeWidth: 6 },
  ];
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-9 w-full overflow-visible"
    >
      {target === undefined ? null : (
        <line
          x2={width}
          y1={y(target)}
          y2={y(target)}
          className="stroke-line-strong"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {lines.map(({ d, look, strokeWidth }) => (
        <path
          key={strokeWidth}
          d={d}
          className={`fill-transparent ${look}`}
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
