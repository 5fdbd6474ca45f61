/** Page /rendimiento-agentes: figures of each agent in a time range. Filters, tab and sort column are in the URL. */
import { Download } from 'lucide-react';
import type { AgentScorecards } from '../../../contract/agent-scorecards.ts';
import type { ComparedDayRanges } from '../../../contract/figure-range.ts';
import { performanceScreenLabels as labels, performanceTabLabels } from '../../../labels/performance-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useAgentScorecards } from '../../api/queries.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageFrame } from '../../layout/page.tsx';
import { FigureRangeFilters, useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { PageHeaderActions } from '../../layout/header-actions.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { PrintedReportHeader, usePrintedReportHeading } from '../../layout/report-header.tsx';
import { saveCsvFile } from '../../layout/save-csv.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  buildFigureCallsUrl,
  defaultAgentComparisonSort,
  defaultPerformanceTab,
  performancePeriodOptions,
  readAgentComparisonSortFromUrl,
  readPerformanceTabFromUrl,
  toScorecardsQuery,
} from './performance-address.ts';
import { ScorecardTiles, ScorecardTilesSkeleton } from './scorecard-tiles.tsx';
import { sortAgentsByColumn } from './scorecard-values.ts';
import { PerformanceSummaryTab } from './summary-tab.tsx';

const agentsTab = createLazyComponent(() => import('./agents-tab.tsx'));
const comparisonTab = createLazyComponent(() => import('./comparison-tab.tsx'));

function Filters({ answered }: { readonly answered: ComparedDayRanges | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
      <div className="min-w-0 max-sm:w-full sm:flex-1">
        <FigureRangeFilters named={performancePeriodOptions} answered={answered} />
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
      <ScorecardTilesSkeleton />
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
  const [search, changeSearch] = useUrlSearchState();
  const isLongest = useFigureRangeFromUrl(performancePeriodOptions).name === '90d';
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
    <SectionCard>
      <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} action={action} />
    </SectionCard>
  );
}

function Figures({ scorecards: { days, total, agents } }: { readonly scorecards: AgentScorecards }) {
  const [search, changeSearch] = useUrlSearchState();
  const sort = readAgentComparisonSortFromUrl(search);
  const tabs = [
    {
      value: 'summary',
      label: performanceTabLabels.summary,
      content: <PerformanceSummaryTab agents={agents} days={days} />,
    },
    { value: 'agents', label: performanceTabLabels.agents, content: <agentsTab.Part agents={agents} days={days} /> },
    {
      value: 'comparison',
      label: performanceTabLabels.comparison,
      content: (
        <comparisonTab.Part
          agents={agents}
          days={days}
          sort={sort}
          onSort={(value) => changeSearch({ sort: value === defaultAgentComparisonSort ? null : value, page: null })}
        />
      ),
    },
  ];
  return (
    <>
      <ScorecardTiles total={total} href={buildFigureCallsUrl(days, search.get('agent'))} />
      {agents.length === 0 ? (
        <Empty />
      ) : (
        <Tabs
          label={labels.tabs}
          value={readPerformanceTabFromUrl(search)}
          onChange={(value) => changeSearch({ tab: value === defaultPerformanceTab ? null : value, page: null })}
          tabs={tabs}
        />
      )}
    </>
  );
}

const stack = 'flex flex-col gap-4 lg:gap-6 print:block print:space-y-4';

export default function PerformancePage() {
  const format = useRegionalFormat();
  const [search] = useUrlSearchState();
  const range = useFigureRangeFromUrl(performancePeriodOptions);
  const agentId = search.get('agent');
  const { data, error, isPlaceholderData, refetch } = useAgentScorecards(toScorecardsQuery(range, agentId));
  const report = usePrintedReportHeading(range.title, agentId);
  const whole = isPlaceholderData ? undefined : data;
  const save = () => {
    if (!whole) return;
    void saveCsvFile(async () => {
      const { formatAgentComparisonCsv: comparisonCsv, formatAgentComparisonCsvFileName: csvName } =
        await import('./comparison-csv.ts');
      return {
        name: csvName(whole.days),
        csv: comparisonCsv(sortAgentsByColumn(whole.agents, readAgentComparisonSortFromUrl(search)), format),
      };
    });
  };
  const actions = (
    <PageHeaderActions>
      <Button size="small" disabled={!whole?.agents.length} onClick={save}>
        <Download aria-hidden />
        {labels.exportCsv}
      </Button>
      <PrintButton isWhole={whole !== undefined} />
    </PageHeaderActions>
  );
  return (
    <PageFrame title={labels.title} actions={actions} className={stack}>
      <Filters answered={whole} />
      {data ? (
        <div className={classNames(stack, isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
          <PrintedReportHeader report={report} answered={data} />
          {error === null ? null : <StaleNotice onRetry={() => void refetch()} />}
          <Figures scorecards={data} />
        </div>
      ) : error === null ? (
        <Loading />
      ) : isApiErrorWithCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <SectionCard>
          <FailedReadState text={getRequestErrorText(error)} onRetry={() => void refetch()} />
        </SectionCard>
      )}
    </PageFrame>
  );
}
