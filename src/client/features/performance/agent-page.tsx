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
import { hasCode, shownMessage } from '../../api/api-error.ts';
import { useAgentReport, useAgents, useAgentScorecards, useAnalytics, useDialingHours } from '../../api/queries.ts';
import type { ReadAhead } from '../../api/read-ahead.ts';
import { agentLabel } from '../../format/calls.ts';
import { readFigureRange } from '../../format/figure-range.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { FigureFilters, todayIn, useFigureRange } from '../../layout/figure-filters.tsx';
import { HeaderActions } from '../../layout/header-actions.tsx';
import { Page } from '../../layout/page.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { ReportHeader, useReportNames } from '../../layout/report-header.tsx';
import { paths, rangeOf } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState, ForbiddenState } from '../../ui/states.tsx';
import { buildAgentCallLinks, type AgentCallLinks } from './agent-lists.ts';
import { AgentTiles, AgentTilesSkeleton } from './agent-tiles.tsx';
import { AgentMovesList } from './agent-moves-list.tsx';
import { countReasonCalls } from './agent-moves.ts';
import {
  copcLink,
  performanceRanges,
  toAnalyticsQuery,
  toHoursQuery,
  toScorecardsQuery,
  toReportQuery,
} from './performance-address.ts';

const verdictCard = lazyPart(() => import('../../layout/verdict-card.tsx'));
const successCard = lazyPart(() => import('./success-card.tsx'));
const versionsCard = lazyPart(() => import('./versions-card.tsx'));
const latestCallsCard = lazyPart(() => import('./latest-calls-card.tsx'));
for (const part of [verdictCard, successCard, versionsCard, latestCallsCard]) part.preload();

