/**
 * The review queue: calls to review next, grouped by reason, and the number of reviewed calls. An empty queue shows why
 * it is empty.
 */
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { QualityReviewQueue } from '../../../contract/quality.ts';
import { reviewQueueLabels as labels } from './quality-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useReviewQueue } from '../../api/queries.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { ReviewQueueGroupCard } from './queue-group.tsx';
import { groupReviewQueueByReason, type ReviewQueueGroup } from './scoring.ts';

function Figures({ queue }: { readonly queue: QualityReviewQueue | null }) {
  const format = useRegionalFormat();
  const figures = [
    { name: 'waiting', value: queue?.calls.length, help: labels.waitingHelp },
    { name: 'reviewed', value: queue?.reviewed, help: labels.reviewedHelp },
  ] as const;
  return (
    <dl aria-label={labels.figures} className="grid w-full min-w-0 grid-cols-2 gap-4 sm:max-w-md">
      {figures.map(({ name, value, help }) => (
        <div key={name} className="tile justify-between">
          <dt className="text-muted max-sm:text-xs">
            <LabelWithHelp about={labels[name]} text={help} />
          </dt>
          <dd className="mt-2 h-8 text-2xl font-semibold tabular-nums">
            {value === undefined ? <Skeleton className="h-7 w-12" /> : format.count(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Nothing({ reviewed }: { readonly reviewed: number }) {
  const format = useRegionalFormat();
  return (
    <SectionCard>
      {reviewed > 0 ? (
        <EmptyState
          picture="reviewed"
          title={labels.allDone}
          text={labels.allDoneText(format.count(reviewed))}
          className="min-h-72"
        />
      ) : (
        <EmptyState
          picture="calls"
          title={labels.noCalls}
          text={labels.noCallsText}
          className="min-h-72"
          action={
            <Link href={screenPaths.callHistory()} className={getButtonClasses({ size: 'small' })}>
              {labels.seeCalls}
            </Link>
          }
        />
      )}
    </SectionCard>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{labels.loading}</span>
      <Skeleton className="h-72 w-full rounded-lg" />
      <Skeleton className="h-48 w-full rounded-lg" />
    </div>
  );
}

function Groups({ groups, mayScore }: { readonly groups: readonly ReviewQueueGroup[]; readonly mayScore: boolean }) {
  return groups.map((group) => <ReviewQueueGroupCard key={group.reason} group={group} mayScore={mayScore} />);
}

export function ReviewQueueTab() {
  const mayScore = useHasRole('editor');
  const { data, error, refetch } = useReviewQueue();
  const retry = () => void refetch();
  if (!data && error !== null) {
    return (
      <SectionCard>
        {isApiErrorWithCode(error, 'forbidden') ? (
          <ForbiddenState />
        ) : (
          <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
        )}
      </SectionCard>
    );
  }
  const groups = data ? groupReviewQueueByReason(data) : [];
  const first = groups[0]?.calls[0];
  return (
    <div className="flex flex-col gap-4">
      {error === null ? null : <StaleNotice onRetry={retry} />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Figures queue={data ?? null} />
        {mayScore && first ? (
          <Link
            href={screenPaths.call(first.id, { scoring: true })}
            className={getButtonClasses({ variant: 'primary', className: 'max-sm:w-full' })}
          >
            <ClipboardCheck aria-hidden />
            {labels.start}
          </Link>
        ) : null}
      </div>
      {mayScore || groups.length === 0 ? null : <p className="text-xs text-muted">{labels.onlyLook}</p>}
      {data ? (
        groups.length === 0 ? (
          <Nothing reviewed={data.reviewed} />
        ) : (
          <Groups groups={groups} mayScore={mayScore} />
        )
      ) : (
        <Loading />
      )}
    </div>
  );
}
