/** Tiles with an agent's figures in the range, each with its number of calls and its change since the compared days. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AgentReport, Scorecard } from '../../../contract/agent-scorecards.ts';
import type { Analytics, AnalyticsTotals } from '../../../contract/analytics.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { agentPageLabels } from './agent-page-es.ts';
import {
  analyticsTileCallCountFormatters,
  analyticsTileHelp,
  analyticsTileLabels,
  analyticsTileNoDataReasonLabels,
} from '../../../labels/analytics-es.ts';
import { figureDefinitionTexts } from '../../../labels/common-es.ts';
import {
  satisfactionLabels,
  scorecardCallCountTexts as bases,
  scorecardLabels,
  scorecardNoDataReasonLabels,
} from '../../../labels/performance-es.ts';
import { compareFigure } from '../../format/comparison.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { FigureComparisonNote } from '../../layout/comparison-note.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SuccessGradeBadge } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import type { AgentCallsLinkBuilder } from './agent-lists.ts';
import { FigureLabelWithHelp } from './figure-label.tsx';
import { EstimatedSatisfactionBadge } from './satisfaction.tsx';
import { ScorecardLargeFigure, ScorecardTile, scorecardTileGridClass } from './scorecard-tiles.tsx';
import { formatAverageDuration } from '../../format/durations.ts';
import { SuccessRateTrend } from './trend-mark.tsx';

const scorecardTiles = [
  'successRate',
  'totalCalls',
  'averageDuration',
  'satisfaction',
  'voiceQuality',
  'responseTime',
] as const;
type TileFigure = (typeof scorecardTiles)[number];

/** Content of one tile. */
interface AgentFigure {
  readonly id: string;
  readonly label: ReactNode;
  readonly now: number | null;
  readonly before: number | null;
  readonly write: (value: number) => string;
  readonly base: string;
  /** Why the figure is unknown. */
  readonly why: string;
  /**
   * Number of calls behind the agent's figure in the earlier period. Set only if the figure is a rate and a higher rate
   * is better.
   */
  readonly callsBefore?: number;
  /** Number of calls behind the figure. */
  readonly calls: number;
  readonly beside?: ReactNode;
  readonly moved?: ReactNode;
  readonly href?: string;
}

interface AgentTilesProps {
  readonly scorecard: Scorecard;
  readonly report: AgentReport;
  readonly analytics: Analytics;
  readonly lists: AgentCallsLinkBuilder;
}

function scorecardFigures(
  { scorecard, report: { previous }, lists }: AgentTilesProps,
  format: RegionalFormat,
): readonly AgentFigure[] {
  const of = (name: TileFigure) => ({
    id: name,
    label: <FigureLabelWithHelp name={name} />,
    now: scorecard[name],
    before: previous === null ? null : previous[name],
    why: name === 'totalCalls' ? '' : scorecardNoDataReasonLabels[name],
  });
  const outOfFive = (value: number) => format.decimal(value, 1);
  return [
    {
      ...of('successRate'),
      write: format.percent,
      calls: scorecard.finishedCalls,
      base: `${figureDefinitionTexts.success}, ${bases.finished(format.count(scorecard.finishedCalls))}`,
      beside: scorecard.successRate === null ? null : <SuccessGradeBadge percent={scorecard.successRate} />,
      moved: <SuccessRateTrend scorecard={scorecard} />,
    },
    {
      ...of('totalCalls'),
      write: format.count,
      calls: scorecard.totalCalls,
      base: bases.finishedOf(format.count(scorecard.finishedCalls)),
      href: lists.linkOf(callFiltersByFigure.calls),
    },
    {
      ...of('averageDuration'),
      write: formatAverageDuration,
      calls: scorecard.callsWithDuration,
      base: bases.calls(format.count(scorecard.callsWithDuration)),
    },
    {
      ...of('satisfaction'),
      write: outOfFive,
      calls: scorecard.callsWithSatisfaction,
      base: bases.calls(format.count(scorecard.callsWithSatisfaction)),
      // Show a change only if both periods' satisfaction is estimated, or neither is. An estimate can't be compared
      // with a mean of scores.
      ...(previous?.satisfactionIsEstimated === scorecard.satisfactionIsEstimated ? {} : { before: null }),
      beside: (
        <>
          <span className="text-muted max-sm:text-xs">{satisfactionLabels.max}</span>
          {scorecard.satisfactionIsEstimated ? <EstimatedSatisfactionBadge /> : null}
        </>
      ),
    },
    {
      ...of('voiceQuality'),
      write: format.percent,
      calls: scorecard.callsWithVoice,
      base: bases.calls(format.count(scorecard.callsWithVoice)),
      callsBefore: previous?.callsWithVoice ?? 0,
    },
    {
      ...of('responseTime'),
      write: (value) => `${format.count(Math.round(value))} ms`,
      calls: scorecard.callsWithResponse,
      base: bases.calls(format.count(scorecard.callsWithResponse)),
    },
  ];
}

