/** Renders each column's cell of the call history, for both the table and the cards. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ApiResponse } from '../../../contract/api.ts';
import { callHistoryLabels as labels, callValueUnitLabels } from '../../../labels/call-history-es.ts';
import { getDisconnectionReasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { formatAgentLabel, formatContactNumber } from '../../format/calls.ts';
import { formatCallDuration } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { CallDirectionBadge } from '../../ui/badge.tsx';
import { SearchHitText } from '../../ui/marked-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { DisconnectionReasonTooltip } from '../../ui/reason-tooltip.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { CallSentimentBadge } from '../../ui/sentiment-badge.tsx';
import { CallStatusText } from './call-status-text.tsx';
import type { CallHistoryColumnId } from './history-columns.ts';

export type CallHistoryRow = ApiResponse<'listCalls'>[number];

/** Data that the cells of a row of the call history need besides the call. */
export interface CallHistoryCellContext {
  readonly format: RegionalFormat;
  /** The search query, whose words are highlighted in the cells; null without a search. */
  readonly query: string | null;
  readonly hrefOf: (call: CallHistoryRow) => string;
}

const unknown = <span className="text-muted">{labels.none}</span>;

interface MarkedProps {
  readonly call: CallHistoryRow;
  readonly query: string | null;
}

export const hasCustomerName = ({ customerName, erasedAt }: CallHistoryRow): boolean =>
  Boolean(customerName) && erasedAt === null;

export function CustomerPhoneNumber({ call, query }: MarkedProps) {
  return (
    <PhoneNumberText>
      <SearchHitText text={formatContactNumber(call)} query={query} />
    </PhoneNumberText>
  );
}

/** The customer's name, otherwise their phone number. 'Datos eliminados' if the call was erased. */
export function CustomerNameOrPhoneNumber({ call, query }: MarkedProps) {
  if (call.erasedAt !== null) return <span className="font-normal text-muted italic">{labels.erased}</span>;
  if (!hasCustomerName(call)) return <CustomerPhoneNumber call={call} query={query} />;
  return <SearchHitText text={call.customerName ?? ''} query={query} />;
}

export function CallAgentName({ call, query }: MarkedProps) {
  return <SearchHitText text={formatAgentLabel(call, labels.noAgent)} query={query} />;
}

/** Excerpt of a call's transcript around the first search hit. */
export function TranscriptSearchSnippet({ text, query }: { readonly text: string; readonly query: string | null }) {
  return (
    <>
      <span className="sr-only">{labels.said} </span>
      <SearchHitText text={text} query={query} />
    </>
  );
}

function Contact({ call, query, hrefOf }: CallHistoryCellContext & { readonly call: CallHistoryRow }) {
  return (
    <>
      <Link href={hrefOf(call)} data-call className="block -outline-offset-2 after:absolute after:inset-0">
        <span className="block truncate font-medium">
          <CustomerNameOrPhoneNumber call={call} query={query} />
        </span>
        {hasCustomerName(call) ? (
          <span className="block truncate text-xs text-muted">
            <CustomerPhoneNumber call={call} query={query} />
          </span>
        ) : null}
      </Link>
      {call.snippet === null ? null : (
        <span className="absolute inset-x-4 bottom-2 truncate text-xs text-muted">
          <TranscriptSearchSnippet text={call.snippet} query={query} />
        </span>
      )}
    </>
  );
}

const twoLines = 'line-clamp-2 leading-tight break-words max-xl:text-xs';

/** The disconnection reason is a link of its own, so that the keyboard can focus it and open its tooltip. */
function Reason({ call, hrefOf }: { readonly call: CallHistoryRow } & Pick<CallHistoryCellContext, 'hrefOf'>) {
  if (call.disconnectionReason === null) return unknown;
  return (
    <DisconnectionReasonTooltip reason={call.disconnectionReason}>
      <Link href={hrefOf(call)} className={classNames('relative z-1 rounded-sm text-muted', twoLines)}>
        {getDisconnectionReasonLabel(call.disconnectionReason)}
      </Link>
    </DisconnectionReasonTooltip>
  );
}

export const callHistoryCellRenderers: Readonly<
  Record<CallHistoryColumnId, (call: CallHistoryRow, context: CallHistoryCellContext) => ReactNode>
> = {
  status: (call) => <CallStatusText call={call} />,
  result: (call) => <CallResultBadge result={call.result} />,
  contact: (call, context) => <Contact call={call} {...context} />,
  direction: (call) => <CallDirectionBadge direction={call.direction} />,
  agent: (call, { query }) => (
    <span className={twoLines}>
      <CallAgentName call={call} query={query} />
    </span>
  ),
  campaign: (call) => (call.campaignName === null ? unknown : <span className={twoLines}>{call.campaignName}</span>),
  reason: (call, { hrefOf }) => <Reason call={call} hrefOf={hrefOf} />,
  sentiment: (call) => (call.userSentiment ? <CallSentimentBadge sentiment={call.userSentiment} /> : unknown),
  duration: (call) => (call.durationMs === null ? unknown : formatCallDuration(call)),
  cost: (call, { format }) => (call.costCents === null ? unknown : format.callCost(call.costCents)),
  latency: (call, { format }) =>
    call.e2eP50Ms === null ? unknown : callValueUnitLabels.milliseconds(format.count(Math.round(call.e2eP50Ms))),
  date: (call, { format }) => (
    <span className="whitespace-nowrap text-muted">{format.dateTime(call.startTimestamp ?? call.occurredAt)}</span>
  ),
};
