/**
 * Page '/agente/{id}': one agent's figures in a range, compared with earlier days, with causes, versions, hours and
 * latest calls. The range is in the URL. app/agent-page.tsx passes parts of other features as props.
 */
import { Gauge, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { AgentReport, AgentScorecards } from '../../../contract/agent-scorecards.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { agentPageLabels as labels } from './agent-page-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import {
  useAgentReport,
  useAgentNames,
  useAgentScorecards,
  useAnalytics,
  useAnswerRatesByHour,
} from '../../api/queries.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { readFigureRangeFromUrl } from '../../format/figure-range.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { FigureRangeFilters, getTodayInZone, useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { PageHeaderActions } from '../../layout/header-actions.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { PrintedReportHeader, usePrintedReportHeading } from '../../layout/report-header.tsx';
import { screenPaths, pickPeriodParameters } from '../../paths.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { createAgentCallsLinkBuilder, type AgentCallsLinkBuilder } from './agent-lists.ts';
import { AgentFigureTiles, AgentFigureTilesSkeleton } from './agent-tiles.tsx';
import { AgentChangeCausesList } from './agent-moves-list.tsx';
import { sumDisconnectReasonCounts } from './agent-moves.ts';
import {
  buildAgentCopcMetricsUrl,
  performancePeriodOptions,
  toAgentAnalyticsQuery,
  toAgentDialingHoursQuery,
  toScorecardsQuery,
  toAgentReportQuery,
} from './performance-address.ts';

const verdictCard = createLazyComponent(() => import('../../layout/verdict-card.tsx'));
const successCard = createLazyComponent(() => import('./success-card.tsx'));
const versionsCard = createLazyComponent(() => import('./versions-card.tsx'));
const latestCallsCard = createLazyComponent(() => import('./latest-calls-card.tsx'));
for (const part of [verdictCard, successCard, versionsCard, latestCallsCard]) part.preload();

interface CountedReasons {
  readonly calls: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface AgentPageSlots {
  readonly renderReasons: (props: {
    readonly analytics: Analytics;
    readonly before: CountedReasons;
    readonly linkOf: AgentCallsLinkBuilder['linkOf'];
  }) => ReactNode;
  readonly renderHours: (props: {
    readonly hours: ReturnType<typeof useAnswerRatesByHour>;
    readonly linkOf: AgentCallsLinkBuilder['linkOf'];
  }) => ReactNode;
}

/** Starts the first API reads of an agent's page while its code loads. */
export const prefetchAgentPage: ScreenPrefetchFunction = ({ read }, { path, search, workspace }) => {
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  const range = readFigureRangeFromUrl(search, performancePeriodOptions, getTodayInZone(workspace.timeZone));
  read('getAgentReport', { params: { id }, query: toAgentReportQuery(range) });
  read('getAgentScorecards', { query: toScorecardsQuery(range, id) });
  read('getAnalytics', { query: toAgentAnalyticsQuery(range, id) });
  read('getVerdict', { query: toAgentAnalyticsQuery(range, id) });
  read('getDialingHours', { query: toAgentDialingHoursQuery(range, id) });
};

function Loading() {
  return (
    <>
      <Skeleton className="h-36 w-full" />
      <AgentFigureTilesSkeleton />
      <Skeleton className="h-80 w-full" />
      <div className="grid gap-4 lg:gap-6 xl:grid-cols-[2fr_3fr]">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </>
  );
}

function Missing() {
  return (
    <SectionCard>
      <EmptyState
        picture="search"
        title={labels.notFound}
        text={labels.notFoundText}
        action={
          <Link href={screenPaths.performance()} className={getButtonClasses()}>
            {labels.seeAll}
          </Link>
        }
      />
    </SectionCard>
  );
}

function Empty({ isLongest }: { readonly isLongest: boolean }) {
  const [search, changeSearch] = useUrlSearchState();
  return (
    <SectionCard>
      <EmptyState
        picture="agents"
        title={labels.empty}
        text={labels.emptyText}
        action={
          isLongest ? (
            <Link
              href={screenPaths.performance(pickPeriodParameters(search))}
              className={getButtonClasses({ size: 'small' })}
            >
              {labels.seeAll}
            </Link>
          ) : (
            <Button size="small" onClick={() => changeSearch({ period: '90d', from: null, to: null })}>
              {labels.emptyLonger}
            </Button>
          )
        }
      />
    </SectionCard>
  );
}

interface FiguresProps extends AgentPageSlots {
  readonly id: string;
  readonly scorecards: AgentScorecards;
  readonly report: AgentReport;
  readonly analytics: Analytics;
  readonly hours: ReturnType<typeof useAnswerRatesByHour>;
}

function Figures({ id, scorecards, report, analytics, hours, renderReasons, renderHours }: FiguresProps) {
  const range = useFigureRangeFromUrl(performancePeriodOptions);
  const { total, agents, days } = scorecards;
  if (total.totalCalls === 0) return <Empty isLongest={range.name === '90d'} />;
  const lists = createAgentCallsLinkBuilder(id, days);
  const shown = { scorecard: total, report, analytics, lists };
  const before = {
    calls: sumDisconnectReasonCounts(report.previousReasons),
    counts: new Map(report.previousReasons.map(({ reason, count }) => [reason, count])),
  };
  return (
    <>
      <verdictCard.Part
        query={toAgentAnalyticsQuery(range, id)}
        linkOf={lists.linkOf}
        fallback={<Skeleton className="h-36 w-full" />}
      >
        <AgentChangeCausesList {...shown} />
      </verdictCard.Part>
      <AgentFigureTiles {...shown} />
      <successCard.Part
        days={agents[0]?.days ?? []}
        before={report.previousDays}
        lists={lists}
        fallback={<Skeleton className="h-80 w-full" />}
      />
      <div className="grid items-start gap-4 lg:gap-6 xl:grid-cols-[2fr_3fr] print:block print:space-y-4">
        {renderReasons({ analytics, before, linkOf: lists.linkOf })}
        <versionsCard.Part report={report} fallback={<Skeleton className="h-96 w-full" />} />
      </div>
      {renderHours({ hours, linkOf: lists.linkOf })}
      <latestCallsCard.Part lists={lists} fallback={<Skeleton className="h-96 w-full" />} />
    </>
  );
}

const stack = 'flex flex-col gap-4 lg:gap-6 print:block print:space-y-4';

/** Content of an agent's page. `id` is also its React key, so that no data of another agent are shown. */
function AgentBody({ id, ...slots }: AgentPageSlots & { readonly id: string }) {
  const [, navigate] = useLocation();
  const [search] = useUrlSearchState();
  const range = useFigureRangeFromUrl(performancePeriodOptions);
  const reads = {
    scorecards: useAgentScorecards(toScorecardsQuery(range, id)),
    report: useAgentReport(id, toAgentReportQuery(range)),
    analytics: useAnalytics(toAgentAnalyticsQuery(range, id)),
  };
  const hours = useAnswerRatesByHour(toAgentDialingHoursQuery(range, id));
  const about = { ...usePrintedReportHeading(range.title, id), agent: useAgentName(id) };
  const [scorecards, report, analytics] = [reads.scorecards.data, reads.report.data, reads.analytics.data];
  const all = Object.values(reads);
  const error = all.find((read) => read.error !== null)?.error ?? null;
  const isOld = all.some(({ isPlaceholderData }) => isPlaceholderData);
  const retry = () => {
    for (const { refetch } of all) void refetch();
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div className="min-w-0 max-sm:w-full sm:flex-1">
          <FigureRangeFilters
            named={performancePeriodOptions}
            answered={isOld ? undefined : scorecards}
            agent={{
              id,
              onChange: (other) =>
                navigate(
                  other === null
                    ? screenPaths.performance(pickPeriodParameters(search))
                    : screenPaths.agent(other, pickPeriodParameters(search)),
                ),
            }}
          />
        </div>
        <div className="ml-auto flex h-9 items-center gap-1">
          <ActiveHelpBadge />
        </div>
      </div>
      {isApiErrorWithCode(error, 'not_found') || isApiErrorWithCode(error, 'invalid_input') ? (
        <Missing />
      ) : scorecards && report && analytics ? (
        <div className={classNames(stack, isOld && 'opacity-60')} aria-busy={isOld}>
          <PrintedReportHeader report={about} answered={scorecards} />
          {error === null ? null : <StaleNotice onRetry={retry} />}
          <Figures id={id} scorecards={scorecards} report={report} analytics={analytics} hours={hours} {...slots} />
        </div>
      ) : error === null ? (
        <Loading />
      ) : isApiErrorWithCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <SectionCard>
          <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
        </SectionCard>
      )}
    </>
  );
}

/** Hook: the agent's name as lists show it. Until it is loaded, a name made of the agent's id. */
function useAgentName(id: string): string {
  const listed = useAgentNames().data?.find(({ agent_id }) => agent_id === id)?.agent_name;
  const range = useFigureRangeFromUrl(performancePeriodOptions);
  const report = useAgentReport(id, toAgentReportQuery(range));
  const told = report.data?.agentId === id ? report.data.agentName : null;
  return formatAgentLabel({ agentId: id, agentName: listed ?? told }, labels.title);
}

export default function AgentPage(slots: AgentPageSlots) {
  const { id = '' } = useParams();
  const [search] = useUrlSearchState();
  const range = useFigureRangeFromUrl(performancePeriodOptions);
  const { data, isPlaceholderData } = useAgentScorecards(toScorecardsQuery(range, id));
  return (
    <PageFrame
      title={useAgentName(id)}
      back={{ href: screenPaths.performance(pickPeriodParameters(search)), label: labels.back }}
      className={stack}
      actions={
        <PageHeaderActions>
          <Link href={buildAgentCopcMetricsUrl(search, range, id)} className={getButtonClasses({ size: 'small' })}>
            <Gauge aria-hidden />
            {labels.copc}
          </Link>
          <Link href={screenPaths.agents(id)} className={getButtonClasses({ size: 'small' })}>
            <Settings2 aria-hidden />
            {labels.settings}
          </Link>
          <PrintButton isWhole={data !== undefined && !isPlaceholderData} />
        </PageHeaderActions>
      }
    >
      <AgentBody key={id} id={id} {...slots} />
    </PageFrame>
  );
}
