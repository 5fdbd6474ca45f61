/** Card 'Llamadas Activas': at most six calls in progress, each with a running clock; editors can hang up. */
import { Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { callLabels } from '../../../labels/common-es.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useActiveCalls } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { formatAgentLabel, formatContactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { useFocusAfterClose } from '../../hooks/use-focus-after.ts';
import { useNow } from '../../hooks/use-now.ts';
import { HangUpCallButton, HangUpCallDialog } from '../../layout/hang-up.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { CallDirectionBadge } from '../../ui/badge.tsx';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { toAgentFilterQuery } from './filters.ts';
import { useSharedDashboardMetrics } from './shared-figures.tsx';

const shownCalls = 6;

interface ActiveCallProps {
  readonly call: CallSummary;
  readonly now: number;
  /** Callback that hangs up the call; null if the person may not hang up calls. */
  readonly onHangUp: ((call: CallSummary) => void) | null;
}

function ActiveCall({ call, now, onHangUp }: ActiveCallProps) {
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  const elapsedSeconds = (now - Date.parse(call.startTimestamp ?? call.occurredAt)) / 1_000;
  return (
    <li className="flex items-center border-b border-line transition-colors last:border-0 hover:bg-sunken">
      <Link
        href={screenPaths.call(call.id)}
        className="flex h-17 min-w-0 flex-1 items-center gap-3 px-4 -outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{call.customerName || number}</span>
          {call.customerName ? <span className="block truncate text-xs text-muted">{number}</span> : null}
          <span className="block truncate text-xs text-muted">{formatAgentLabel(call, callLabels.system)}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <CallDirectionBadge direction={call.direction} />
          <span className="text-xs text-muted tabular-nums">
            <span className="font-medium text-ink">{formatDuration(elapsedSeconds)}</span> {dashboardLabels.elapsed}
          </span>
        </span>
      </Link>
      {onHangUp ? <HangUpCallButton call={call} onHangUp={onHangUp} className="mr-3 -ml-1" /> : null}
    </li>
  );
}

function ActiveCallList({
  calls,
  onHangUp,
}: {
  readonly calls: readonly CallSummary[];
  readonly onHangUp: ActiveCallProps['onHangUp'];
}) {
  const now = useNow(getServerTimeMs);
  return (
    <ul className="max-h-103 overflow-y-auto">
      {calls.slice(0, shownCalls).map((call) => (
        <ActiveCall key={call.id} call={call} now={now} onHangUp={onHangUp} />
      ))}
    </ul>
  );
}

function ActivityLine({ count }: { readonly count: number }) {
  const format = useRegionalFormat();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span
        aria-hidden
        className={classNames('size-2 rounded-full', count > 0 ? 'animate-live bg-good text-good' : 'bg-line-strong')}
      />
      {count > 0 ? dashboardLabels.activeCount(format.count(count)) : dashboardLabels.noActivity}
      {count > shownCalls ? <span>{dashboardLabels.activeNewest(format.count(shownCalls))}</span> : null}
    </span>
  );
}

export function ActiveCallsCard({ agentId }: { readonly agentId: string | null }) {
  const { data, error, isError, refetch } = useActiveCalls(toAgentFilterQuery(agentId));
  const active = useSharedDashboardMetrics().shared('activeCalls', data?.total);
  // Show the list of active calls as loading if it is empty although the dashboard's metric counts active calls.
  const isAwaited = data ? data.total === 0 && Boolean(active) : !isError;
  const mayHangUp = useHasRole('editor');
  const [ending, setEnding] = useState<CallSummary | null>(null);
  const foot = useRef<HTMLAnchorElement>(null);
  useFocusAfterClose(ending !== null, foot);
  const retry = () => void refetch();
  return (
    <SectionCard
      title={dashboardLabels.activeTitle}
      subtitle={active === undefined ? <span>&nbsp;</span> : <ActivityLine count={active} />}
      bodyClassName="flex min-h-103 flex-col p-0"
      footer={
        <Link
          ref={foot}
          href={screenPaths.liveRoom({ agent: agentId ?? undefined })}
          className={getButtonClasses({ variant: 'ghost', size: 'small', className: '-mx-2 w-[calc(100%+1rem)]' })}
        >
          {dashboardLabels.seeAllActive}
        </Link>
      }
    >
      {isError && data ? <StaleNotice className="m-2" onRetry={retry} /> : null}
      {data === undefined && isError ? (
        <FailedReadState text={getRequestErrorText(error)} onRetry={retry} className="min-h-103" />
      ) : null}
      {isAwaited ? <SkeletonRows count={shownCalls} className="h-17 border-b border-line px-4 last:border-0" /> : null}
      {data?.total === 0 && !isAwaited ? (
        <EmptyState
          picture="active"
          title={dashboardLabels.noActive}
          text={dashboardLabels.noActiveText}
          className="flex-1"
        />
      ) : null}
      {data && data.total > 0 ? <ActiveCallList calls={data.items} onHangUp={mayHangUp ? setEnding : null} /> : null}
      {ending ? (
        <Suspense fallback={null}>
          <HangUpCallDialog call={ending} onClose={() => setEnding(null)} />
        </Suspense>
      ) : null}
    </SectionCard>
  );
}
