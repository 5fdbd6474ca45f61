/** What each agent did in the range: calls, goals reached with a badge, and what they cost. Cards where there is no room. */
import { ChevronsUp, Equal, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Analytics, AnalyticsAgent } from '../../../contract/analytics.ts';
import { figureLists, type FigureList } from '../../../contract/figure-lists.ts';
import { agentsLabels as labels, analyticsLabels } from '../../../labels/analytics-es.ts';
import { agentLabel } from '../../format/calls.ts';
import { goalBand } from '../../format/rate-grades.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import type { CallsLink } from './analytics-filters.ts';

const bandLooks = {
  high: { tone: 'accent', Icon: ChevronsUp },
  middle: { tone: 'neutral', Icon: Equal },
  low: { tone: 'bad', Icon: TriangleAlert },
} as const;

function RateBadge({ rate }: { readonly rate: number }) {
  const format = useFormat();
  const band = goalBand(rate);
  const { tone, Icon } = bandLooks[band];
  return (
    <Badge tone={tone} className="tabular-nums">
      <Icon aria-hidden />
      {format.percent(rate)}
      <span className="sr-only"> {labels.bands[band]}</span>
    </Badge>
  );
}

const nameOf = ({ agent_id: agentId, agent_name: agentName }: AnalyticsAgent): string =>
  agentLabel({ agentId: agentId || null, agentName }, analyticsLabels.noAgent);

type Column = 'calls' | 'successful' | 'failed' | 'successRate' | 'cost' | 'costPerSuccess';
const columns: readonly Column[] = ['calls', 'successful', 'failed', 'successRate', 'cost', 'costPerSuccess'];

interface CallsCountProps {
  readonly agent: AnalyticsAgent;
  readonly count: number;
  /** What is counted. */
  readonly about: string;
  readonly list: FigureList;
  readonly linkOf: CallsLink;
}

/** A number of calls that opens them; the history has no filter for calls without an agent. */
function CallsCount({ agent, count, about, list, linkOf }: CallsCountProps) {
  const format = useFormat();
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

function AgentFigure({
  agent,
  column,
  linkOf,
}: {
  readonly agent: AnalyticsAgent;
  readonly column: Column;
  readonly linkOf: CallsLink;
}): ReactNode {
  const format = useFormat();
  const isAnalysed = agent.success_rate !== null;
  switch (column) {
    case 'calls':
      return (
        <CallsCount
          agent={agent}
          count={agent.call_count}
          about={nameOf(agent)}
          list={figureLists.calls}
          linkOf={linkOf}
        />
      );
    case 'successful':
      return isAnalysed ? (
        <CallsCount
          agent={agent}
          count={agent.successful_calls}
          about={`${nameOf(agent)}, ${labels.successful}`}
          list={figureLists.goalReached}
          linkOf={linkOf}
        />
      ) : (
        <UnknownFigure why={labels.noRate} />
      );
    case 'failed':
      return isAnalysed ? (
        <CallsCount
          agent={agent}
          count={agent.failed_calls}
          about={`${nameOf(agent)}, ${labels.failed}`}
          list={figureLists.goalMissed}
          linkOf={linkOf}
        />
      ) : (
        <UnknownFigure why={labels.noRate} />
      );
    case 'successRate':
      return agent.success_rate === null ? (
        <UnknownFigure why={labels.noRate} />
      ) : (
        <RateBadge rate={agent.success_rate} />
      );
    case 'cost':
      return agent.cost_cents === null ? (
        <UnknownFigure why={labels.noCost} />
      ) : (
        <span className="whitespace-nowrap">{format.totalCost(agent.cost_cents)}</span>
      );
    case 'costPerSuccess':
    default:
      return agent.cost_per_success_cents === null ? (
        <UnknownFigure why={labels.noCostPerSuccess} />
      ) : (
        <span className="whitespace-nowrap">{format.callCost(agent.cost_per_success_cents)}</span>
      );
  }
}

interface AgentsProps {
  readonly agents: readonly AnalyticsAgent[];
  readonly linkOf: CallsLink;
}

function AgentTable({ agents, linkOf }: AgentsProps) {
  return (
    <Table className="print:text-xs">
      <TableHead>
        <tr>
          <HeadCell className="print:px-1">{labels.agent}</HeadCell>
          {columns.map((column) => (
            <HeadCell key={column} className="text-right print:px-1">
              {labels[column]}
            </HeadCell>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {agents.map((agent) => (
          <TableRow key={agent.agent_id} className="print:break-inside-avoid">
            <th scope="row" className="h-11 max-w-72 truncate px-4 font-medium print:px-1">
              {nameOf(agent)}
            </th>
            {columns.map((column) => (
              <Cell key={column} className="text-right tabular-nums print:px-1">
                <AgentFigure agent={agent} column={column} linkOf={linkOf} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function AgentList({ agents, linkOf }: AgentsProps) {
  return (
    <ul className="divide-y divide-line">
      {agents.map((agent) => (
        <li key={agent.agent_id} className="px-4 py-3 print:break-inside-avoid">
          <p className="truncate font-medium">{nameOf(agent)}</p>
          <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2">
            {columns.map((column) => (
              <div key={column} className="min-w-0">
                <dt className="text-xs text-muted">{labels[column]}</dt>
                <dd className="tabular-nums">
                  <AgentFigure agent={agent} column={column} linkOf={linkOf} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

export function AgentsCard({
  analytics: { callsByAgent },
  linkOf,
}: {
  readonly analytics: Analytics;
  readonly linkOf: CallsLink;
}) {
  const hasRoom = useMediaQuery('(min-width: 48rem), print');
  const Agents = hasRoom ? AgentTable : AgentList;
  return (
    <Card title={labels.title} actions={<HelpTip about={labels.title} text={labels.help} />} bodyClassName="p-0">
      <Agents agents={callsByAgent} linkOf={linkOf} />
    </Card>
  );
}
