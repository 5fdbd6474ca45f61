/** Tab 'Comparación': table of all agents, sorted by the chosen column; cards on narrow screens. */
import { useId, type ReactNode } from 'react';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import {
  agentComparisonLabels as labels,
  scorecardHelp,
  scorecardNoDataReasonLabels,
  type AgentComparisonColumnName,
} from '../../../labels/performance-es.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { PaginatedRows } from '../../layout/in-pages.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { Select } from '../../ui/input.tsx';
import { SuccessGradeBadge } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentPageLink } from './agent-name.tsx';
import { AgentCallCountLink } from './calls-link.tsx';
import { agentComparisonColumnNames, type AgentComparisonSort } from './performance-address.ts';
import { AgentSatisfaction } from './satisfaction.tsx';
import { hasEnoughCallsForRank, sortAgentsByColumn } from './scorecard-values.ts';
import { SuccessRateTrend } from './trend-mark.tsx';

type FigureColumn = Exclude<AgentComparisonColumnName, 'name'>;
const figureColumns = agentComparisonColumnNames.filter((column): column is FigureColumn => column !== 'name');

interface AgentsProps {
  readonly agents: readonly AgentScorecard[];
  readonly days: CalendarDayRange;
}

interface SortProps {
  readonly sort: AgentComparisonSort;
  readonly onSort: (sort: AgentComparisonSort) => void;
}

function AgentFigure({
  agent,
  column,
  days,
}: {
  readonly agent: AgentScorecard;
  readonly column: FigureColumn;
  readonly days: CalendarDayRange;
}): ReactNode {
  const format = useRegionalFormat();
  if (column === 'totalCalls' || column === 'successfulCalls' || column === 'failedCalls')
    return <AgentCallCountLink agent={agent} days={days} name={column} />;
  const figure = agent[column];
  if (figure === null) return <UnknownFigure why={scorecardNoDataReasonLabels[column]} />;
  switch (column) {
    case 'successRate':
      return (
        <span className="flex flex-wrap items-center gap-x-1.5 lg:flex-row-reverse lg:flex-nowrap print:flex-col print:items-end">
          <span className="font-semibold">{format.percent(figure)}</span>
          <SuccessRateTrend scorecard={agent} isBrief />
        </span>
      );
    case 'averageDuration':
      return <span className="whitespace-nowrap">{formatAverageDuration(figure)}</span>;
    case 'satisfaction':
      return <AgentSatisfaction scorecard={agent} isBrief />;
    case 'responseTime':
      return <span className="whitespace-nowrap">{format.count(Math.round(figure))} ms</span>;
    case 'goalRate':
    case 'voiceQuality':
    default:
      return format.percent(figure);
  }
}

function figureColumn(id: FigureColumn): TableColumn<AgentScorecard, CalendarDayRange> {
  return {
    id,
    head: labels.columns[id],
    help: scorecardHelp[id],
    cell: (agent, days) => <AgentFigure agent={agent} column={id} days={days} />,
    className: 'px-2 text-right last:pr-4 print:not-last:px-1',
    cellClass: 'tabular-nums',
    sorts: 'descending',
  };
}

const columns: readonly TableColumn<AgentScorecard, CalendarDayRange>[] = [
  {
    id: 'name',
    head: labels.columns.name,
    cell: (agent) => (
      <span className="block max-w-60 truncate print:min-w-36">
        <AgentPageLink agent={agent} />
      </span>
    ),
    headClass: 'px-2 first:pl-4',
    cellClass: 'h-11 pr-2 pl-4 font-medium',
    isRowHead: true,
    sorts: 'ascending',
    card: 'title',
  },
  {
    id: 'grade',
    head: null,
    cell: (agent) =>
      agent.successRate === null || !hasEnoughCallsForRank(agent) ? null : (
        <SuccessGradeBadge percent={agent.successRate} />
      ),
    className: 'hidden',
    card: 'corner',
  },
  ...figureColumns.map(figureColumn),
];

function SortSelect({ sort, onSort }: SortProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-xs text-muted">
        {labels.sortBy}
      </label>
      <Select id={id} value={sort} onChange={(event) => onSort(event.target.value as AgentComparisonSort)}>
        {agentComparisonColumnNames.flatMap((column) => [
          <option key={`-${column}`} value={`-${column}`}>
            {labels.descending(labels.columns[column])}
          </option>,
          <option key={column} value={column}>
            {labels.ascending(labels.columns[column])}
          </option>,
        ])}
      </Select>
    </div>
  );
}

const wideFrom = '(min-width: 64rem), print';

export default function AgentComparisonTab({ agents, days, sort, onSort }: AgentsProps & SortProps) {
  const format = useRegionalFormat();
  const hasRoom = useMediaQuery(wideFrom);
  const sorted = sortAgentsByColumn(agents, sort);
  return (
    <SectionCard
      title={labels.title}
      subtitle={labels.text(format.count(agents.length))}
      actions={hasRoom ? null : <SortSelect sort={sort} onSort={onSort} />}
      bodyClassName="p-0"
    >
      <PaginatedRows rows={sorted} size={50}>
        {(rows) => (
          <ResponsiveTableOrCards
            wideFrom={wideFrom}
            figures="pairs"
            className="print:text-xs"
            aria-label={labels.table}
            columns={columns}
            context={days}
            rows={rows}
            keyOf={({ agentId }) => agentId}
            sorting={{ sort, onSort: (next) => onSort(next as AgentComparisonSort) }}
          />
        )}
      </PaginatedRows>
    </SectionCard>
  );
}
