/** How one call is named and judged in lists. All pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';

/** Reasons that the spec's catalogue counts as errors (B 8). */
const errorReasons: ReadonlySet<string> = new Set([
  'dial_failed',
  'invalid_destination',
  'telephony_provider_permission_denied',
  'telephony_provider_unavailable',
  'sip_routing_error',
  'marked_as_spam',
  'concurrency_limit_reached',
  'no_valid_payment',
  'scam_detected',
  'error_llm_websocket_open',
  'error_llm_websocket_lost_connection',
  'error_llm_websocket_runtime',
  'error_llm_websocket_corrupt_payload',
  'error_no_audio_received',
  'error_asr',
  'error_retell',
  'error_unknown',
  'error_user_not_joined',
  'registered_call_timeout',
]);
const successReasons: ReadonlySet<string> = new Set(['user_hangup', 'agent_hangup', 'call_transfer', 'transfer_bridged']);

/** success: a conversation that ended as it should; failure: a technical error; open: in progress; none: no conversation. */
export type CallOutcome = 'success' | 'failure' | 'open' | 'none';

/** The icon of a call in a list (product.md 1, spec B 4). */
export function callOutcome(call: Pick<CallSummary, 'callStatus' | 'disconnectionReason'>): CallOutcome {
  if (call.callStatus === 'in_progress') return 'open';
  const reason = call.disconnectionReason ?? '';
  if (errorReasons.has(reason) || call.callStatus === 'failed') return 'failure';
  return successReasons.has(reason) ? 'success' : 'none';
}

/** A call's number in lists: 'WebCall', else fromNumber, else toNumber, else 'Número Desconocido' (spec B 2.1). */
export function callNumber(call: Pick<CallSummary, 'callType' | 'direction' | 'fromNumber' | 'toNumber'>): string {
  if (call.callType === 'web_call' || call.direction === 'web_call') return callLabels.webCall;
  return call.fromNumber || call.toNumber || callLabels.unknownNumber;
}

/** Whom an outbound call reaches; null elsewhere. `callNumber` shows our own line there, which tells no call from another. */
export function calledNumber(call: Pick<CallSummary, 'direction' | 'fromNumber' | 'toNumber'>): string | null {
  return call.direction === 'outbound' && call.fromNumber ? call.toNumber : null;
}

/** The agent's name, else 'Agente' and the last 4 characters of its id, else the fallback. */
export function agentLabel(call: { readonly agentId: string | null; readonly agentName: string | null }, fallback: string): string {
  if (call.agentName) return call.agentName;
  return call.agentId ? `${callLabels.agent} ${call.agentId.slice(-4)}` : fallback;
}

/** 'Teléfono', 'Web' or, where unknown, 'Llamada'. */
export function callTypeLabel(callType: string): string {
  if (callType === 'phone_call') return callLabels.phone;
  return callType === 'web_call' ? callLabels.web : callLabels.call;
}

/** Bands of the success rate (spec B 4): 70 % and more good, 50 % and more attention, below bad. */
export function successBand(percent: number): 'good' | 'attention' | 'bad' {
  if (percent >= 70) return 'good';
  return percent >= 50 ? 'attention' : 'bad';
}