/** Number of finished calls with a disconnection reason: all of them, and by reason. */
interface CountedReasons {
  readonly calls: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface AgentPageSlots {
  readonly renderReasons: (props: {
    readonly analytics: Analytics;
    readonly before: CountedReasons;
    readonly linkOf: AgentCallLinks['linkOf'];
  }) => ReactNode;
  readonly renderHours: (props: {
    readonly hours: ReturnType<typeof useDialingHours>;
    readonly linkOf: AgentCallLinks['linkOf'];
  }) => ReactNode;
}

/** Starts the first API reads of an agent's page while its code loads. */
export const readAgentAhead: ReadAhead = ({ read }, { path, search, workspace }) => {
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  const range = readFigureRange(search, performanceRanges, todayIn(workspace.timeZone));
  read('getAgentReport', { params: { id }, query: toReportQuery(range) });
  read('getAgentScorecards', { query: toScorecardsQuery(range, id) });
  read('getAnalytics', { query: toAnalyticsQuery(range, id) });
  read('getVerdict', { query: toAnalyticsQuery(range, id) });
  read('getDialingHours', { query: toHoursQuery(range, id) });
};

function Loading() {
  return (
    <>
      <Skeleton className="h-36 w-full" />
      <AgentTilesSkeleton />
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
    <Card>
      <EmptyState
        picture="search"
        title={labels.notFound}
        text={labels.notFoundText}
        action={
          <Link href={paths.performance()} className={buttonClass()}>
            {labels.seeAll}
          </Link>
        }
      />
    </Card>
  );
}

function Empty({ isLongest }: { readonly isLongest: boolean }) {
  const [search, changeSearch] = useSearchState();
  return (
    <Card>
      <EmptyState
        picture="agents"
        title={labels.empty}
        text={labels.emptyText}
        action={
          isLongest ? (
            <Link href={paths.performance(rangeOf(search))} className={buttonClass({ size: 'small' })}>
              {labels.seeAll}
            </Link>
          ) : (
            <Button size="small" onClick={() => changeSearch({ period: '90d', from: null, to: null })}>
              {labels.emptyLonger}
            </Button>
          )
        }
      />
    </Card>
  );
}

interface FiguresProps extends AgentPageSlots {
  readonly id: string;
  readonly scorecards: AgentScorecards;
  readonly report: AgentReport;
  readonly analytics: Analytics;
  readonly hours: ReturnType<typeof useDialingHours>;
}

function Figures({ id, scorecards, report, analytics, hours, renderReasons, renderHours }: FiguresProps) {
  const range = useFigureRange(performanceRanges);
  const { total, agents, days } = scorecards;
  if (total.totalCalls === 0) return <Empty isLongest={range.name === '90d'} />;
  const lists = buildAgentCallLinks(id, days);
  const shown = { scorecard: total, report, analytics, lists };
  const before = {
    calls: countReasonCalls(report.previousReasons),
    counts: new Map(report.previousReasons.map(({ reason, count }) => [reason, count])),
  };
  return (
    <>
      <verdictCard.Part
        query={toAnalyticsQuery(range, id)}
        linkOf={lists.linkOf}
        fallback={<Skeleton className="h-36 w-full" />}
      >
        <AgentMovesList {...shown} />
      </verdictCard.Part>
      <AgentTiles {...shown} />
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
  const [search] = useSearchState();
  const range = useFigureRange(performanceRanges);
  const reads = {
    scorecards: useAgentScorecards(toScorecardsQuery(range, id)),
    report: useAgentReport(id, toReportQuery(range)),
    analytics: useAnalytics(toAnalyticsQuery(range, id)),
  };
  const hours = useDialingHours(toHoursQuery(range, id));
  const about = { ...useReportNames(range.title, id), agent: useAgentName(id) };
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
          <FigureFilters
            named={performanceRanges}
            answered={isOld ? undefined : scorecards}
            agent={{
              id,
              onChange: (other) =>
                navigate(other === null ? paths.performance(rangeOf(search)) : paths.agent(other, rangeOf(search))),
            }}
          />
        </div>
        <div className="ml-auto flex h-9 items-center gap-1">
          <ActiveHelpBadge />
        </div>
      </div>
      {hasCode(error, 'not_found') || hasCode(error, 'invalid_input') ? (
        <Missing />
      ) : scorecards && report && analytics ? (
        <div className={classNames(stack, isOld && 'opacity-60')} aria-busy={isOld}>
          <ReportHeader report={about} answered={scorecards} />
          {error === null ? null : <StaleNotice onRetry={retry} />}
          <Figures id={id} scorecards={scorecards} report={report} analytics={analytics} hours={hours} {...slots} />
        </div>
      ) : error === null ? (
        <Loading />
      ) : hasCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <Card>
          <FailedState text={shownMessage(error)} onRetry={retry} />
        </Card>
      )}
    </>
  );
}

/** Hook: the agent's name as lists show it. Until it is loaded, a name made of the agent's id. */
function useAgentName(id: string): string {
  const listed = useAgents().data?.find(({ agent_id }) => agent_id === id)?.agent_name;
  const range = useFigureRange(performanceRanges);
  const report = useAgentReport(id, toReportQuery(range));
  const told = report.data?.agentId === id ? report.data.agentName : null;
  return agentLabel({ agentId: id, agentName: listed ?? told }, labels.title);
}

export default function AgentPage(slots: AgentPageSlots) {
  const { id = '' } = useParams();
  const [search] = useSearchState();
  const range = useFigureRange(performanceRanges);
  const { data, isPlaceholderData } = useAgentScorecards(toScorecardsQuery(range, id));
  return (
    <Page
      title={useAgentName(id)}
      back={{ href: paths.performance(rangeOf(search)), label: labels.back }}
      className={stack}
      actions={
        <HeaderActions>
          <Link href={copcLink(search, range, id)} className={buttonClass({ size: 'small' })}>
            <Gauge aria-hidden />
            {labels.copc}
          </Link>
          <Link href={paths.agents(id)} className={buttonClass({ size: 'small' })}>
            <Settings2 aria-hidden />
            {labels.settings}
          </Link>
          <PrintButton isWhole={data !== undefined && !isPlaceholderData} />
        </HeaderActions>
      }
    >
      <AgentBody key={id} id={id} {...slots} />
    </Page>
  );
}
