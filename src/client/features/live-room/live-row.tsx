/** Row or card of one live call, linked to the call's page. Its content is rendered only near the viewport. */
import { Clock3, Hourglass, Quote, Repeat2, TimerOff, Wrench, type LucideIcon } from 'lucide-react';
import { memo, use, useRef } from 'react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { attentionRuleLabels } from '../../../labels/attention-es.ts';
import { describeLiveCallListeningUsers } from '../../../labels/listeners-es.ts';
import { liveCallsPageLabels as labels } from '../../../labels/live-room-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { formatAgentLabel, formatContactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { useIsInViewport } from '../../hooks/use-in-sight.ts';
import { HangUpCallButton } from '../../layout/hang-up.tsx';
import { screenPaths } from '../../paths.ts';
import { Badge, CallDirectionBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { LiveConversationTail } from './live-tail.tsx';
import { LiveCallsServerTimeContext } from './room-now.ts';
import { isLiveCallRowVisuallyEqual, type LiveCallUrgencyMark, type LiveCallRowData } from './room-rows.ts';

export interface LiveCallRowProps {
  readonly row: LiveCallRowData;
  /** True if the person may read the conversation of live calls. */
  readonly mayRead: boolean;
  /** Callback that hangs up the call; null if the person may not hang up calls. */
  readonly onHangUp: ((call: CallSummary) => void) | null;
}

const columns = {
  read: 'xl:grid-cols-[minmax(10rem,1.2fr)_minmax(9rem,1.5fr)_9.5rem_minmax(0,2.6fr)_5.5rem_2rem]',
  unread: 'xl:grid-cols-[minmax(12rem,2fr)_minmax(10rem,2fr)_minmax(9.5rem,1fr)_5.5rem_auto]',
} as const;
/** CSS class for the row's height. The placeholders in live-room-page.tsx must have the same height. */
const rowHeight = 'min-h-29 xl:min-h-15';

/** Text of a live call's running time. It is updated only in the viewport, to save time when there are 300 rows. */
function useElapsed(since: number, isInSight: boolean): string {
  const now = isInSight ? use(LiveCallsServerTimeContext) : getServerTimeMs();
  return formatDuration((now - since) / 1_000);
}

const markIcons: Readonly<Record<LiveCallUrgencyMark['kind'], LucideIcon>> = {
  phrase: Quote,
  failed_tool: Wrench,
  repeated_answer: Repeat2,
  silence: TimerOff,
  length: Clock3,
  waiting: Hourglass,
};

interface InSight {
  readonly isInSight: boolean;
}

function Waiting({ since, isInSight }: { readonly since: number } & InSight) {
  return labels.waiting(useElapsed(since, isInSight));
}

function MarkBadge({ mark, isInSight }: { readonly mark: LiveCallUrgencyMark } & InSight) {
  const Icon = markIcons[mark.kind];
  return (
    <Badge tone="attention" className="tabular-nums">
      <Icon aria-hidden />
      {mark.kind === 'waiting' ? (
        <Waiting since={mark.since} isInSight={isInSight} />
      ) : (
        labels.hit(attentionRuleLabels[mark.kind].name, formatDuration(mark.second))
      )}
    </Badge>
  );
}

function Clock({ row: { call, since }, isInSight }: { readonly row: LiveCallRowData } & InSight) {
  return (
    <>
      <span className="font-medium">{useElapsed(since, isInSight)}</span>
      {call.startTimestamp === null ? <span className="block text-xs text-muted">{labels.notStarted}</span> : null}
    </>
  );
}

function Contact({ call }: { readonly call: CallSummary }) {
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  return (
    <span className="min-w-0">
      <Link
        href={screenPaths.call(call.id)}
        data-call
        className="block truncate font-medium -outline-offset-2 after:absolute after:inset-0"
      >
        {call.customerName || number}
      </Link>
      {call.customerName ? <span className="block truncate text-xs text-muted">{number}</span> : null}
    </span>
  );
}

function Origin({ call: { campaignId, campaignName, ...call } }: { readonly call: CallSummary }) {
  return (
    <span className="order-4 col-span-full min-w-0 xl:order-none xl:col-span-1">
      <span className="block truncate">{formatAgentLabel(call, labels.noAgent)}</span>
      {campaignId === null || campaignName === null ? null : (
        <Link
          href={screenPaths.campaign(campaignId)}
          title={campaignName}
          className="relative z-1 -mx-1 block w-fit max-w-full truncate rounded-sm px-1 text-xs text-muted -outline-offset-2 hover:text-ink hover:underline"
        >
          {campaignName}
        </Link>
      )}
    </span>
  );
}

function LiveRowView({ row, mayRead, onHangUp }: LiveCallRowProps) {
  const { call, isOver } = row;
  const item = useRef<HTMLLIElement>(null);
  const isInSight = useIsInViewport(item);
  return (
    <li
      ref={item}
      data-room-row={call.id}
      className={classNames(
        'relative grid scroll-mt-18 grid-cols-[minmax(0,1fr)_auto_auto] content-center items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 transition-colors [contain-intrinsic-size:auto_5rem] [content-visibility:auto] last:border-0 hover:bg-sunken',
        rowHeight,
        columns[mayRead ? 'read' : 'unread'],
        isOver && 'text-muted',
      )}
    >
      <Contact call={call} />
      <Origin call={call} />
      <span className="order-5 col-span-full flex flex-wrap items-center gap-1 xl:order-none xl:col-span-1">
        <CallDirectionBadge direction={call.direction} />
        {row.marks.map((mark) => (
          <MarkBadge key={mark.kind} mark={mark} isInSight={isInSight} />
        ))}
        {isOver ? null : (
          <span className="min-w-0 text-xs break-words text-muted">
            {describeLiveCallListeningUsers(call.listeners)}
          </span>
        )}
      </span>
      {mayRead ? (
        <span className="order-6 col-span-full min-h-4 min-w-0 xl:order-none xl:col-span-1">
          {isOver ? null : <LiveConversationTail callId={call.id} isInSight={isInSight} />}
        </span>
      ) : null}
      <span className="order-2 text-right tabular-nums xl:order-none">
        {isOver ? labels.over : <Clock row={row} isInSight={isInSight} />}
      </span>
      {onHangUp ? (
        <span className="relative z-1 order-3 size-8 xl:order-none">
          {isOver ? null : <HangUpCallButton call={call} onHangUp={onHangUp} />}
        </span>
      ) : null}
    </li>
  );
}

export const LiveCallRow = memo(
  LiveRowView,
  (before, after) =>
    isLiveCallRowVisuallyEqual(before.row, after.row) &&
    before.mayRead === after.mayRead &&
    before.onHangUp === after.onHangUp,
);
