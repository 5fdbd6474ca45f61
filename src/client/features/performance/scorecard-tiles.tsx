/** Tiles of the performance screen: all calls, success rate with a bar, average duration, satisfaction with stars. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Scorecard } from '../../../contract/agent-scorecards.ts';
import {
  performanceLabels,
  satisfactionLabels,
  scorecardBases as bases,
  scorecardLabels,
  scorecardReasons,
} from '../../../labels/performance-es.ts';
import { figureDefinitions, noDataText } from '../../../labels/common-es.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { useFormat } from '../../session/use-format.ts';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { successTone } from '../../ui/success-grade-badge.tsx';
import { FigureLabel } from './figure-label.tsx';
import { EstimatedBadge, Stars } from './satisfaction.tsx';
import { TrendMark } from './trend-mark.tsx';

const names = ['totalCalls', 'successRate', 'averageDuration', 'satisfaction'] as const;

export const tileGrid = 'tiles';

interface TileProps {
  readonly label: ReactNode;
  readonly figure: ReactNode;
  /** Bar or stars below the figure's note. */
  readonly picture?: ReactNode;
  readonly note: ReactNode;
}

export function Tile({ label, figure, picture, note }: TileProps) {
  return (
    <div className="tile">
      <dt className="text-muted max-sm:text-xs">{label}</dt>
      <dd className="mt-2 min-h-18 max-sm:min-h-21">
        <div className="flex min-h-8 flex-wrap content-start items-center gap-x-2">{figure}</div>
        <div className="mt-1 flex flex-col gap-1 text-xs text-muted">
          {note}
          {picture}
        </div>
      </dd>
    </div>
  );
}

export function LargeFigure({ children }: { readonly children: ReactNode }) {
  return <span className="text-2xl font-semibold whitespace-nowrap tabular-nums max-sm:text-lg">{children}</span>;
}

const unknown = <span className="text-lg font-medium text-muted">{noDataText}</span>;

function TotalTile({ total, href }: { readonly total: Scorecard; readonly href: string | null }) {
  const format = useFormat();
  const written = <LargeFigure>{format.count(total.totalCalls)}</LargeFigure>;
  const figure =
    href === null ? (
      written
    ) : (
      <Link
        href={href}
        data-figure={total.totalCalls}
        className="rounded-sm hover:text-accent-text hover:underline hover:decoration-1 hover:underline-offset-4"
      >
        {written}
        <span className="sr-only"> {performanceLabels.seeCalls(scorecardLabels.totalCalls)}</span>
      </Link>
    );
  return (
    <Tile
      label={<FigureLabel name="totalCalls" />}
      figure={figure}
      note={bases.finishedOf(format.count(total.finishedCalls))}
    />
  );
}

function SuccessTile({ total }: { readonly total: Scorecard }) {
  const format = useFormat();
  const { successRate } = total;
  if (successRate === null)
    return <Tile label={<FigureLabel name="successRate" />} figure={unknown} note={scorecardReasons.successRate} />;
  return (
    <Tile
      label={<FigureLabel name="successRate" />}
      figure={
        <>
          <LargeFigure>{format.percent(successRate)}</LargeFigure>
          <TrendMark scorecard={total} />
        </>
      }
      picture={<Progress percent={successRate} tone={successTone(successRate)} label={scorecardLabels.successRate} />}
      note={
        <span>
          {figureDefinitions.success}, {bases.finished(format.count(total.finishedCalls))}
        </span>
      }
    />
  );
}

function DurationTile({ total }: { readonly total: Scorecard }) {
  const format = useFormat();
  if (total.averageDuration === null)
    return (
      <Tile label={<FigureLabel name="averageDuration" />} figure={unknown} note={scorecardReasons.averageDuration} />
    );
  return (
    <Tile
      label={<FigureLabel name="averageDuration" />}
      figure={<LargeFigure>{formatAverageDuration(total.averageDuration)}</LargeFigure>}
      note={bases.calls(format.count(total.callsWithDuration))}
    />
  );
}

function SatisfactionTile({ total }: { readonly total: Scorecard }) {
  const format = useFormat();
  if (total.satisfaction === null)
    return (
      <Tile label={<FigureLabel name="satisfaction" />} figure={unknown} note={scorecardReasons.satisfactionShort} />
    );
  return (
    <Tile
      label={<FigureLabel name="satisfaction" />}
      figure={
        <>
          <LargeFigure>
            {format.decimal(total.satisfaction, 1)}{' '}
            <span className="text-sm font-normal text-muted max-sm:text-xs">{satisfactionLabels.max}</span>
          </LargeFigure>
          {total.satisfactionIsEstimated ? <EstimatedBadge /> : null}
        </>
      }
      picture={<Stars value={total.satisfaction} className="w-max" />}
      note={bases.calls(format.count(total.callsWithSatisfaction))}
    />
  );
}

export function ScorecardTiles({ total, href }: { readonly total: Scorecard; readonly href: string | null }) {
  return (
    <dl aria-label={performanceLabels.figures} className={tileGrid}>
      <TotalTile total={total} href={href} />
      <SuccessTile total={total} />
      <DurationTile total={total} />
      <SatisfactionTile total={total} />
    </dl>
  );
}

export function TilesSkeleton() {
  return (
    <dl aria-label={performanceLabels.figures} className={tileGrid} aria-busy>
      {names.map((name) => (
        <Tile
          key={name}
          label={<FigureLabel name={name} />}
          figure={<Skeleton className="h-8 w-24" />}
          note={<Skeleton className="h-4 w-32 max-w-full" />}
        />
      ))}
    </dl>
  );
}
