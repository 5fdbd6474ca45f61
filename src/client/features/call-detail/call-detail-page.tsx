/** One call whole: header, recording, analysis and three tabs. A call in progress is read again as the socket tells. */
import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { callDetailLabels } from '../../../labels/call-detail-es.ts';
import { actionLabels } from '../../../labels/common-es.ts';
import { ApiError, hasCode, shownMessage } from '../../api/api-error.ts';
import { useCall } from '../../api/queries.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState, ForbiddenState } from '../../ui/states.tsx';
import { createAudioPlayer } from './audio-player.ts';
import { CallFacts } from './call-facts.tsx';
import { CallHeader } from './call-header.tsx';
import { CallSkeleton } from './call-skeleton.tsx';
import { CallTabs } from './call-tabs.tsx';
import { ConversationAnalysis } from './conversation-analysis.tsx';
import { RecordingCard } from './recording-card.tsx';

function CallMissing() {
  return (
    <Card>
      <EmptyState
        icon={PhoneOff}
        title={callDetailLabels.notFound}
        text={callDetailLabels.notFoundText}
        className="min-h-80"
        action={
          <Link href={paths.dashboard()} className={buttonClass()}>
            {actionLabels.backToDashboard}
          </Link>
        }
      />
    </Card>
  );
}

function CallFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <CallMissing />;
  return <Card>{hasCode(error, 'forbidden') ? <ForbiddenState /> : <FailedState text={shownMessage(error)} onRetry={onRetry} />}</Card>;
}

/** On wide screens what was said stands left and what came of it right; on narrow ones all in one column. */
function CallContent({ call }: { readonly call: CallDetail }) {
  const [player] = useState(createAudioPlayer);
  const [hasAudio, setHasAudio] = useState(false);
  return (
    <>
      <CallHeader call={call} />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4 max-lg:contents">
          <RecordingCard call={call} player={player} onAudio={setHasAudio} className="max-lg:order-1 lg:sticky lg:top-16 lg:z-10" />
          <CallTabs call={call} player={hasAudio ? player : null} className="max-lg:order-3" />
        </div>
        <div className="flex flex-col gap-4 max-lg:contents">
          <ConversationAnalysis call={call} className="max-lg:order-2" />
          <CallFacts call={call} className="max-lg:order-4" />
        </div>
      </div>
    </>
  );
}

function CallById({ id }: { readonly id: string }) {
  const { data, error, isError, refetch } = useCall(id);
  const retry = () => void refetch();
  if (!data) return isError ? <CallFailed error={error} onRetry={retry} /> : <CallSkeleton />;
  return (
    <>
      {isError ? <StaleNotice onRetry={retry} /> : null}
      <CallContent call={data} />
    </>
  );
}

export default function CallDetailPage() {
  const { id = '' } = useParams();
  return (
    <Page title={callDetailLabels.title} back={{ href: paths.dashboard(), label: actionLabels.backToDashboard }} className="flex flex-col gap-4">
      {/* Another call starts afresh: nothing of the last one may linger. */}
      <CallById key={id} id={id} />
    </Page>
  );
}
