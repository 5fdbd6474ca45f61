/** One page of the call history as cards, for narrow screens. The whole card is a link to the call. */
import { Globe, Megaphone, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { Link } from 'wouter';
import { callHistoryLabels, columnLabels } from '../../../labels/call-history-es.ts';
import { reasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { directionLabels } from '../../../labels/es.ts';
import { wordFor } from '../../../labels/known.ts';
import { formatDuration } from '../../format/durations.ts';
import { sentimentOptions } from '../../format/history-filters.ts';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  AgentName,
  ContactName,
  ContactNumber,
  isNamed,
  Snippet,
  type ListedCall,
  type RowContext,
} from './call-cells.tsx';
import { CallStatusText } from './call-status-text.tsx';

const directions = {
  inbound: { Icon: PhoneIncoming, className: 'text-inbound' },
  outbound: { Icon: PhoneOutgoing, className: 'text-outbound' },
  web_call: { Icon: Globe, className: 'text-web' },
} as const;

function DirectionIcon({ direction }: { readonly direction: ListedCall['direction'] }) {
  const { Icon, className } = directions[direction];
  return (
    <span className={className} title={wordFor(directionLabels, direction)}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{wordFor(directionLabels, direction)}</span>
    </span>
  );
}

function CallCard({
  call,
  context: { format, query, hrefOf },
}: {
  readonly call: ListedCall;
  readonly context: RowContext;
}) {
  const length = call.durationMs === null ? null : formatDuration(call.durationMs / 1_000);
  const reason = call.disconnectionReason === null ? null : reasonLabel(call.disconnectionReason);
  const mood = sentimentOptions.find(({ value }) => value === call.userSentiment && value !== 'Unknown')?.label;
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
            <ContactName call={call} query={query} />
          </span>
          <ResultBadge result={call.result} />
        </span>
        <span className="flex items-center gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">
            {isNamed(call) ? (
              <>
                <ContactNumber call={call} query={query} /> ·{' '}
              </>
            ) : null}
            <AgentName call={call} query={query} />
          </span>
          <CallStatusText call={call} />
        </span>
        {call.campaignName === null ? null : (
          <span className="flex items-center gap-1 text-xs text-muted">
            <Megaphone aria-hidden className="size-3 shrink-0" />
            <span className="sr-only">{columnLabels.campaign}: </span>
            <span className="truncate">{call.campaignName}</span>
          </span>
        )}
        {call.snippet === null ? null : (
          <span className="line-clamp-2 text-xs break-words text-muted">
            <Snippet text={call.snippet} query={query} />
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

export function CallCards({ calls, context }: { readonly calls: readonly ListedCall[]; readonly context: RowContext }) {
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
