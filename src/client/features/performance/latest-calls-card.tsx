/** Card with an agent's newest calls in the range, their other party and result, and a link to all of them. */
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { agentLatestCallsLabels as labels } from './agent-page-es.ts';
import { performanceScreenLabels } from '../../../labels/performance-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useCallHistoryPage } from '../../api/queries.ts';
import { formatContactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { readCallHistoryFiltersFromUrl, toCallFiltersQuery } from '../../format/history-filters.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import type { AgentCallsLinkBuilder } from './agent-lists.ts';

const shownCalls = 8;

function CallRow({ call, list }: { readonly call: CallSummary; readonly list: string }) {
  const format = useRegionalFormat();
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  return (
    <li>
      <Link
        href={screenPaths.call(call.id, { list })}
        className="flex min-h-12 items-center gap-3 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium tabular-nums">{call.customerName || number}</span>
          <span className="block text-xs text-muted tabular-nums sm:truncate">
            {call.customerName ? <>{number} · </> : null}
            {[
              format.dateTime(call.startTimestamp ?? call.occurredAt),
              ...(call.durationMs === null ? [] : [formatDuration(call.durationMs / 1_000)]),
            ].join(' · ')}
          </span>
        </span>
        <CallResultBadge result={call.result} />
      </Link>
    </li>
  );
}

export default function AgentLatestCallsCard({ lists }: { readonly lists: AgentCallsLinkBuilder }) {
  const format = useRegionalFormat();
  const href = lists.linkOf(callFiltersByFigure.calls);
  const list = href.slice(href.indexOf('?') + 1);
  const filters = toCallFiltersQuery(
    readCallHistoryFiltersFromUrl(new URLSearchParams(list)),
    format.regional.timeZone,
  );
  const { data, error, isPlaceholderData, refetch } = useCallHistoryPage({ ...filters, pageSize: shownCalls });
  const total = isPlaceholderData ? undefined : data?.total;
  const retry = () => void refetch();
  return (
    <SectionCard
      title={labels.title}
      subtitle={
        data && total ? (
          <span className="tabular-nums">{labels.of(format.count(data.items.length), format.count(total))}</span>
        ) : null
      }
      actions={
        <Link href={href} data-figure={total} className={getButtonClasses({ size: 'small' })}>
          {labels.seeAll}
        </Link>
      }
      bodyClassName="p-0"
      className="print:break-inside-avoid"
    >
      {data ? (
        <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'opacity-60')}>
          {error === null ? null : <StaleNotice className="m-3" onRetry={retry} />}
          {data.total === 0 ? (
            <EmptyState picture="calls" title={performanceScreenLabels.empty} />
          ) : (
            <ul className="divide-y divide-line">
              {data.items.map((call) => (
                <CallRow key={call.id} call={call} list={list} />
              ))}
            </ul>
          )}
        </div>
      ) : error === null ? (
        <SkeletonRows count={shownCalls} className="h-12 px-4" />
      ) : (
        <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
      )}
    </SectionCard>
  );
}
