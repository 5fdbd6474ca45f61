/** The page of one call: header, recording, analysis and three tabs. WebSocket messages cause a refetch. */
import { useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { callDetailLabels } from './call-detail-es.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { ApiError, isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useLiveTranscript } from '../../api/live-calls.ts';
import { useCallDetail } from '../../api/queries.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { CallFactsCard } from './call-facts.tsx';
import { CallPageHeader } from './call-header.tsx';
import { CallPageSkeleton } from './call-skeleton.tsx';
import { CallPageTabs } from './call-tabs.tsx';
import { isCallContentNotStored } from './call-values.ts';
import { CallAnalysisCard } from './conversation-analysis.tsx';
import { CallNeighboursBar } from './list-bar.tsx';
import { usePlayerWithStoredSpeed } from './recording/playback-speed.ts';
import { PreviousCallsCard } from './previous-calls-card.tsx';
import { RecordingCard } from './recording/recording-card.tsx';

const liveBar = createLazyComponent(() => import('./live/live-bar.tsx'));

function CallMissing() {
  return (
    <SectionCard>
      <EmptyState
        picture="calls"
        title={callDetailLabels.notFound}
        text={callDetailLabels.notFoundText}
        className="min-h-80"
        action={
          <Link href={screenPaths.dashboard()} className={getButtonClasses()}>
            {commonActionLabels.backToDashboard}
          </Link>
        }
      />
    </SectionCard>
  );
}

function CallFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <CallMissing />;
  return (
    <SectionCard>
      {isApiErrorWithCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <FailedReadState text={getRequestErrorText(error)} onRetry={onRetry} />
      )}
    </SectionCard>
  );
}

interface ReviewSlot {
  /**
   * Function that renders a call's review. If the rendered review contains an element with `data-beside`, the review
   * fills the page's right column.
   */
  readonly renderReview: (call: CallDetail) => ReactNode;
}

/**
 * True if a call's page shows the live transcript. It does so during the call, and afterwards until the final
 * transcript has arrived.
 */
function useIsReadLive(call: CallDetail): boolean {
  const isLive = call.callStatus === 'in_progress';
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  return isLive || (wasLive && call.utterances.length === 0 && !isCallContentNotStored(call));
}

/** Content of a call's page: conversation left and analysis right. Narrow screens have a single column. */
function CallContent({ call, renderReview }: { readonly call: CallDetail } & ReviewSlot) {
  const isLive = call.callStatus === 'in_progress';
  const isReadLive = useIsReadLive(call);
  const reading = useLiveTranscript(call.id, isReadLive);
  const [player, setSpeed] = usePlayerWithStoredSpeed();
  const [hasAudio, setHasAudio] = useState(false);
  return (
    <>
      <CallPageHeader call={call} />
      <div className="group/call flex flex-col gap-x-8 gap-y-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:has-[[data-beside]]:grid-rows-[auto_auto_auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4 max-lg:contents">
          {isLive ? (
            <liveBar.Part call={call} className="max-lg:order-1" fallback={<Skeleton className="h-16 w-full" />} />
          ) : (
            <RecordingCard
              call={call}
              player={player}
              setSpeed={setSpeed}
              onAudio={setHasAudio}
              className="max-lg:order-1 lg:sticky lg:top-16 lg:z-10"
            />
          )}
          <CallPageTabs
            call={call}
            reading={isLive || (isReadLive && reading.lines.length > 0) ? reading : null}
            player={hasAudio ? player : null}
            className="max-lg:order-3"
          />
        </div>
        <div className="flex flex-col gap-4 max-lg:contents lg:group-has-[[data-beside]]/call:contents">
          {isLive ? null : (
            <>
              <CallAnalysisCard call={call} className="max-lg:order-2" />
              {renderReview(call)}
            </>
          )}
          <CallFactsCard call={call} className="max-lg:order-4" />
          <PreviousCallsCard call={call} className="max-lg:order-5" />
        </div>
      </div>
    </>
  );
}

/** The page of a call whose personal data were erased, with the data that remain. */
function ErasedCall({ call, erasedAt }: { readonly call: CallDetail; readonly erasedAt: string }) {
  const format = useRegionalFormat();
  return (
    <>
      <CallPageHeader call={call} />
      <div className="flex flex-col gap-x-8 gap-y-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <SectionCard>
          <EmptyState
            picture="erased"
            title={callDetailLabels.erasedTitle(format.dateTime(erasedAt))}
            text={callDetailLabels.erasedText}
            className="min-h-64"
          />
        </SectionCard>
        <CallFactsCard call={call} />
      </div>
    </>
  );
}

function CallById({ id, renderReview }: { readonly id: string } & ReviewSlot) {
  const { data, error, isError, refetch } = useCallDetail(id);
  const retry = () => void refetch();
  if (!data) return isError ? <CallFailed error={error} onRetry={retry} /> : <CallPageSkeleton />;
  return (
    <>
      {isError ? <StaleNotice onRetry={retry} /> : null}
      {data.erasedAt === null ? (
        <CallContent call={data} renderReview={renderReview} />
      ) : (
        <ErasedCall call={data} erasedAt={data.erasedAt} />
      )}
    </>
  );
}

export default function CallDetailPage({ renderReview }: ReviewSlot) {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const list = search.get('lista');
  return (
    <PageFrame
      title={callDetailLabels.title}
      back={{ href: screenPaths.dashboard(), label: commonActionLabels.backToDashboard }}
      className="flex flex-col gap-4"
    >
      {list === null ? null : <CallNeighboursBar id={id} list={list} tab={search.get('tab')} />}
      {/* Navigating to another call remounts the page, so that no data of the former call remain. */}
      <CallById key={id} id={id} renderReview={renderReview} />
    </PageFrame>
  );
}
