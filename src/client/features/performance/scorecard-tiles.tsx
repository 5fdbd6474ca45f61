/**
 * Tiles of the performance screen: number of calls, success rate with a bar, average duration, and satisfaction as
 * stars.
 */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Scorecard } from '../../../contract/agent-scorecards.ts';
import {
  performanceScreenLabels,
  satisfactionLabels,
  scorecardCallCountTexts as bases,
  scorecardLabels,
  scorecardNoDataReasonLabels,
} from '../../../labels/performance-es.ts';
import { figureDefinitionTexts, noDataText } from '../../../labels/common-es.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { getSuccessGradeTone } from '../../ui/success-grade-badge.tsx';
import { FigureLabelWithHelp } from './figure-label.tsx';
import { EstimatedSatisfactionBadge, SatisfactionStars } from './satisfaction.tsx';
import { SuccessRateTrend } from './trend-mark.tsx';

const names = ['totalCalls', 'successRate', 'averageDuration', 'satisfaction'] as const;

export const scorecardTileGridClass = 'tiles';

interface TileProps {
  readonly label: ReactNode;
  readonly figure: ReactNode;
  /** Bar or stars below the figure's note. */
  readonly picture?: ReactNode;
  readonly note: ReactNode;
}

export function ScorecardTile({ label, figure, picture, note }: TileProps) {
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

export function ScorecardLargeFigure({ children }: { readonly children: ReactNode }) {
  return <span className="text-2xl font-semibold whitespace-nowrap tabular-nums max-sm:text-lg">{children}</span>;
}

const unknown = <span className="text-lg font-medium text-muted">{noDataText}</span>;

function TotalTile({ total, href }: { readonly total: Scorecard; readonly href: string | null }) {
  const format = useRegionalFormat();
  const written = <ScorecardLargeFigure>{format.count(total.totalCalls)}</ScorecardLargeFigure>;
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
        <span className="sr-only"> {performanceScreenLabels.seeCalls(scorecardLabels.totalCalls)}</span>
      </Link>
    );
  return (
    <ScorecardTile
      label={<FigureLabelWithHelp name="totalCalls" />}
      figure={figure}
      note={bases.finishedOf(format.count(total.finishedCalls))}
    />
  );
}

function SuccessTile({ total }: { readonly total: Scorecard }) {
  const format = useRegionalFormat();
  const { successRate } = total;
  if (successRate === null)
    return (
      <ScorecardTile
        label={<FigureLabelWithHelp name="successRate" />}
        figure={unknown}
        note={scorecardNoDataReasonLabels.successRate}
      />
    );
  return (
    <ScorecardTile
      label={<FigureLabelWithHelp name="successRate" />}
      figure={
        <>
          <ScorecardLargeFigure>{format.percent(successRate)}</ScorecardLargeFigure>
          <SuccessRateTrend scorecard={total} />
        </>
      }
      picture={
        <ProgressBar
          percent={successRate}
          tone={getSuccessGradeTone(successRate)}
          label={scorecardLabels.successRate}
        />
      }
      note={
        <span>
          {figureDefinitionTexts.success}, {bases.finished(format.count(total.finishedCalls))}
        </span>
      }
    />
  );
}

function DurationTile({ total }: { readonly total: Scorecard }) {
  const format = useRegionalFormat();
  if (total.averageDuration === null)
    return (
      <ScorecardTile
        label={<FigureLabelWithHelp name="averageDuration" />}
        figure={unknown}
        note={scorecardNoDataReasonLabels.averageDuration}
      />
    );
  return (
    <ScorecardTile
      label={<FigureLabelWithHelp name="averageDuration" />}
      figure={<ScorecardLargeFigure>{formatAverageDuration(total.averageDuration)}</ScorecardLargeFigure>}
      note={bases.calls(format.count(total.callsWithDuration))}
    />
  );
}

function SatisfactionTile({ total }: { readonly total: Scorecard }) {
  const format = useRegionalFormat();
  if (total.satisfaction === null)
    return (
      <ScorecardTile
        label={<FigureLabelWithHelp name="satisfaction" />}
        figure={unknown}
        note={scorecardNoDataReasonLabels.satisfactionShort}
      />
    );
  return (
    <ScorecardTile
      label={<FigureLabelWithHelp name="satisfaction" />}
      figure={
        <>
          <ScorecardLargeFigure>
            {format.decimal(total.satisfaction, 1)}{' '}
            <span className="text-sm font-normal text-muted max-sm:text-xs">{satisfactionLabels.max}</span>
          </ScorecardLargeFigure>
          {total.satisfactionIsEstimated ? <EstimatedSatisfactionBadge /> : null}
        </>
      }
      picture={<SatisfactionStars value={total.satisfaction} className="w-max" />}
      note={bases.calls(format.count(total.callsWithSatisfaction))}
    />
  );
}

export function ScorecardTiles({ total, href }: { readonly total: Scorecard; readonly href: string | null }) {
  return (
    <dl aria-label={performanceScreenLabels.figures} className={scorecardTileGridClass}>
      <TotalTile total={total} href={href} />
      <SuccessTile total={total} />
      <DurationTile total={total} />
      <SatisfactionTile total={total} />
    </dl>
  );
}

export function ScorecardTilesSkeleton() {
  return (
    <dl aria-label={performanceScreenLabels.figures} className={scorecardTileGridClass} aria-busy>
      {names.map((name) => (
        <ScorecardTile
          key={name}
          label={<FigureLabelWithHelp name={name} />}
          figure={<Skeleton className="h-8 w-24" />}
          note={<Skeleton className="h-4 w-32 max-w-full" />}
        />
      ))}
    </dl>
  );
}
