/**
 * Card of the Analytics screen with each agent's calls, goals reached and costs. On narrow screens, the table becomes a
 * list of cards.
 */
import { ChevronsUp, Equal, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { Analytics, AnalyticsAgent } from '../../../contract/analytics.ts';
import { addDays } from '../../../contract/calendar-days.ts';
import { callFiltersByFigure, type FigureCallFilters } from '../../../contract/figure-lists.ts';
import { composeAgentLinkLabel } from '../../../labels/agent-link-es.ts';
import { analyticsAgentsCardLabels as labels } from './analytics-agents-es.ts';
import { analyticsLabels } from '../../../labels/analytics-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { classifyGoalRate } from '../../format/rate-grades.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { getTodayInZone } from '../../layout/figure-filters.tsx';
import { PaginatedRows } from '../../layout/in-pages.tsx';
import { screenPaths, pickPeriodParameters } from '../../paths.ts';
import { useWorkspaceTimeZone } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';

const bandLooks = {
  high: { tone: 'accent', Icon: ChevronsUp },
  middle: { tone: 'neutral', Icon: Equal },
  low: { tone: 'bad', Icon: TriangleAlert },
} as const;

function RateBadge({ rate }: { readonly rate: number }) {
  const format = useRegionalFormat();
  const band = classifyGoalRate(rate);
  const { tone, Icon } = bandLooks[band];
  return (
    <Badge tone={tone} className="tabular-nums">
      <Icon aria-hidden />
      {format.percent(rate)}
      <span className="sr-only"> {labels.bands[band]}</span>
    </Badge>
  );
}

function Percent({ rate }: { readonly rate: number | null }) {
  const format = useRegionalFormat();
  return rate === null ? <UnknownFigure why={labels.noFinished} /> : format.percent(rate);
}

const nameOf = ({ agent_id: agentId, agent_name: agentName }: AnalyticsAgent): string =>
  formatAgentLabel({ agentId: agentId || null, agentName }, analyticsLabels.noAgent);

/**
 * Link to an agent's page for the same date range. That page uses other URL parameters: today is `period=1d`, and
 * yesterday is a custom range with two dates.
 */
function AgentName({ agent }: { readonly agent: AnalyticsAgent }) {
  const [search] = useUrlSearchState();
  const yesterday = addDays(getTodayInZone(useWorkspaceTimeZone()), -1);
  if (agent.agent_id === '') return nameOf(agent);
  const range = pickPeriodParameters(search);
  const days: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    today: { period: '1d' },
    yesterday: { period: 'custom', from: yesterday, to: yesterday },
  };
  return (
    <Link
      href={screenPaths.agent(agent.agent_id, { ...range, ...days[range['period'] ?? ''] })}
      title={composeAgentLinkLabel(nameOf(agent))}
      className="rounded-sm hover:text-accent-text hover:underline"
    >
      {nameOf(agent)}
    </Link>
  );
}

interface CallsCountProps {
  readonly agent: AnalyticsAgent;
  readonly count: number;
  /** What the number counts, for screen readers. */
  readonly about: string;
  readonly list: FigureCallFilters;
  readonly linkOf: FigureCallsLinkBuilder;
}

/**
 * A number of calls as a link to those calls. Calls without an agent get no link, because no call history filter can
 * select them.
 */
function CallsCount({ agent, count, about, list, linkOf }: CallsCountProps) {
  const format = useRegionalFormat();
  if (agent.agent_id === '' || count === 0) return format.count(count);
  return (
    <Link
      href={linkOf(list, { agent: agent.agent_id })}
      data-figure={count}
      className="rounded-sm font-semibold hover:text-accent-text hover:underline"
    >
      {format.count(count)}
      <span className="sr-only"> {analyticsLabels.seeCalls(about)}</span>
    </Link>
  );
}

interface MoneyProps {
  readonly cents: number | null;
  /** Why the cost is unknown. */
  readonly why: string;
  readonly write: 'totalCost' | 'callCost';
}

function Money({ cents, why, write }: MoneyProps) {
  const format = useRegionalFormat();
  if (cents === null) return <UnknownFigure why={why} />;
  return <span className="whitespace-nowrap">{format[write](cents)}</span>;
}

const figure = { className: 'text-right print:px-1 print:last:pr-4', cellClass: 'tabular-nums' } as const;

/**
 * Table column with the number of each agent's calls that reached the goal ('successful') or missed it ('failed'). The
 * number is unknown until one of the agent's calls is analysed.
 */
function outcome(
  id: 'successful' | 'failed',
  countOf: (agent: AnalyticsAgent) => number,
  list: FigureCallFilters,
): TableColumn<AnalyticsAgent, FigureCallsLinkBuilder> {
  return {
    ...figure,
    id,
    head: labels[id],
    cell: (agent, linkOf) =>
      agent.success_rate === null ? (
        <UnknownFigure why={labels.noRate} />
      ) : (
        <CallsCount
          agent={agent}
          count={countOf(agent)}
          about={`${nameOf(agent)}, ${labels[id]}`}
          list={list}
          linkOf={linkOf}
        />
      ),
  };
}

const columns: readonly TableColumn<AnalyticsAgent, FigureCallsLinkBuilder>[] = [
  {
    id: 'agent',
    head: labels.agent,
    cell: (agent) => <AgentName agent={agent} />,
    headClass: 'print:pr-1',
    cellClass: 'h-11 max-w-72 truncate px-4 font-medium print:min-w-38 print:pr-1',
    isRowHead: true,
    card: 'title',
  },
  {
    ...figure,
    id: 'calls',
    head: labels.calls,
    cell: (agent, linkOf) => (
      <CallsCount
        agent={agent}
        count={agent.call_count}
        about={nameOf(agent)}
        list={callFiltersByFigure.calls}
        linkOf={linkOf}
      />
    ),
  },
  outcome('successful', (agent) => agent.successful_calls, callFiltersByFigure.goalReached),
  outcome('failed', (agent) => agent.failed_calls, callFiltersByFigure.goalMissed),
  {
    ...figure,
    id: 'successRate',
    head: labels.successRate,
    cell: ({ success_rate: rate }) =>
      rate === null ? <UnknownFigure why={labels.noRate} /> : <RateBadge rate={rate} />,
  },
  {
    ...figure,
    id: 'finishedSuccessRate',
    head: labels.finishedSuccessRate,
    cell: ({ finished_success_rate: rate }) => <Percent rate={rate} />,
  },
  {
    ...figure,
    id: 'cost',
    head: labels.cost,
    cell: ({ cost_cents: cents }) => <Money cents={cents} why={labels.noCost} write="totalCost" />,
  },
  {
    ...figure,
    id: 'costPerSuccess',
    head: labels.costPerSuccess,
    cell: ({ cost_per_success_cents: cents }) => <Money cents={cents} why={labels.noCostPerSuccess} write="callCost" />,
  },
];

export default function AnalyticsAgentsCard({
  analytics: { callsByAgent },
  linkOf,
}: {
  readonly analytics: Analytics;
  readonly linkOf: FigureCallsLinkBuilder;
}) {
  return (
    <SectionCard title={<LabelWithHelp about={labels.title} text={labels.help} />} bodyClassName="p-0">
      <PaginatedRows rows={callsByAgent} size={50}>
        {(rows) => (
          <ResponsiveTableOrCards
            figures="pairs"
            className="print:text-xs"
            columns={columns}
            context={linkOf}
            rows={rows}
            keyOf={({ agent_id }) => agent_id}
            rowProps={() => ({ className: 'print:break-inside-avoid' })}
          />
        )}
      </PaginatedRows>
    </SectionCard>
  );
}
