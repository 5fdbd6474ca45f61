/** Page /rendimiento-agentes: figures of each agent in a time range. Filters, tab and sort column are in the URL. */
import { Download } from 'lucide-react';
import type { AgentScorecards } from '../../../contract/agent-scorecards.ts';
import type { ResponseDays } from '../../../contract/figure-range.ts';
import { performanceLabels as labels, performanceTabLabels } from '../../../labels/performance-es.ts';
import { hasCode, shownMessage } from '../../api/api-error.ts';
import { useAgentScorecards } from '../../api/queries.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { FigureFilters, useFigureRange } from '../../layout/figure-filters.tsx';
import { HeaderActions } from '../../layout/header-actions.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { ReportHeader, useReportNames } from '../../layout/report-header.tsx';
import { saveCsv } from '../../layout/save-csv.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState, ForbiddenState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  callsLink,
  defaultSort,
  defaultTab,
  performanceRanges,
  readSort,
  readPerformanceTab,
  toScorecardsQuery,
} from './performance-address.ts';
import { ScorecardTiles, TilesSkeleton } from './scorecard-tiles.tsx';
import { sortAgents } from './scorecard-values.ts';
import { SummaryTab } from './summary-tab.tsx';

const agentsTab = lazyPart(() => import('./agents-tab.tsx'));
const comparisonTab = lazyPart(() => import('./comparison-tab.tsx'));

function Filters({ answered }: { readonly answered: ResponseDays | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
      <div className="min-w-0 max-sm:w-full sm:flex-1">
        <FigureFilters named={performanceRanges} answered={answered} />
      </div>
      <div className="ml-auto flex h-9 items-center gap-1">
        <ActiveHelpBadge />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <>
      <TilesSkeleton />
      <div aria-busy>
        <Skeleton className="h-10 w-72 max-w-full" />
        <div className="grid gap-4 pt-4 lg:gap-6 xl:grid-cols-2">
          <Skeleton className="h-110 w-full" />
          <Skeleton className="h-110 w-full" />
        </div>
      </div>
    </>
  );
}

function Empty() {
  const [search, changeSearch] = useSearchState();
  const isLongest = useFigureRange(performanceRanges).name === '90d';
  const action = search.get('agent') ? (
    <Button size="small" onClick={() => changeSearch({ agent: null })}>
      {labels.allAgents}
    </Button>
  ) : isLongest ? null : (
    <Button size="small" onClick={() => changeSearch({ period: '90d', from: null, to: null })}>
      {labels.longerPeriod}
    </Button>
  );
  return (
    <Card>
      <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} action={action} />
    </Card>
  );
}

function Figures({ scorecards: { days, total, agents } }: { readonly scorecards: AgentScorecards }) {
  const [search, changeSearch] = useSearchState();
  const sort = readSort(search);
  const tabs = [
    { value: 'summary', label: performanceTabLabels.summary, content: <SummaryTab agents={agents} days={days} /> },
    { value: 'agents', label: performanceTabLabels.agents, content: <agentsTab.Part agents={agents} days={days} /> },
    {
      value: 'comparison',
      label: performanceTabLabels.comparison,
      content: (
        <comparisonTab.Part
          agents={agents}
          days={days}
          sort={sort}
          onSort={(value) => changeSearch({ sort: value === defaultSort ? null : value, page: null })}
        />
      ),
    },
  ];
  return (
    <>
      <ScorecardTiles total={total} href={callsLink(days, search.get('agent'))} />
      {agents.length === 0 ? (
        <Empty />
      ) : (
        <Tabs
          label={labels.tabs}
          value={readPerformanceTab(search)}
          onChange={(value) => changeSearch({ tab: value === defaultTab ? null : value, page: null })}
          tabs={tabs}
        />
      )}
    </>
  );
}

const stack = 'flex flex-col gap-4 lg:gap-6 print:block print:space-y-4';

export default function PerformancePage() {
  const format = useFormat();
  const [search] = useSearchState();
  const range = useFigureRange(performanceRanges);
  const agentId = search.get('agent');
  const { data, error, isPlaceholderData, refetch } = useAgentScorecards(toScorecardsQuery(range, agentId));
  const report = useReportNames(range.title, agentId);
  const whole = isPlaceholderData ? undefined : data;
  const save = () => {
    if (!whole) return;
    void saveCsv(async () => {
      const { comparisonCsv, comparisonCsvFileName: csvName } = await import('./comparison-csv.ts');
      return { name: csvName(whole.days), csv: comparisonCsv(sortAgents(whole.agents, readSort(search)), format) };
    });
  };
  const actions = (
    <HeaderActions>
      <Button size="small" disabled={!whole?.agents.length} onClick={save}>
        <Download aria-hidden />
        {labels.exportCsv}
      </Button>
      <PrintButton isWhole={whole !== undefined} />
    </HeaderActions>
  );
  return (
    <Page title={labels.title} actions={actions} className={stack}>
      <Filters answered={whole} />
      {data ? (
        <div className={classNames(stack, isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
          <ReportHeader report={report} answered={data} />
          {error === null ? null : <StaleNotice onRetry={() => void refetch()} />}
          <Figures scorecards={data} />
        </div>
      ) : error === null ? (
        <Loading />
      ) : hasCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <Card>
          <FailedState text={shownMessage(error)} onRetry={() => void refetch()} />
        </Card>
      )}
    </Page>
  );
}
