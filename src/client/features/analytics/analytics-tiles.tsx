/** The eight figures of the Analytics screen, each with its number of calls and its change since an earlier range. */
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import {
  analyticsLabels,
  analyticsTileCallCountFormatters,
  analyticsTileHelp,
  analyticsTileLabels,
  analyticsTileNoDataReasonLabels,
} from '../../../labels/analytics-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { FigureComparisonNote } from '../../layout/comparison-note.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';
import { computeAnalyticsTileFigures, analyticsTileNames, type AnalyticsTileFigure } from './tile-figures.ts';

function Figure({ figure, href }: { readonly figure: AnalyticsTileFigure; readonly href: string | null }) {
  if (figure.written === null) return <span className="text-lg font-medium text-muted">{noDataText}</span>;
  const text = (
    <span className="text-2xl font-semibold whitespace-nowrap tabular-nums max-sm:text-lg print:text-lg">
      {figure.written}
    </span>
  );
  if (href === null) return text;
  return (
    <Link
      href={href}
      data-figure={figure.value}
      className="rounded-sm hover:text-accent-text hover:underline hover:decoration-1 hover:underline-offset-4"
    >
      {text}
      <span className="sr-only"> {analyticsLabels.seeCalls(analyticsTileLabels[figure.name])}</span>
    </Link>
  );
}

function Tile({
  figure,
  href,
  note,
}: {
  readonly figure: AnalyticsTileFigure;
  readonly href: string | null;
  readonly note: string | null;
}) {
  const format = useRegionalFormat();
  const { name } = figure;
  return (
    <div className="tile print:break-inside-avoid">
      <dt className="text-muted max-sm:text-xs">
        <MetricHelpTooltip
          about={analyticsTileLabels[name]}
          text={note === null ? analyticsTileHelp[name] : `${analyticsTileHelp[name]} ${note}`}
        />
      </dt>
      <dd className="mt-2">
        <div className="flex h-8 items-center">
          <Figure figure={figure} href={href} />
        </div>
        <div className="mt-1 min-h-8 text-xs max-sm:min-h-16">
          <p className="text-muted">
            {figure.written === null
              ? analyticsTileNoDataReasonLabels[name]
              : analyticsTileCallCountFormatters[name](format.count(figure.base))}
          </p>
          <FigureComparisonNote {...figure} />
        </div>
      </dd>
    </div>
  );
}

/** URL of the list of calls that a figure counts; null if the call history has no filter for them. */
function callsOf({ name, value }: AnalyticsTileFigure, linkOf: FigureCallsLinkBuilder): string | null {
  if (name === 'totalCalls') return linkOf(callFiltersByFigure.calls);
  if (value === 0) return null;
  if (name === 'successfulCalls') return linkOf(callFiltersByFigure.goalReached);
  return name === 'failedCalls' ? linkOf(callFiltersByFigure.goalMissed) : null;
}

const grid = 'tiles';

interface AnalyticsTilesProps {
  readonly analytics: Analytics | undefined;
  readonly linkOf: FigureCallsLinkBuilder;
}

export function AnalyticsTiles({ analytics, linkOf }: AnalyticsTilesProps) {
  const format = useRegionalFormat();
  if (!analytics) {
    return (
      <dl aria-label={analyticsLabels.figures} className={grid} aria-busy>
        {analyticsTileNames.map((name) => (
          <div key={name} className="tile">
            <dt className="text-muted max-sm:text-xs">{analyticsTileLabels[name]}</dt>
            <dd className="mt-2">
              <Skeleton className="h-8 w-24" />
              <Skeleton className="mt-1 h-8 w-32 max-w-full max-sm:h-16" />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <dl aria-label={analyticsLabels.figures} className={grid}>
      {computeAnalyticsTileFigures(analytics, format).map((figure) => {
        const isCost = figure.name === 'totalCallCost' || figure.name === 'costPerSuccessfulCall';
        return (
          <Tile
            key={figure.name}
            figure={figure}
            href={callsOf(figure, linkOf)}
            note={isCost ? format.moneyNote() : null}
          />
        );
      })}
    </dl>
  );
}
