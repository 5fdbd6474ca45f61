/**
 * The agents' shares as a ring. A picture of the list beside it, which says it all in words: nothing here for the
 * keyboard or a screen reader. In a chunk of its own, with the chart library.
 */
import { Pie } from '@visx/shape';
import { classNames } from '../../ui/class-names.ts';

const fills = ['fill-share-1', 'fill-share-2', 'fill-share-3', 'fill-share-4', 'fill-share-5', 'fill-share-6'] as const;
const radius = 88;
const thickness = 26;

interface AgentDonutProps {
  /** Percent of each slice, by colour. Less than 100 in all leaves a part of the ring empty. */
  readonly slices: readonly number[];
  /** The slice that stands out; none: null. */
  readonly highlighted: number | null;
  readonly onHighlight: (slice: number | null) => void;
}

export default function AgentDonut({ slices, highlighted, onHighlight }: AgentDonutProps) {
  const whole = Math.min(
    100,
    slices.reduce((sum, each) => sum + each, 0),
  );
  return (
    <svg aria-hidden viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`} className="size-40">
      <circle r={radius - thickness / 2} fill="none" strokeWidth={thickness} className="stroke-sunken" />
      <Pie
        data={slices.map((percent, colour) => ({ percent, colour }))}
        pieValue={({ percent }) => percent}
        pieSort={null}
        pieSortValues={null}
        innerRadius={radius - thickness}
        outerRadius={radius}
        padAngle={slices.length > 1 ? 0.02 : 0}
        endAngle={(whole / 100) * 2 * Math.PI}
      >
        {({ arcs, path }) =>
          arcs.map((arc) => (
            <path
              key={arc.data.colour}
              d={path(arc) ?? ''}
              className={classNames(
                'transition-opacity',
                fills[arc.data.colour],
                highlighted !== null && highlighted !== arc.data.colour && 'opacity-35',
              )}
              onPointerEnter={() => onHighlight(arc.data.colour)}
              onPointerLeave={() => onHighlight(null)}
            />
          ))
        }
      </Pie>
    </svg>
  );
}
