/** One page of the call history as cards, for narrow screens. The whole card is a link to the call. */
import { Globe, Megaphone, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { Link } from 'wouter';
import { callHistoryLabels, callHistoryColumnLabels } from '../../../labels/call-history-es.ts';
import { getDisconnectionReasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { callDirectionLabels } from '../../../labels/es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { formatDuration } from '../../format/durations.ts';
import { callSentimentOptions } from '../../format/history-filters.ts';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  CallAgentName,
  CustomerNameOrPhoneNumber,
  CustomerPhoneNumber,
  hasCustomerName,
  TranscriptSearchSnippet,
  type CallHistoryRow,
  type CallHistoryCellContext,
} from './call-cells.tsx';
import { CallStatusText } from './call-status-text.tsx';

const directions = {
  inbound: { Icon: PhoneIncoming, className: 'text-inbound' },
  outbound: { Icon: PhoneOutgoing, className: 'text-outbound' },
  web_call: { Icon: Globe, className: 'text-web' },
} as const;

function DirectionIcon({ direction }: { readonly direction: CallHistoryRow['direction'] }) {
  const { Icon, className } = directions[direction];
  return (
    <span className={className} title={getLabelOrUnknown(callDirectionLabels, direction)}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{getLabelOrUnknown(callDirectionLabels, direction)}</span>
    </span>
  );
}

function CallCard({
  call,
  context: { format, query, hrefOf },
}: {
  readonly call: CallHistoryRow;
  readonly context: CallHistoryCellContext;
}) {
  const length = call.durationMs === null ? null : formatDuration(call.durationMs / 1_000);
  const reason = call.disconnectionReason === null ? null : getDisconnectionReasonLabel(call.disconnectionReason);
  const mood = callSentimentOptions.find(({ value }) => value === call.userSentiment && value !== 'Unknown')?.label;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={hrefOf(call)}
        data-call
        className="flex min-h-24 flex-col justify-center gap-1 px-4 py-2 -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <span className="flex items-center gap-2">
          <DirectionIcon direction={call.direction} />
          <span className="min-w-0 flex-1 truncate font-medium">
            <CustomerNameOrPhoneNumber call={call} query={query} />
          </span>
          <CallResultBadge result={call.result} />
        </span>
        <span className="flex items-center gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">
            {hasCustomerName(call) ? (
              <>
                <CustomerPhoneNumber call={call} query={query} /> ·{' '}
              </>
            ) : null}
            <CallAgentName call={call} query={query} />
          </span>
          <CallStatusText call={call} />
        </span>
        {call.campaignName === null ? null : (
          <span className="flex items-center gap-1 text-xs text-muted">
            <Megaphone aria-hidden className="size-3 shrink-0" />
            <span className="sr-only">{callHistoryColumnLabels.campaign}: </span>
            <span className="truncate">{call.campaignName}</span>
          </span>
        )}
        {call.snippet === null ? null : (
          <span className="line-clamp-2 text-xs break-words text-muted">
            <TranscriptSearchSnippet text={call.snippet} query={query} />
          </span>
        )}
        <span className="flex items-center justify-between gap-3 text-xs text-muted tabular-nums">
          <span className="min-w-0 truncate">{[reason, length, mood].filter(Boolean).join(' · ')}</span>
          <span className="shrink-0">{format.dateTime(call.startTimestamp ?? call.occurredAt)}</span>
        </span>
      </Link>
    </li>
  );
}

export function CallCards({
  calls,
  context,
}: {
  readonly calls: readonly CallHistoryRow[];
  readonly context: CallHistoryCellContext;
}) {
  return (
    <ul aria-label={callHistoryLabels.table}>
      {calls.map((call) => (
        <CallCard key={call.id} call={call} context={context} />
      ))}
    </ul>
  );
}

export function CallCardsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <ul aria-label={callHistoryLabels.loading} aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <li
          key={index}
          className="flex h-24 flex-col justify-center gap-2 border-b border-line px-4 py-2 last:border-0"
        >
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-full" />
        </li>
      ))}
    </ul>
  );
}