const judgedCalls = ({ successfulCalls, failedCalls }: AnalyticsTotals): number => successfulCalls + failedCalls;

function analyticsFigures({ analytics }: AgentTilesProps, format: RegionalFormat): readonly AgentFigure[] {
  const { previous } = analytics;
  const of = (name: 'successRate' | 'costPerSuccessfulCall', note: string | null = null) => ({
    id: `analytics-${name}`,
    label: (
      <MetricHelpTooltip
        about={analyticsTileLabels[name]}
        text={note === null ? analyticsTileHelp[name] : `${analyticsTileHelp[name]} ${note}`}
      />
    ),
    now: analytics[name],
    before: previous === null ? null : previous[name],
    why: analyticsTileNoDataReasonLabels[name],
  });
  return [
    {
      ...of('successRate'),
      write: format.percent,
      calls: judgedCalls(analytics),
      base: analyticsTileCallCountFormatters.successRate(format.count(judgedCalls(analytics))),
      callsBefore: previous === null ? 0 : judgedCalls(previous),
    },
    {
      ...of('costPerSuccessfulCall', format.moneyNote()),
      write: (dollars) => format.callCost(100 * dollars),
      calls: analytics.successfulCalls,
      base: analyticsTileCallCountFormatters.costPerSuccessfulCall(format.count(analytics.successfulCalls)),
    },
  ];
}

function FigureTile({ figure }: { readonly figure: AgentFigure }) {
  const { now, before, write, calls, callsBefore, href } = figure;
  if (now === null)
    return (
      <ScorecardTile
        label={figure.label}
        figure={<UnknownFigure why={figure.why} className="text-lg" />}
        note={figure.why}
      />
    );
  const written = <ScorecardLargeFigure>{write(now)}</ScorecardLargeFigure>;
  return (
    <ScorecardTile
      label={figure.label}
      figure={
        <>
          {href === undefined ? (
            written
          ) : (
            <Link
              href={href}
              data-figure={now}
              className="rounded-sm hover:text-accent-text hover:underline hover:decoration-1 hover:underline-offset-4"
            >
              {written}
            </Link>
          )}
          {figure.beside}
        </>
      }
      note={
        <>
          <span>{figure.base}</span>
          {figure.moved ?? (
            <FigureComparisonNote
              comparison={
                callsBefore === undefined
                  ? compareFigure({ now, before })
                  : compareFigure({
                      now,
                      before,
                      isRate: true,
                      calls: { now: calls, before: callsBefore },
                      moreIsBetter: true,
                    })
              }
              isRate={callsBefore !== undefined}
              writtenBefore={before === null ? null : write(before)}
            />
          )}
        </>
      }
    />
  );
}

export function AgentFigureTiles(props: AgentTilesProps) {
  const format = useRegionalFormat();
  return (
    <dl aria-label={agentPageLabels.figures} className={scorecardTileGridClass}>
      {[...scorecardFigures(props, format), ...analyticsFigures(props, format)].map((figure) => (
        <FigureTile key={figure.id} figure={figure} />
      ))}
    </dl>
  );
}

/** Loading placeholders of an agent's tiles. */
export function AgentFigureTilesSkeleton() {
  const labels = [
    ...scorecardTiles.map((name) => scorecardLabels[name]),
    analyticsTileLabels.successRate,
    analyticsTileLabels.costPerSuccessfulCall,
  ];
  return (
    <dl aria-label={agentPageLabels.figures} className={scorecardTileGridClass} aria-busy>
      {labels.map((label) => (
        <ScorecardTile
          key={label}
          label={label}
          figure={<Skeleton className="h-8 w-24" />}
          note={<Skeleton className="h-8 w-32 max-w-full" />}
        />
      ))}
    </dl>
  );
}
