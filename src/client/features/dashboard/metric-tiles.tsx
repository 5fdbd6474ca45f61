/** Dashboard tiles of the chosen period: all calls, active calls, average duration and success rate. */
import type { ReactNode } from 'react';
import { figureDefinitionTexts } from '../../../labels/common-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { dashboardHelp } from '../../../labels/help-es.ts';
import type { DashboardMetrics } from '../../../contract/analytics.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import type { HelpPanelLinkOrButton } from '../../help/help-panel.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedReadState } from '../../ui/states.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { SuccessGradeBadge, getSuccessGradeTone } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { buildActiveCallsHistoryUrl, buildPeriodCallsHistoryUrl, type DashboardPeriodOption } from './filters.ts';
import { useSharedDashboardMetricsQuery } from './shared-figures.tsx';

interface TileProps {
  readonly label: string;
  readonly help: string;
  readonly action?: HelpPanelLinkOrButton;
  readonly figure: ReactNode;
  readonly note?: ReactNode;
  /** Short definition of the figure. */
  readonly definition: string;
}

function Tile({ label, help, action, figure, note, definition }: TileProps) {
  return (
    <div className="tile">
      <dt className="text-muted max-sm:text-xs">
        <MetricHelpTooltip about={label} text={help} {...(action ? { action } : {})} />
      </dt>
      <dd className="mt-2 flex h-8 items-center gap-2">
        {figure === null ? (
          <Skeleton className="h-7 w-24" />
        ) : (
          <span className="text-2xl font-semibold tabular-nums">{figure}</span>
        )}
        {note}
      </dd>
      <dd className="mt-1 text-xs text-muted">{definition}</dd>
    </div>
  );
}

const toneInks = { good: 'text-good', attention: 'text-attention', bad: 'text-bad' } as const;

const unknown = (why: string) => <UnknownFigure why={why} className="text-lg font-medium" />;

function figuresOf(
  metrics: DashboardMetrics | undefined,
  format: RegionalFormat,
): Record<'total' | 'active' | 'duration' | 'success', ReactNode> {
  if (!metrics) return { total: null, active: null, duration: null, success: null };
  return {
    total: format.count(metrics.totalCalls),
    active: format.count(metrics.activeCalls),
    duration:
      metrics.avgDuration > 0 ? formatAverageDuration(metrics.avgDuration) : unknown(dashboardLabels.noDuration),
    success:
      metrics.finishedCalls > 0 ? (
        <span className={toneInks[getSuccessGradeTone(metrics.successRate)]}>
          {format.percent(metrics.successRate)}
        </span>
      ) : (
        unknown(dashboardLabels.noneFinished)
      ),
  };
}

export function DashboardMetricTiles({
  period,
  agentId,
}: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  const format = useRegionalFormat();
  const { data, error, isError, isPlaceholderData, refetch } = useSharedDashboardMetricsQuery();
  if (isError && !data) {
    return (
      <div className="band">
        <FailedReadState className="py-4" text={getRequestErrorText(error)} onRetry={() => void refetch()} />
      </div>
    );
  }
  const figures = figuresOf(data, format);
  return (
    <section aria-label={dashboardLabels.figures}>
      {isError ? <StaleNotice className="mb-4" onRetry={() => void refetch()} /> : null}
      <dl className={classNames('tiles', isPlaceholderData && 'opacity-60')} aria-busy={!data || isPlaceholderData}>
        <Tile
          label={dashboardLabels.totalCalls}
          help={dashboardLabels.totalCallsHelp}
          action={{
            label: dashboardHelp.seeCalls,
            href: buildPeriodCallsHistoryUrl(period, agentId),
            figure: data?.totalCalls,
          }}
          figure={figures.total}
          definition={dashboardLabels.totalCallsDefinition}
        />
        <Tile
          label={dashboardLabels.activeNow}
          help={dashboardLabels.activeNowHelp}
          action={{
            label: dashboardHelp.seeCalls,
            href: buildActiveCallsHistoryUrl(agentId),
            figure: data?.activeCalls,
          }}
          figure={figures.active}
          definition={dashboardLabels.activeNowDefinition}
        />
        <Tile
          label={dashboardLabels.averageDuration}
          help={dashboardLabels.averageDurationHelp}
          figure={figures.duration}
          definition={dashboardLabels.averageDurationDefinition}
        />
        <Tile
          label={dashboardLabels.successRate}
          help={dashboardLabels.successRateHelp}
          figure={figures.success}
          definition={figureDefinitionTexts.success}
          note={data && data.finishedCalls > 0 ? <SuccessGradeBadge percent={data.successRate} isBrief /> : null}
        />
      </dl>
    </section>
  );
}
