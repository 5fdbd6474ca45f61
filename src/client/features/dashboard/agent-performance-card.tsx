/** Card 'Rendimiento de Agentes': figures of the four agents with the most calls in the period. */
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AgentPerformance } from '../../../contract/analytics.ts';
import { dashboardLabels, agentPerformanceLabels as labels } from '../../../labels/dashboard-es.ts';
import { agentPerformanceHelp } from '../../../labels/help-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useAgentPerformance } from '../../api/queries.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { SuccessGradeBadge, getSuccessGradeTone } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { formatAgentName } from './agent-figures.ts';
import { AgentPerformanceSkeleton, maxShownPerformanceAgents } from './agent-skeletons.tsx';
import { buildPeriodCallsHistoryUrl, toAgentFiguresQuery, type DashboardPeriodOption } from './filters.ts';
import { useSharedDashboardMetrics } from './shared-figures.tsx';

const figures = ['successRate', 'goalRate', 'total', 'completed', 'duration'] as const;
const columns = 'grid grid-cols-[1.2fr_1.2fr_1fr_1fr_1fr] gap-x-2';

function Legend() {
  return (
    <div className={classNames(columns, 'min-h-9 items-center border-b border-line px-4 text-xs text-muted')}>
      {figures.map((figure) => (
        <span key={figure} className="not-first:text-right">
          <MetricHelpTooltip about={labels[figure]} title={labels.names[figure]} text={agentPerformanceHelp[figure]} />
        </span>
      ))}
    </div>
  );
}

interface AgentProps {
  readonly period: DashboardPeriodOption;
  readonly agent: AgentPerformance;
  readonly calls: number;
}

function AgentName({ period, agent, calls }: AgentProps) {
  const name = formatAgentName(agent);
  if (agent.agent_id === '') return <span className="truncate font-medium">{name}</span>;
  return (
    <>
      <Link
        href={buildPeriodCallsHistoryUrl(period, agent.agent_id)}
        data-figure={calls}
        className="truncate rounded-sm font-medium after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      <span className="truncate text-xs text-muted tabular-nums" title={agent.agent_id}>
        {agent.agent_id.slice(-8)}
      </span>
    </>
  );
}

/**
 * Text for an agent's unknown figure. The class `relative` puts it above the link that covers the row, so that its
 * tooltip can open.
 */
function Unknown({ why }: { readonly why: string }) {
  return <UnknownFigure why={why} className="relative" />;
}

function Performance({ period, agent, calls }: AgentProps) {
  const format = useRegionalFormat();
  const isKnown = agent.finished_calls > 0;
  const values: Readonly<Record<(typeof figures)[number], ReactNode>> = {
    successRate: isKnown ? (
      <span className="font-semibold">{format.percent(agent.success_rate)}</span>
    ) : (
      <Unknown why={dashboardLabels.noneFinished} />
    ),
    goalRate: agent.goal_rate === null ? <Unknown why={labels.noneJudged} /> : format.percent(agent.goal_rate),
    total: format.count(calls),
    completed: format.count(agent.completed_calls),
    duration:
      agent.avg_duration > 0 ? formatAverageDuration(agent.avg_duration) : <Unknown why={dashboardLabels.noDuration} />,
  };
  return (
    <li className="relative flex h-21 flex-col justify-center gap-2 max-sm:h-26 border-b border-line px-4 transition-colors last:border-0 hover:bg-sunken">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 gap-x-2 max-sm:flex-col sm:items-baseline">
          <AgentName period={period} agent={agent} calls={calls} />
        </span>
        {isKnown ? (
          <SuccessGradeBadge percent={agent.success_rate} />
        ) : (
          <Badge>
            <Clock aria-hidden />
            {labels.noneFinished}
          </Badge>
        )}
      </div>
      <ProgressBar
        percent={agent.success_rate}
        tone={isKnown ? getSuccessGradeTone(agent.success_rate) : 'accent'}
        label={labels.bar(formatAgentName(agent))}
      />
      <dl className={classNames(columns, 'tabular-nums')}>
        {figures.map((figure) => (
          <div key={figure} className="not-first:text-right">
            <dt className="sr-only">{labels.names[figure]}</dt>
            <dd>{values[figure]}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export function AgentPerformanceCard({
  period,
  agentId,
}: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  const format = useRegionalFormat();
  const { data, error, isError, isPlaceholderData, refetch } = useAgentPerformance(
    toAgentFiguresQuery(period, agentId),
  );
  const { metrics } = useSharedDashboardMetrics();
  const retry = () => void refetch();
  const all = data?.length ?? 0;
  const more =
    all > maxShownPerformanceAgents
      ? ` • ${labels.showing(format.count(maxShownPerformanceAgents), format.count(all))}`
      : '';
  return (
    <SectionCard title={labels.title} subtitle={`${period.title}${more}`} bodyClassName="min-h-93 p-0">
      {isError && data ? <StaleNotice className="m-2" onRetry={retry} /> : null}
      {!data && isError ? (
        <FailedReadState text={getRequestErrorText(error)} onRetry={retry} className="min-h-93" />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} className="min-h-93" />
      ) : null}
      {all > 0 || (!data && !isError) ? <Legend /> : null}
      {!data && !isError ? <AgentPerformanceSkeleton /> : null}
      {data && all > 0 ? (
        <ul className={classNames(isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
          {data.slice(0, maxShownPerformanceAgents).map((agent) => (
            <Performance
              key={agent.agent_id}
              period={period}
              agent={agent}
              calls={metrics?.agentCalls[agent.agent_id] ?? agent.total_calls}
            />
          ))}
        </ul>
      ) : null}
    </SectionCard>
  );
}
