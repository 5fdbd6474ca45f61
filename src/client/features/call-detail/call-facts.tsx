/** Card with a call's basic data: phone numbers, times, disconnection reason, campaign and id. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { analysisLabels, callDetailLabels, dataLabels, factLabels } from './call-detail-es.ts';
import { reasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { useCallContext } from '../../api/queries.ts';
import { agentLabel, callTypeLabel } from '../../format/calls.ts';
import { formatCallDuration } from '../../format/durations.ts';
import { paths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { ReasonTooltip } from '../../ui/reason-tooltip.tsx';
import { SentimentBadge } from '../../ui/sentiment-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { costCents } from './call-values.ts';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { ForgetCallButton } from './forget-call-button.tsx';

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
      href={paths.callHistory({ campaign: id, ...(name === null ? {} : { name }) })}
      className="text-accent-text hover:underline"
    >
      {name ?? factLabels.seeCampaign}
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
        aria-label={factLabels.copyId}
        onClick={() => void copyToClipboard(id, factLabels.copied)}
      >
        <Copy aria-hidden />
      </Button>
    </span>
  );
}

function Reason({ reason }: { readonly reason: string }) {
  return (
    <ReasonTooltip reason={reason}>
      <button
        type="button"
        className="max-w-full cursor-help break-words underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {reasonLabel(reason)}
      </button>
    </ReasonTooltip>
  );
}

/** The customer's name and both phone numbers of the call. */
function People({ call }: { readonly call: CallDetail }) {
  const { none } = callDetailLabels;
  return (
    <>
      {call.customerName ? <Fact name={factLabels.customer}>{call.customerName}</Fact> : null}
      <Fact name={factLabels.from}>
        <PhoneNumber>{call.fromNumberShown ?? none}</PhoneNumber>
      </Fact>
      <Fact name={factLabels.to}>
        <PhoneNumber>{call.toNumberShown ?? none}</PhoneNumber>
      </Fact>
    </>
  );
}

/** Name of the user who took the call over from the AI agent, and when. */
function TakenOver({ callId }: { readonly callId: string }) {
  const format = useFormat();
  const taker = useCallContext(callId).data?.listeners.find(({ takenOverAt }) => takenOverAt !== null);
  return taker ? (
    <Fact name={factLabels.takenOver}>{factLabels.takenOverBy(taker.by, format.dateTime(taker.takenOverAt))}</Fact>
  ) : null;
}

/** Goal, sentiment and cost of an erased call, whose page has neither an analysis nor a Data tab. */
function LeftOver({ call }: { readonly call: CallDetail }) {
  const format = useFormat();
  const { callSuccessful } = call;
  const cents = costCents(call);
  return (
    <>
      <Fact name={factLabels.goal}>
        {callSuccessful === null ? (
          <UnknownFigure why={factLabels.goalUnknown} />
        ) : callSuccessful ? (
          analysisLabels.goalReached
        ) : (
          analysisLabels.goalMissed
        )}
      </Fact>
      {call.userSentiment === null ? null : (
        <Fact name={analysisLabels.sentiment}>
          <SentimentBadge sentiment={call.userSentiment} />
        </Fact>
      )}
      <Fact name={factLabels.cost}>
        {cents === null ? <UnknownFigure why={dataLabels.costUnknown} /> : format.callCost(cents)}
      </Fact>
    </>
  );
}

export function CallFacts({ call, className = '' }: { readonly call: CallDetail; readonly className?: string }) {
  const format = useFormat();
  const { none } = callDetailLabels;
  const isErased = call.erasedAt !== null;
  const version = call.agentVersion === null ? '' : ` ${factLabels.version(String(call.agentVersion))}`;
  const mayForget = useHasRole('admin') && !isErased && call.callStatus !== 'in_progress';
  return (
    <Card
      title={callDetailLabels.facts}
      className={className}
      bodyClassName="py-2"
      {...(mayForget ? { footer: <ForgetCallButton callId={call.id} /> } : {})}
    >
      <dl className="flex flex-col">
        {isErased ? null : <People call={call} />}
        <Fact name={factLabels.agent}>
          {call.agentId === null ? (
            callDetailLabels.noAgent
          ) : (
            <Link href={paths.agent(call.agentId)} className="text-accent-text hover:underline">
              {agentLabel(call, callDetailLabels.noAgent)}
            </Link>
          )}
          {version}
        </Fact>
        <Fact name={factLabels.type}>{callTypeLabel(call.callType)}</Fact>
        <Fact name={factLabels.start}>{format.dateTime(call.startTimestamp)}</Fact>
        <Fact name={factLabels.end}>{format.dateTime(call.endTimestamp)}</Fact>
        <Fact name={factLabels.duration}>{formatCallDuration(call)}</Fact>
        <Fact name={factLabels.reason}>
          {call.disconnectionReason === null ? none : <Reason reason={call.disconnectionReason} />}
        </Fact>
        <TakenOver callId={call.id} />
        {isErased ? <LeftOver call={call} /> : null}
        {call.campaignId === null ? null : (
          <Fact name={factLabels.campaign}>
            <CampaignLink id={call.campaignId} name={call.campaignName} />
          </Fact>
        )}
        <Fact name={factLabels.callId}>
          <CallId id={call.id} />
        </Fact>
      </dl>
    </Card>
  );
}
