/** Card with the summary of the provider's call analysis; the Data tab shows the whole analysis. */
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallDetail } from '../../../contract/calls.ts';
import { callAnalysisLabels } from './call-detail-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useHasRole } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { CallSentimentBadge } from '../../ui/sentiment-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { CallbackTimeRow } from './call-back-row.tsx';
import { isAnalysisPending, parseCallAnalysis } from './call-values.ts';
import { RerunAnalysisButton } from './rerun-button.tsx';

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Goal({ reached }: { readonly reached: boolean | null }) {
  if (reached === null) return <UnknownFigure why={callAnalysisLabels.goalUnknown} />;
  return reached ? (
    <Badge>
      <CircleCheck aria-hidden />
      {callAnalysisLabels.goalReached}
    </Badge>
  ) : (
    <Badge>
      <CircleX aria-hidden />
      {callAnalysisLabels.goalMissed}
    </Badge>
  );
}

export function CallAnalysisCard({ call, className = '' }: { readonly call: CallDetail; readonly className?: string }) {
  const analysis = parseCallAnalysis(call);
  const isAwaited = isAnalysisPending(call, useNow(getServerTimeMs, 10_000));
  const mayRerun = useHasRole('editor');
  // Only a call that connected can be analysed again.
  const isOver = call.callStatus === 'ended';
  return (
    <SectionCard
      title={callAnalysisLabels.title}
      className={className}
      {...(isOver && mayRerun
        ? { footer: <RerunAnalysisButton callId={call.id} isOfCampaign={call.campaignId !== null} /> }
        : {})}
    >
      {analysis === null ? (
        <div>
          <p className="font-medium">{callAnalysisLabels.none}</p>
          <p className="mt-1 text-muted">{isAwaited ? callAnalysisLabels.pendingText : callAnalysisLabels.noneText}</p>
        </div>
      ) : (
        <>
          <h3 className="sr-only">{callAnalysisLabels.summary}</h3>
          <p className="break-words whitespace-pre-line">
            {analysis.summary ?? <span className="text-muted">{callAnalysisLabels.noSummary}</span>}
          </p>
          <dl className="mt-3 flex flex-col border-t border-line pt-2">
            <Row name={callAnalysisLabels.goal}>
              <Goal reached={analysis.isSuccessful} />
            </Row>
            {analysis.sentiment === null ? null : (
              <Row name={callAnalysisLabels.sentiment}>
                <CallSentimentBadge sentiment={analysis.sentiment} />
              </Row>
            )}
            {analysis.inVoicemail === null ? null : (
              <Row name={callAnalysisLabels.voicemail}>
                {analysis.inVoicemail ? callAnalysisLabels.yes : callAnalysisLabels.no}
              </Row>
            )}
          </dl>
        </>
      )}
      <CallbackTimeRow callId={call.id} />
    </SectionCard>
  );
}
