/**
 * Card 'Historial de Llamadas (…)': the period's calls, newest first, eight a page. Choosing another period or agent
 * returns to page 1. A new call does not, because otherwise nobody could read page 2 on a busy day.
 */
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { dashboardHelp } from '../../../labels/help-es.ts';
import { callDirectionLabels } from '../../../labels/es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useDashboardCallPage } from '../../api/queries.ts';
import { formatAgentLabel, determineCallOutcome, formatCallType, formatContactNumber } from '../../format/calls.ts';
import { formatCallDuration } from '../../format/durations.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { clampPageNumber, listPageNumbersWithGaps } from '../../ui/page-numbers.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { CallOutcomeIcon } from '../../ui/outcome-icon.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import {
  buildPeriodCallsHistoryUrl,
  recentCallsPageSize as pageSize,
  toRecentCallsQuery,
  type DashboardPeriodOption,
} from './filters.ts';
import { useSharedDashboardMetrics } from './shared-figures.tsx';
import { RecentCallsSkeletonRows } from './recent-calls-skeleton.tsx';

/** Text of a call's duration; null while the call is in progress. */
function durationOf(call: CallSummary): string | null {
  return call.durationMs === null && call.callStatus === 'in_progress' ? null : formatCallDuration(call);
}

function CallRow({ call, withDay }: { readonly call: CallSummary; readonly withDay: boolean }) {
  const format = useRegionalFormat();
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  const startedAt = call.startTimestamp ?? call.occurredAt;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={screenPaths.call(call.id)}
        className={classNames(
          'group flex h-14 items-center gap-3 px-4 -outline-offset-2 transition-colors hover:bg-sunken',
          call.customerName && 'max-sm:h-17',
        )}
      >
        <CallOutcomeIcon outcome={determineCallOutcome(call)} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium max-sm:whitespace-normal">
            <span className="max-sm:block">{call.customerName || number}</span>
            {call.customerName ? (
              <span className="font-normal text-muted max-sm:block max-sm:text-xs"> {number}</span>
            ) : null}
          </span>
          <span className="flex items-center gap-2 text-xs text-muted">
            <CallResultBadge result={call.result} />
            <span className="truncate">{formatAgentLabel(call, dashboardLabels.noAgent)}</span>
          </span>
        </span>
        <span className="shrink-0 text-xs text-muted max-md:hidden">
          {getLabelOrUnknown(callDirectionLabels, call.direction)} · {formatCallType(call.callType)}
        </span>
        <span className="flex w-24 shrink-0 flex-col items-end tabular-nums">
          <span className="font-medium">{durationOf(call)}</span>
          <span className="text-xs text-muted">
            {withDay ? `${format.shortDate(startedAt)} ` : ''}
            {format.time(startedAt)}
          </span>
        </span>
        <span className="w-20 shrink-0 text-right text-xs font-medium text-accent-text group-hover:underline max-lg:hidden">
          {dashboardLabels.seeDetails}
        </span>
      </Link>
    </li>
  );
}

export default function RecentCallsCard({
  period,
  agentId,
}: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  const format = useRegionalFormat();
  const [search, changeSearch] = useUrlSearchState();
  const query = toRecentCallsQuery(search, period, agentId);
  const asked = query.page;
  const { data, error, isError, isPlaceholderData, refetch } = useDashboardCallPage(query);
  const retry = () => void refetch();
  const total = data?.total;
  const shown = useSharedDashboardMetrics().shared('totalCalls', total);
  /** True if the list of recent calls is not loaded, or is empty although the dashboard's metrics count calls. */
  const isMissing = !data || (total === 0 && Boolean(shown));
  const goTo = (page: number) => changeSearch({ page: page === 1 ? null : String(page) });
  const pagesOf = (calls = 0) => Math.max(1, Math.ceil(calls / pageSize));
  const pages = pagesOf(shown ?? total);
  const page = clampPageNumber(asked, pages);
  // Replaces a page number in the URL that is beyond the last page.
  useEffect(() => {
    if (total !== undefined && !isPlaceholderData && asked > pagesOf(total)) goTo(pagesOf(total));
  });
  const list = buildPeriodCallsHistoryUrl(period, agentId);
  const agentNote = agentId ? ` ${dashboardLabels.filteredAgent}` : '';
  return (
    <SectionCard
      title={
        <LabelWithHelp
          about={`${dashboardLabels.historyTitle(period.title)}${agentNote}`}
          text={dashboardHelp.outcomes}
        />
      }
      subtitle={
        <span className="tabular-nums">
          {shown ? (
            dashboardLabels.pageOf(
              format.count(page),
              format.count(pages),
              format.count((page - 1) * pageSize + 1),
              format.count(Math.min(page * pageSize, shown)),
              format.count(shown),
            )
          ) : (
            <>&nbsp;</>
          )}
        </span>
      }
      actions={
        <>
          <Link href={list} data-figure={shown} className={getButtonClasses({ size: 'small' })}>
            {dashboardLabels.seeAll}
          </Link>
          <Link href={list} data-figure={shown} className={getButtonClasses({ size: 'small' })}>
            {dashboardLabels.exportData}
          </Link>
        </>
      }
      bodyClassName="min-h-114 p-0"
      footer={
        <div className="flex min-h-8 flex-wrap content-center items-center justify-between gap-2 max-sm:min-h-14">
          <span className="tabular-nums">
            {shown === undefined ? <>&nbsp;</> : dashboardLabels.footer(format.count(shown), period.footer)}
          </span>
          {pages > 1 ? (
            <Pagination
              page={page}
              pages={pages}
              numbers={listPageNumbersWithGaps(page, pages)}
              write={format.count}
              onPage={goTo}
            />
          ) : null}
        </div>
      }
    >
      {isError && !isMissing ? <StaleNotice className="m-2" onRetry={retry} /> : null}
      {isError && isMissing ? (
        <FailedReadState text={getRequestErrorText(error)} onRetry={retry} className="min-h-114" />
      ) : null}
      {isMissing && !isError ? <RecentCallsSkeletonRows /> : null}
      {total === 0 && !shown ? (
        <EmptyState
          picture="calls"
          title={dashboardLabels.noRecent}
          text={dashboardLabels.noRecentText}
          className="min-h-114"
        />
      ) : null}
      {total ? (
        <ul className={classNames(isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
          {data?.items.map((call) => (
            <CallRow key={call.id} call={call} withDay={period.value === '7d' || period.value === '30d'} />
          ))}
        </ul>
      ) : null}
    </SectionCard>
  );
}
