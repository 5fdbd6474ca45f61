/** Card 'Distribución de Agentes': each agent's calls and customer moods in the period, as a ring chart and a list. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { AgentSentimentCounts, AgentCallCount } from '../../../contract/analytics.ts';
import { agentCallShareLabels as labels } from '../../../labels/dashboard-es.ts';
import { agentCallDistributionHelp } from '../../../labels/help-es.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useAgentNames, useAgentSentiment, useAgentCallShares } from '../../api/queries.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { AgentCallShareDonut } from './agent-donut.tsx';
import {
  pickAgentShareColourIndex,
  formatAgentName,
  computeAgentDonutSlices,
  mergeAgentUsageWithMetrics,
} from './agent-figures.ts';
import { AgentSentimentBar } from './agent-moods.tsx';
import { AgentDistributionSkeleton } from './agent-skeletons.tsx';
import { buildPeriodCallsHistoryUrl, toAgentFiguresQuery, type DashboardPeriodOption } from './filters.ts';
import { useSharedDashboardMetrics } from './shared-figures.tsx';

const swatches = ['bg-share-1', 'bg-share-2', 'bg-share-3', 'bg-share-4', 'bg-share-5', 'bg-share-6'] as const;
const rowClass = 'block px-4 py-2';

interface ShareProps {
  readonly period: DashboardPeriodOption;
  readonly agent: AgentCallCount;
  readonly colour: number;
  readonly sentiment: AgentSentimentCounts | undefined;
}

function Share({ period, agent, colour, sentiment }: ShareProps) {
  const format = useRegionalFormat();
  const content = (
    <>
      <span className="flex items-center gap-2">
        <span aria-hidden className={classNames('size-2.5 shrink-0 rounded-sm', swatches[colour])} />
        <span className="line-clamp-2 font-medium break-words" title={formatAgentName(agent)}>
          {formatAgentName(agent)}
        </span>
      </span>
      <span className="block text-xs text-muted tabular-nums">
        {labels.calls(format.count(agent.call_count))} •{' '}
        <span className="font-medium text-ink">{format.percent(agent.percentage)}</span> {labels.share}
      </span>
      {sentiment && sentiment.total > 0 ? <AgentSentimentBar sentiment={sentiment} /> : null}
    </>
  );
  if (agent.agent_id === '') return <span className={rowClass}>{content}</span>;
  return (
    <Link
      href={buildPeriodCallsHistoryUrl(period, agent.agent_id)}
      data-figure={agent.call_count}
      className={classNames(rowClass, '-outline-offset-2 transition-colors hover:bg-sunken')}
    >
      {content}
    </Link>
  );
}

interface SharesProps {
  readonly period: DashboardPeriodOption;
  readonly usage: readonly AgentCallCount[];
  readonly sentiments: readonly AgentSentimentCounts[];
  readonly calls: number | undefined;
}

function Shares({ period, usage, sentiments, calls }: SharesProps) {
  const format = useRegionalFormat();
  const [highlighted, setHighlighted] = useState<number | null>(null);
  return (
    <div className="flex items-center max-sm:flex-col">
      <div className="relative m-2 size-44 shrink-0">
        <AgentCallShareDonut
          slices={computeAgentDonutSlices(usage)}
          highlighted={highlighted}
          onHighlight={setHighlighted}
        />
        <p className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center">
          {calls === undefined ? null : (
            <>
              <span className="text-lg font-semibold tabular-nums">{format.count(calls)}</span>
              <span className="text-xs text-muted">{labels.total(calls === 1)}</span>
            </>
          )}
        </p>
      </div>
      {/*
       * The visible part of the list ends in the middle of the sixth agent, so that users see that the list scrolls.
       */}
      <ul
        aria-label={labels.list}
        className="max-h-116 min-h-84 w-full min-w-0 overflow-y-auto border-line max-sm:border-t sm:flex-1 sm:border-l"
      >
        {usage.map((agent, place) => (
          <li
            key={agent.agent_id}
            className={classNames(
              'border-b border-line last:border-0',
              highlighted === pickAgentShareColourIndex(place) && 'bg-sunken',
            )}
            onPointerEnter={() => setHighlighted(pickAgentShareColourIndex(place))}
            onPointerLeave={() => setHighlighted(null)}
          >
            <Share
              period={period}
              agent={agent}
              colour={pickAgentShareColourIndex(place)}
              sentiment={sentiments.find(({ agent_id: id }) => id === agent.agent_id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Legend() {
  return (
    <div className="flex h-9 items-center gap-x-4 border-b border-line px-4 text-xs text-muted">
      {(
        [
          ['callsColumn', 'calls'],
          ['shareColumn', 'share'],
          ['sentimentColumn', 'sentiment'],
        ] as const
      ).map(([label, help]) => (
        <MetricHelpTooltip key={label} about={labels[label]} text={agentCallDistributionHelp[help]} />
      ))}
    </div>
  );
}

export function AgentDistributionCard({
  period,
  agentId,
}: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  const format = useRegionalFormat();
  const filter = toAgentFiguresQuery(period, agentId);
  const { metrics, shared } = useSharedDashboardMetrics();
  const agents = useAgentNames().data;
  const usage = useAgentCallShares(filter);
  const sentiment = useAgentSentiment(filter);
  const retry = () => {
    if (usage.isError) void usage.refetch();
    if (sentiment.isError) void sentiment.refetch();
  };
  // Show the agents only once their sentiments are loaded too, because otherwise the rows would grow later.
  const isReady = usage.data !== undefined && (sentiment.data !== undefined || sentiment.isError);
  const isFailed = usage.data === undefined && usage.isError;
  const nameOf = (id: string) => agents?.find(({ agent_id: each }) => each === id)?.agent_name ?? null;
  const shares = usage.data && mergeAgentUsageWithMetrics(usage.data, metrics, agentId, nameOf);
  const isOlder = usage.isPlaceholderData || sentiment.isPlaceholderData;
  const active = shares?.filter((agent) => agent.agent_id !== '').length ?? 0;
  return (
    <SectionCard
      title={labels.title}
      subtitle={shares ? labels.active(format.count(active)) : <span>&nbsp;</span>}
      bodyClassName="min-h-93 p-0"
    >
      {(usage.isError && usage.data) || (sentiment.isError && sentiment.data) ? (
        <StaleNotice className="m-2" onRetry={retry} />
      ) : null}
      {isFailed ? (
        <FailedReadState text={getRequestErrorText(usage.error)} onRetry={retry} className="min-h-93" />
      ) : null}
      {!isFailed && shares?.length === 0 ? (
        <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} className="min-h-93" />
      ) : null}
      {isFailed || shares?.length === 0 ? null : <Legend />}
      {isReady && sentiment.isError && !sentiment.data ? (
        <Alert
          tone="attention"
          className="m-2"
          action={
            <Button size="small" onClick={retry}>
              {commonActionLabels.retry}
            </Button>
          }
        >
          {labels.sentimentFailed}
        </Alert>
      ) : null}
      {!isReady && !isFailed && shares?.length !== 0 ? <AgentDistributionSkeleton /> : null}
      {isReady && shares && shares.length > 0 ? (
        <div className={classNames(isOlder && 'opacity-60')} aria-busy={isOlder}>
          <Shares
            period={period}
            usage={shares}
            sentiments={sentiment.data ?? []}
            calls={shared(
              'totalCalls',
              shares.reduce((sum, agent) => sum + agent.call_count, 0),
            )}
          />
        </div>
      ) : null}
    </SectionCard>
  );
}
