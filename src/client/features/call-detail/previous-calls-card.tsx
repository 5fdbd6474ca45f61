/** Card with earlier calls of the same phone number, their results, and a link to all of them. */
import { Link } from 'wouter';
import type { CallDetail, CallSummary } from '../../../contract/calls.ts';
import { callDetailLabels, previousCallsLabels as labels } from './call-detail-es.ts';
import { useCallContextQuery } from '../../api/queries.ts';
import { formatAgentLabel, determineCallOutcome, formatContactNumber } from '../../format/calls.ts';
import { getContactNumberE164 } from '../../format/contacts.ts';
import { formatDuration } from '../../format/durations.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { CallOutcomeIcon } from '../../ui/outcome-icon.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { TextWithPhoneNumbers } from '../../ui/numbers-in.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { InlineLoadError } from './inline-failure.tsx';

function PreviousCall({ call }: { readonly call: CallSummary }) {
  const format = useRegionalFormat();
  const parts = [
    ...(call.durationMs === null ? [] : [formatDuration(call.durationMs / 1_000)]),
    formatAgentLabel(call, callDetailLabels.noAgent),
  ];
  return (
    <li>
      <Link
        href={screenPaths.call(call.id)}
        className="flex min-h-12 items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-sunken"
      >
        <CallOutcomeIcon outcome={determineCallOutcome(call)} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center justify-between gap-x-2 tabular-nums">
            {format.dateTime(call.startTimestamp ?? call.occurredAt)}
            <CallResultBadge result={call.result} />
          </span>
          <span className="block truncate text-xs text-muted tabular-nums">{parts.join(' · ')}</span>
        </span>
      </Link>
    </li>
  );
}

/** Card of earlier calls, hidden if the customer's phone number is unknown, as for web calls. */
export function PreviousCallsCard({ call, className }: { readonly call: CallDetail; readonly className?: string }) {
  const number = getContactNumberE164(call);
  const { data, isError, refetch } = useCallContextQuery(call.id);
  const format = useRegionalFormat();
  if (number === null) return null;
  const shown = formatContactNumber(call);
  return (
    <SectionCard
      title={labels.title}
      subtitle={
        <TextWithPhoneNumbers
          text={
            data && data.previousTotal > 0
              ? labels.withCount(shown, format.count(data.previousTotal))
              : labels.with(shown)
          }
        />
      }
      bodyClassName="p-0"
      {...(className === undefined ? {} : { className })}
    >
      {!data && !isError ? <SkeletonRows count={2} className="h-12 px-4" /> : null}
      {!data && isError ? (
        <div className="p-4">
          <InlineLoadError text={labels.failed} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data?.previousTotal === 0 ? <p className="p-4 text-muted">{labels.none}</p> : null}
      {data && data.previousCalls.length > 0 ? (
        <ul className="divide-y divide-line py-1">
          {data.previousCalls.map((each) => (
            <PreviousCall key={each.id} call={each} />
          ))}
        </ul>
      ) : null}
      {data && data.previousTotal > 0 ? (
        <p className="border-t border-line px-4 py-2 text-xs">
          <Link href={screenPaths.callHistory({ q: number })} className="text-accent-text hover:underline">
            {labels.seeAll}
          </Link>
        </p>
      ) : null}
    </SectionCard>
  );
}
