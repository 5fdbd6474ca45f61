/**
 * Ring chart of the agents' shares of calls. Screen readers skip it, because a list beside it gives the same figures.
 */
import { classNames } from '../../ui/class-names.ts';
import { computeDonutLabelPosition, agentDonutGeometry } from './agent-figures.ts';

const strokes = [
  'stroke-share-1',
  'stroke-share-2',
  'stroke-share-3',
  'stroke-share-4',
  'stroke-share-5',
  'stroke-share-6',
] as const;
const { radius, thickness, edge, fontSize } = agentDonutGeometry;
/** Gap between two slices of the ring chart, in percent of its circumference. */
const gap = 0.4;

interface AgentDonutProps {
  /** Size of each slice of the ring chart in percent, by colour index. If the sum is below 100, a gap remains. */
  readonly slices: readonly number[];
  /** The highlighted slice; null if none is. */
  readonly highlighted: number | null;
  readonly onHighlight: (slice: number | null) => void;
}

export function AgentCallShareDonut({ slices, highlighted, onHighlight }: AgentDonutProps) {
  const circle = { r: radius - thickness / 2, fill: 'none', strokeWidth: thickness };
  const gapOf = slices.length > 1 ? gap : 0;
  const startOf = (colour: number) => slices.slice(0, colour).reduce((sum, each) => sum + each, 0);
  return (
    <svg aria-hidden viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`} className="size-44">
      <g transform="rotate(-90)">
        <circle {...circle} className="stroke-sunken" />
        {slices.map((percent, colour) => (
          <circle
            key={strokes[colour]}
            {...circle}
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
        const place = computeDonutLabelPosition(startOf(colour), percent);
        return place === null ? null : (
          <text
            key={strokes[colour]}
            x={place.x}
            y={place.y}
            dy="0.35em"
            textAnchor={place.anchor}
            fontSize={fontSize}
            className="fill-muted tabular-nums"
          >
            {Math.round(percent)}%
          </text>
        );
      })}
    </svg>
  );
}
