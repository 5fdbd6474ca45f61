/**
 * Group of calls that are in the review queue for the same reason. Each links to its page. For editors, the link opens
 * the scoring form.
 */
import { Dices, Frown, Target, type LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import type { ReviewQueueReason } from '../../../contract/quality.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../labels/known.ts';
import { reviewQueueLabels as labels } from './quality-es.ts';
import { formatAgentLabel, formatContactNumber } from '../../format/calls.ts';
import { formatCallDuration } from '../../format/durations.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { CallSentimentBadge } from '../../ui/sentiment-badge.tsx';
import type { ReviewQueueGroup } from './scoring.ts';

const icons: Readonly<Record<ReviewQueueReason, LucideIcon>> = { negative: Frown, failed_goal: Target, random: Dices };
const columns =
  'md:grid md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_9rem_4rem_6.5rem_11rem] md:items-center md:gap-x-4';

function QueuedCall({ call, mayScore }: { readonly call: CallSummary; readonly mayScore: boolean }) {
  const format = useRegionalFormat();
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  return (
    <li>
      <Link
        href={screenPaths.call(call.id, { scoring: mayScore })}
        className={`flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 transition-colors hover:bg-sunken ${columns}`}
      >
        <span className="min-w-0 max-md:flex-1">
          <span className="block truncate font-medium">{call.customerName || number}</span>
          {call.customerName ? <span className="block truncate text-xs text-muted">{number}</span> : null}
        </span>
        <span className="truncate max-md:order-2 max-md:w-full max-md:text-xs max-md:text-muted">
          {formatAgentLabel(call, labels.noAgent)}
        </span>
        <span className="text-muted tabular-nums max-md:order-1 max-md:self-start max-md:text-xs max-md:leading-5">
          {format.dateTime(call.startTimestamp ?? call.occurredAt)}
        </span>
        <span className="tabular-nums max-md:order-4 max-md:ml-auto max-md:text-xs md:text-right">
          {formatCallDuration(call)}
        </span>
        <span className="flex max-md:order-3">
          {call.userSentiment ? (
            <CallSentimentBadge sentiment={call.userSentiment} />
          ) : (
            <span className="text-muted max-md:hidden">{labels.none}</span>
          )}
        </span>
        <span className="flex max-md:order-3">
          <CallResultBadge result={call.result} />
        </span>
      </Link>
    </li>
  );
}

export function ReviewQueueGroupCard({
  group: { reason, calls },
  mayScore,
}: {
  readonly group: ReviewQueueGroup;
  readonly mayScore: boolean;
}) {
  const format = useRegionalFormat();
  const names = labels.columns;
  return (
    <SectionCard
      title={
        <span className="flex items-center gap-2">
          {createElement(findLabelEntry(icons, reason) ?? Dices, {
            'aria-hidden': true,
            className: 'size-4 text-muted',
          })}
          {getLabelOrUnknown(labels.reasons, reason)}
        </span>
      }
      subtitle={findLabelEntry(labels.reasonTexts, reason)}
      actions={<Badge className="tabular-nums">{labels.calls(format.count(calls.length))}</Badge>}
      bodyClassName="p-0"
    >
      <div aria-hidden className={`hidden border-b border-line px-4 py-2 text-xs font-medium text-muted ${columns}`}>
        <span>{names.contact}</span>
        <span>{names.agent}</span>
        <span>{names.date}</span>
        <span className="text-right">{names.duration}</span>
        <span>{names.mood}</span>
        <span>{names.result}</span>
      </div>
      <ul aria-label={getLabelOrUnknown(labels.reasons, reason)} className="divide-y divide-line">
        {calls.map((call) => (
          <QueuedCall key={call.id} call={call} mayScore={mayScore} />
        ))}
      </ul>
    </SectionCard>
  );
}
