/** Card with the summary of the provider's call analysis; the Data tab shows the whole analysis. */
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallDetail } from '../../../contract/calls.ts';
import { analysisLabels } from './call-detail-es.ts';
import { serverNow } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useHasRole } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SentimentBadge } from '../../ui/sentiment-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { CallBackRow } from './call-back-row.tsx';
import { awaitsAnalysis, readAnalysis } from './call-values.ts';
import { RerunButton } from './rerun-button.tsx';

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Goal({ reached }: { readonly reached: boolean | null }) {
  if (reached === null) return <UnknownFigure why={analysisLabels.goalUnknown} />;
  return reached ? (
    <Badge>
      <CircleCheck aria-hidden />
      {analysisLabels.goalReached}
    </Badge>
  ) : (
    <Badge>
      <CircleX aria-hidden />
      {analysisLabels.goalMissed}
    </Badge>
  );
}

export function ConversationAnalysis({
  call,
  className = '',
}: {
  readonly call: CallDetail;
  readonly className?: string;
}) {
  const analysis = readAnalysis(call);
  const isAwaited = awaitsAnalysis(call, useNow(serverNow, 10_000));
  const mayRerun = useHasRole('editor');
  // Only a call that connected can be analysed again.
  const isOver = call.callStatus === 'ended';
  return (
    <Card
      title={analysisLabels.title}
      className={className}
      {...(isOver && mayRerun
        ? { footer: <RerunButton callId={call.id} isOfCampaign={call.campaignId !== null} /> }
        : {})}
    >
      {analysis === null ? (
        <div>
          <p className="font-medium">{analysisLabels.none}</p>
          <p className="mt-1 text-muted">{isAwaited ? analysisLabels.pendingText : analysisLabels.noneText}</p>
        </div>
      ) : (
        <>
          <h3 className="sr-only">{analysisLabels.summary}</h3>
          <p className="break-words whitespace-pre-line">
            {analysis.summary ?? <span className="text-muted">{analysisLabels.noSummary}</span>}
          </p>
          <dl className="mt-3 flex flex-col border-t border-line pt-2">
            <Row name={analysisLabels.goal}>
              <Goal reached={analysis.isSuccessful} />
            </Row>
            {analysis.sentiment === null ? null : (
              <Row name={analysisLabels.sentiment}>
                <SentimentBadge sentiment={analysis.sentiment} />
              </Row>
            )}
            {analysis.inVoicemail === null ? null : (
              <Row name={analysisLabels.voicemail}>{analysis.inVoicemail ? analysisLabels.yes : analysisLabels.no}</Row>
            )}
          </dl>
        </>
      )}
      <CallBackRow callId={call.id} />
    </Card>
  );
}
