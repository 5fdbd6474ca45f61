/** Names and outcome of a call in lists. All pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { describeReason } from '../../labels/disconnection-reasons-es.ts';

/** Outcome of a call. success: a conversation with a normal end. failure: a technical error. open: in progress. */
export type CallOutcome = 'success' | 'failure' | 'open' | 'other';

/** Outcome of a call, which decides its icon in a list (product.md 1, spec B 4). */
export function callOutcome(call: Pick<CallSummary, 'callStatus' | 'disconnectionReason'>): CallOutcome {
  if (call.callStatus === 'in_progress') return 'open';
  const severity = call.disconnectionReason === null ? null : describeReason(call.disconnectionReason).severity;
  if (severity === 'error' || call.callStatus === 'failed') return 'failure';
  return severity === 'success' ? 'success' : 'other';
}

export type CallNumbers = Pick<
  CallSummary,
  'callType' | 'direction' | 'fromNumber' | 'fromNumberShown' | 'toNumber' | 'toNumberShown'
>;

/** Field that holds the number of the call's other party. Our own number does not distinguish calls. */
export const contactNumberField = ({ direction, fromNumber, toNumber }: CallNumbers) =>
  toNumber && (direction === 'outbound' || !fromNumber) ? 'toNumber' : 'fromNumber';

/** The call's other party for display: 'WebCall', the number, or 'Número Desconocido' (spec B 2.1). */
export function contactNumber(call: CallNumbers): string {
  if (call.callType === 'web_call' || call.direction === 'web_call') return callLabels.webCall;
  return call[`${contactNumberField(call)}Shown`] || callLabels.unknownNumber;
}

/** Name of a call's agent, otherwise 'Agente' and the last 4 characters of its id, otherwise `fallback`. */
export function agentLabel(
  call: { readonly agentId: string | null; readonly agentName: string | null },
  fallback: string,
): string {
  if (call.agentName) return call.agentName;
  return call.agentId ? `${callLabels.agent} ${call.agentId.slice(-4)}` : fallback;
}

/** A call's type in words: 'Teléfono', 'Web' or, if unknown, 'Llamada'. */
export function callTypeLabel(callType: string): string {
  if (callType === 'phone_call') return callLabels.phone;
  return callType === 'web_call' ? callLabels.web : callLabels.call;
}
