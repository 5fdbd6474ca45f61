/**
 * The agents' shares as a ring. A picture of the list beside it, which says it all in words: nothing here for the
 * keyboard or a screen reader.
 */
import { classNames } from '../../ui/class-names.ts';

const strokes = [
  'stroke-share-1',
  'stroke-share-2',
  'stroke-share-3',
  'stroke-share-4',
  'stroke-share-5',
  'stroke-share-6',
] as const;
const radius = 88;
const thickness = 26;
/** Room around the ring for the shares, and where they stand. */
const margin = 26;
const labelRadius = radius + 15;
/** Smaller slices are named by the list alone: two words would meet. */
const leastLabelled = 7;
/** Percent of the ring between two slices. */
const gap = 0.4;

interface AgentDonutProps {
  /** Percent of each slice, by colour. Less than 100 in all leaves a part of the ring empty. */
  readonly slices: readonly number[];
  /** The slice that stands out; none: null. */
  readonly highlighted: number | null;
  readonly onHighlight: (slice: number | null) => void;
}

export function AgentDonut({ slices, highlighted, onHighlight }: AgentDonutProps) {
  const ring = { r: radius - thickness / 2, fill: 'none', strokeWidth: thickness };
  const gapOf = slices.length > 1 ? gap : 0;
  const size = radius + margin;
  const startOf = (colour: number) => slices.slice(0, colour).reduce((sum, each) => sum + each, 0);
  return (
    <svg aria-hidden viewBox={`${-size} ${-size} ${2 * size} ${2 * size}`} className="size-40 overflow-visible">
      <g transform="rotate(-90)">
        <circle {...ring} className="stroke-sunken" />
        {slices.map((percent, colour) => (
          <circle
            key={strokes[colour]}
            {...ring}
            pathLength={100}
            strokeDasharray={`${Math.max(0, percent - gapOf)} 100`}
            strokeDashoffset={-startOf(colour) - gapOf / 2}
            className={classNames(
              'transition-opacity',
              strokes[colour],
              highlighted !== null && highlighted !== colour && 'opacity-35',
            )}
            onPointerEnter={() => onHighlight(colour)}
            onPointerLeave={() => onHighlight(null)}
          />
        ))}
      </g>
      {slices.map((percent, colour) => {
        if (percent < leastLabelled || percent === 100) return null;
        const angle = ((startOf(colour) + percent / 2) / 100) * 2 * Math.PI;
        return (
          <text
            key={strokes[colour]}
            x={labelRadius * Math.sin(angle)}
            y={-labelRadius * Math.cos(angle)}
            dy="0.35em"
            textAnchor="middle"
            fontSize={17}
            className="fill-muted tabular-nums"
          >
            {Math.round(percent)}%
          </text>
        );
      })}
    </svg>
  );
}
