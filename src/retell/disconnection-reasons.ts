// Every known disconnection reason of the provider, with its severity for an operator. The provider adds reasons
// without notice. An unlisted one is stored unchanged and counts as a warning.

export type DisconnectionSeverity = 'success' | 'warning' | 'error';

/** Severity of each disconnection reason. The reasons come from the specification, the SDK and the documentation. */
export const disconnectionReasonSeverities = {
  user_hangup: 'success',
  agent_hangup: 'success',
  call_transfer: 'success',
  transfer_bridged: 'success',
  call_take_over: 'success',
  user_requested_callback: 'success',
  voicemail_reached: 'warning',
  machine_detected: 'warning',
  ivr_reached: 'warning',
  inactivity: 'warning',
  max_duration_reached: 'warning',
  dial_busy: 'warning',
  dial_no_answer: 'warning',
  user_declined: 'warning',
  transfer_cancelled: 'warning',
  manual_stopped: 'warning',
  user_requested_dnc: 'warning',
  dial_failed: 'error',
  invalid_destination: 'error',
  telephony_provider_permission_denied: 'error',
  telephony_provider_unavailable: 'error',
  sip_routing_error: 'error',
  marked_as_spam: 'error',
  network_blocked: 'error',
  concurrency_limit_reached: 'error',
  no_concurrency_fallback: 'error',
  no_valid_payment: 'error',
  credit_exhausted: 'error',
  budget_reached: 'error',
  scam_detected: 'error',
  error_llm_websocket_open: 'error',
  error_llm_websocket_lost_connection: 'error',
  error_llm_websocket_runtime: 'error',
  error_llm_websocket_corrupt_payload: 'error',
  error_no_audio_received: 'error',
  error_asr: 'error',
  error_retell: 'error',
  error_unknown: 'error',
  error_user_not_joined: 'error',
  registered_call_timeout: 'error',
} as const satisfies Record<string, DisconnectionSeverity>;

export type DisconnectionReason = keyof typeof disconnectionReasonSeverities;

/** True for a known reason. */
export function isKnownDisconnectionReason(value: string): value is DisconnectionReason {
  return Object.hasOwn(disconnectionReasonSeverities, value);
}

/** The severity of a disconnection reason. An unknown reason is a warning. */
export function getDisconnectionReasonSeverity(value: string): DisconnectionSeverity {
  return isKnownDisconnectionReason(value) ? disconnectionReasonSeverities[value] : 'warning';
}

/** Kind of machine that answered instead of a person, by disconnection reason. */
export const machineKindByDisconnectionReason = {
  voicemail_reached: 'voicemail',
  machine_detected: 'voicemail',
  ivr_reached: 'ivr',
} as const satisfies Partial<Record<DisconnectionReason, 'voicemail' | 'ivr'>>;

export function isVoicemailDisconnectionReason(value: string): boolean {
  return (
    Object.hasOwn(machineKindByDisconnectionReason, value) &&
    machineKindByDisconnectionReason[value as keyof typeof machineKindByDisconnectionReason] === 'voicemail'
  );
}

/** Disconnection reasons of calls that were never connected. */
export const unconnectedCallReasons = [
  'dial_busy',
  'dial_failed',
  'dial_no_answer',
  'user_declined',
  'invalid_destination',
  'telephony_provider_permission_denied',
  'telephony_provider_unavailable',
  'sip_routing_error',
  'marked_as_spam',
  'network_blocked',
] as const satisfies readonly DisconnectionReason[];
