/** 'Llamadas Activas': the calls going on now with running clocks, six at a glance. */
import { PhoneOff } from 'lucide-react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useActiveCalls } from '../../api/queries.ts';
import { serverNow } from '../../api/realtime.ts';
import { agentLabel, calledNumber, callNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { useNow } from '../../hooks/use-now.ts';
import { paths } from '../../paths.ts';
import { useFormat } from '../../session/use-format.ts';
import { DirectionBadge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';

const shownCalls = 6;

function ActiveCall({ call, now }: { readonly call: CallSummary; readonly now: number }) {
  const called = calledNumber(call);
  const elapsedSeconds = (now - Date.parse(call.startTimestamp ?? call.occurredAt)) / 1_000;
  return (
    <li className="border-b border-line last:border-0">
      <Link href={paths.call(call.id)} className="flex h-16 items-center gap-3 px-4 transition-colors -outline-offset-2 hover:bg-sunken">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium tabular-nums">{callNumber(call)}</span>
          <span className="block truncate text-xs text-muted tabular-nums">
            {called ? `→ ${called} · ` : ''}
            {agentLabel(call, dashboardLabels.system)}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <DirectionBadge direction={call.direction} />
          <span className="text-xs text-muted tabular-nums">
            <span className="font-medium text-ink">{formatDuration(elapsedSeconds)}</span> {dashboardLabels.elapsed}
          </span>
        </span>
      </Link>
    </li>
  );
}

function ActiveCallList({ calls }: { readonly calls: readonly CallSummary[] }) {
  const now = useNow(serverNow);
  return (
    <ul className="max-h-98 overflow-y-auto">
      {calls.slice(0, shownCalls).map((call) => (
        <ActiveCall key={call.id} call={call} now={now} />
      ))}
    </ul>
  );
}

function ActivityLine({ count }: { readonly count: number }) {
  const format = useFormat();
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={classNames('size-2 rounded-full', count > 0 ? 'animate-live bg-good text-good' : 'bg-line-strong')} />
      {count > 0 ? dashboardLabels.activeCount(format.count(count)) : dashboardLabels.noActivity}
    </span>
  );
}

export function ActiveCallsCard() {
  const { data, error, isError, refetch } = useActiveCalls();
  const retry = () => void refetch();
  return (
    <Card
      title={dashboardLabels.activeTitle}
      subtitle={data ? <ActivityLine count={data.length} /> : <span>&nbsp;</span>}
      bodyClassName="min-h-98 p-0"
      footer={
        <Link href={paths.callHistory({ status: 'in_progress' })} className={buttonClass({ variant: 'ghost', size: 'small', className: '-mx-2 w-[calc(100%+1rem)]' })}>
          {dashboardLabels.seeAllActive}
        </Link>
      }
    >
      {isError && data ? <StaleNotice className="m-2" onRetry={retry} /> : null}
      {data === undefined && isError ? <FailedState text={shownMessage(error)} onRetry={retry} /> : null}
      {data === undefined && !isError ? <SkeletonRows count={shownCalls} className="h-16 border-b border-line px-4 last:border-0" /> : null}
      {data?.length === 0 ? <EmptyState icon={PhoneOff} title={dashboardLabels.noActive} text={dashboardLabels.noActiveText} className="min-h-98" /> : null}
      {data && data.length > 0 ? <ActiveCallList calls={data} /> : null}
    </Card>
  );
}
