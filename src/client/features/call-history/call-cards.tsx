/** The page's calls as cards, for narrow screens: each card is one link. */
import { Globe, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { directionLabels } from '../../../labels/es.ts';
import { agentLabel, contactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { paths } from '../../paths.ts';
import { useFormat } from '../../session/use-format.ts';
import { shortReason } from '../../ui/reason-tooltip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CallStatusBadge } from './call-status-badge.tsx';

const directions = {
  inbound: { Icon: PhoneIncoming, className: 'text-inbound' },
  outbound: { Icon: PhoneOutgoing, className: 'text-outbound' },
  web_call: { Icon: Globe, className: 'text-web' },
} as const;

function DirectionIcon({ direction }: { readonly direction: CallSummary['direction'] }) {
  const { Icon, className } = directions[direction];
  return (
    <span className={className} title={directionLabels[direction]}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{directionLabels[direction]}</span>
    </span>
  );
}

function CallCard({ call }: { readonly call: CallSummary }) {
  const format = useFormat();
  const about = [call.customerName, agentLabel(call, callHistoryLabels.noAgent)].filter(Boolean).join(' · ');
  const length = call.durationMs === null ? null : formatDuration(call.durationMs / 1_000);
  const reason = call.disconnectionReason === null ? null : shortReason(call.disconnectionReason);
  return (
    <li className="border-b border-line last:border-0">
      <Link href={paths.call(call.id)} className="flex h-24 flex-col justify-center gap-1 px-4 py-2 -outline-offset-2 transition-colors hover:bg-sunken">
        <span className="flex items-center gap-2">
          <DirectionIcon direction={call.direction} />
          <span className="min-w-0 flex-1 truncate font-medium tabular-nums">{contactNumber(call)}</span>
          <CallStatusBadge status={call.callStatus} />
        </span>
        <span className="truncate text-xs text-muted">{about}</span>
        <span className="flex items-center justify-between gap-3 text-xs text-muted tabular-nums">
          <span className="min-w-0 truncate">{[reason, length].filter(Boolean).join(' · ')}</span>
          <span className="shrink-0">{format.dateTime(call.startTimestamp ?? call.occurredAt)}</span>
        </span>
      </Link>
    </li>
  );
}

export function CallCards({ calls }: { readonly calls: readonly CallSummary[] }) {
  return (
    <ul aria-label={callHistoryLabels.table}>
      {calls.map((call) => (
        <CallCard key={call.id} call={call} />
      ))}
    </ul>
  );
}

export function CallCardsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <ul aria-label={callHistoryLabels.loading} aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <li key={index} className="flex h-24 flex-col justify-center gap-2 border-b border-line px-4 py-2 last:border-0">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-full" />
        </li>
      ))}
    </ul>
  );
}
