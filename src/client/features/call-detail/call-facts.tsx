/** Card with a call's basic data: phone numbers, times, disconnection reason, campaign and id. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { callAnalysisLabels, callDetailLabels, callDataTabLabels, callFactLabels } from './call-detail-es.ts';
import { getDisconnectionReasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { useCallContextQuery } from '../../api/queries.ts';
import { formatAgentLabel, formatCallType } from '../../format/calls.ts';
import { formatCallDuration } from '../../format/durations.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { DisconnectionReasonTooltip } from '../../ui/reason-tooltip.tsx';
import { CallSentimentBadge } from '../../ui/sentiment-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { getCallCostCents } from './call-values.ts';
import { copyToClipboardWithToast } from './copy-to-clipboard.ts';
import { EraseCallDataButton } from './forget-call-button.tsx';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  );
}

function CampaignLink({ id, name }: { readonly id: string; readonly name: string | null }) {
  return (
    <Link
      href={screenPaths.callHistory({ campaign: id, ...(name === null ? {} : { name }) })}
      className="text-accent-text hover:underline"
    >
      {name ?? callFactLabels.seeCampaign}
    </Link>
  );
}

function CallId({ id }: { readonly id: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="truncate font-mono text-xs" title={id}>
        {id}
      </span>
      <Button
        size="icon"
        variant="ghost"
        className="-my-1 -mr-2"
        aria-label={callFactLabels.copyId}
        onClick={() => void copyToClipboardWithToast(id, callFactLabels.copied)}
      >
        <Copy aria-hidden />
      </Button>
    </span>
  );
}

function Reason({ reason }: { readonly reason: string }) {
  return (
    <DisconnectionReasonTooltip reason={reason}>
      <button
        type="button"
        className="max-w-full cursor-help break-words underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {getDisconnectionReasonLabel(reason)}
      </button>
    </DisconnectionReasonTooltip>
  );
}

/** The customer's name and both phone numbers of the call. */
function People({ call }: { readonly call: CallDetail }) {
  const { none } = callDetailLabels;
  return (
    <>
      {call.customerName ? <Fact name={callFactLabels.customer}>{call.customerName}</Fact> : null}
      <Fact name={callFactLabels.from}>
        <PhoneNumberText>{call.fromNumberShown ?? none}</PhoneNumberText>
      </Fact>
      <Fact name={callFactLabels.to}>
        <PhoneNumberText>{call.toNumberShown ?? none}</PhoneNumberText>
      </Fact>
    </>
  );
}

/** Name of the user who took the call over from the AI agent, and when. */
function TakenOver({ callId }: { readonly callId: string }) {
  const format = useRegionalFormat();
  const taker = useCallContextQuery(callId).data?.listeners.find(({ takenOverAt }) => takenOverAt !== null);
  return taker ? (
    <Fact name={callFactLabels.takenOver}>
      {callFactLabels.takenOverBy(taker.by, format.dateTime(taker.takenOverAt))}
    </Fact>
  ) : null;
}

function LeftOver({ call }: { readonly call: CallDetail }) {
  const format = useRegionalFormat();
  const { callSuccessful } = call;
  const cents = getCallCostCents(call);
  return (
    <>
      <Fact name={callFactLabels.goal}>
        {callSuccessful === null ? (
          <UnknownFigure why={callFactLabels.goalUnknown} />
        ) : callSuccessful ? (
          callAnalysisLabels.goalReached
        ) : (
          callAnalysisLabels.goalMissed
        )}
      </Fact>
      {call.userSentiment === null ? null : (
        <Fact name={callAnalysisLabels.sentiment}>
          <CallSentimentBadge sentiment={call.userSentiment} />
        </Fact>
      )}
      <Fact name={callFactLabels.cost}>
        {cents === null ? <UnknownFigure why={callDataTabLabels.costUnknown} /> : format.callCost(cents)}
      </Fact>
    </>
  );
}

export function CallFactsCard({ call, className = '' }: { readonly call: CallDetail; readonly className?: string }) {
  const format = useRegionalFormat();
  const { none } = callDetailLabels;
  const isErased = call.erasedAt !== null;
  const version = call.agentVersion === null ? '' : ` ${callFactLabels.version(String(call.agentVersion))}`;
  const mayForget = useHasRole('admin') && !isErased && call.callStatus !== 'in_progress';
  return (
    <SectionCard
      title={callDetailLabels.facts}
      className={className}
      bodyClassName="py-2"
      {...(mayForget ? { footer: <EraseCallDataButton callId={call.id} /> } : {})}
    >
      <dl className="flex flex-col">
        {isErased ? null : <People call={call} />}
        <Fact name={callFactLabels.agent}>
          {call.agentId === null ? (
            callDetailLabels.noAgent
          ) : (
            <Link href={screenPaths.agent(call.agentId)} className="text-accent-text hover:underline">
              {formatAgentLabel(call, callDetailLabels.noAgent)}
            </Link>
          )}
          {version}
        </Fact>
        <Fact name={callFactLabels.type}>{formatCallType(call.callType)}</Fact>
        <Fact name={callFactLabels.start}>{format.dateTime(call.startTimestamp)}</Fact>
        <Fact name={callFactLabels.end}>{format.dateTime(call.endTimestamp)}</Fact>
        <Fact name={callFactLabels.duration}>{formatCallDuration(call)}</Fact>
        <Fact name={callFactLabels.reason}>
          {call.disconnectionReason === null ? none : <Reason reason={call.disconnectionReason} />}
        </Fact>
        <TakenOver callId={call.id} />
        {isErased ? <LeftOver call={call} /> : null}
        {call.campaignId === null ? null : (
          <Fact name={callFactLabels.campaign}>
            <CampaignLink id={call.campaignId} name={call.campaignName} />
          </Fact>
        )}
        <Fact name={callFactLabels.callId}>
          <CallId id={call.id} />
        </Fact>
      </dl>
    </SectionCard>
  );
}
