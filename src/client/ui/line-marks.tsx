/** Line of a chart of rates. Points of few calls are dimmed and labelled with their number of calls. */
import { minCallsToCompareRates } from '../../contract/rate-changes.ts';
import { buildLinePath } from './line-path.ts';

/** Maximum number of points of a chart line that has a dot at each point, enough for the days of a month. */
const markedPoints = 31;

interface LineMarksProps {
  /** Points in pixels; null is a gap. */
  readonly spots: readonly ({ readonly x: number; readonly y: number } | null)[];
  /** Number of calls behind each point. */
  readonly counts: readonly number[];
  /** Index of the point being read. */
  readonly read: number | null;
  /** Label above a point of few calls. */
  readonly few: (count: number) => string;
}

export function ChartLineWithPoints({ spots, counts, read, few }: LineMarksProps) {
  return (
    <>
      <path
        d={buildLinePath(spots)}
        className="fill-transparent stroke-accent"
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {spots.map((spot, index) => {
        const isRead = index === read;
        const count = counts[index] ?? 0;
        if (spot === null || (!isRead && spots.length > markedPoints)) return null;
        return (
          <g key={spot.x}>
            <circle
              cx={spot.x}
              cy={spot.y}
              r={isRead ? 5 : 3}
              className={
                isRead
                  ? 'fill-surface stroke-accent'
                  : count < minCallsToCompareRates
                    ? 'fill-line-strong'
                    : 'fill-accent'
              }
              strokeWidth={2.5}
            />
            {count < minCallsToCompareRates ? (
              <text x={spot.x} y={spot.y - 8} textAnchor="middle" className="fill-muted text-[10px]">
                {few(count)}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}
