/** Names and outcome of a call, as lists of calls show them. All pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { getDisconnectionReasonSeverityAndMeaning } from '../../labels/disconnection-reasons-es.ts';

/** Outcome of a call. `success`: conversation with a normal end. `failure`: technical error. `open`: in progress. */
export type CallOutcome = 'success' | 'failure' | 'open' | 'other';

/** Determines the outcome of a call, which decides its icon in lists (product.md 1, spec B 4). */
export function determineCallOutcome(call: Pick<CallSummary, 'callStatus' | 'disconnectionReason'>): CallOutcome {
  if (call.callStatus === 'in_progress') return 'open';
  const severity =
    call.disconnectionReason === null
      ? null
      : getDisconnectionReasonSeverityAndMeaning(call.disconnectionReason).severity;
  if (severity === 'error' || call.callStatus === 'failed') return 'failure';
  return severity === 'success' ? 'success' : 'other';
}

export type CallPartyNumbers = Pick<
  CallSummary,
  'callType' | 'direction' | 'fromNumber' | 'fromNumberShown' | 'toNumber' | 'toNumberShown'
>;

/** Returns which field of a call has the customer's number: `toNumber` or `fromNumber`. */
export const pickContactNumberField = ({ direction, fromNumber, toNumber }: CallPartyNumbers) =>
  toNumber && (direction === 'outbound' || !fromNumber) ? 'toNumber' : 'fromNumber';

/** Text for a call's other party: 'WebCall', the number, or 'Número Desconocido' (spec B 2.1). */
export function formatContactNumber(call: CallPartyNumbers): string {
  if (call.callType === 'web_call' || call.direction === 'web_call') return callLabels.webCall;
  return call[`${pickContactNumberField(call)}Shown`] || callLabels.unknownNumber;
}

/**
 * Name of a call's agent. Without a name, it is 'Agente' and the last 4 characters of the agent's id. Without an id, it
 * is `fallback`.
 */
export function formatAgentLabel(
  call: { readonly agentId: string | null; readonly agentName: string | null },
  fallback: string,
): string {
  if (call.agentName) return call.agentName;
  return call.agentId ? `${callLabels.agent} ${call.agentId.slice(-4)}` : fallback;
}

/** Text for a call's type: 'Teléfono', 'Web', or 'Llamada' if unknown. */
export function formatCallType(callType: string): string {
  if (callType === 'phone_call') return callLabels.phone;
  return callType === 'web_call' ? callLabels.web : callLabels.call;
}
