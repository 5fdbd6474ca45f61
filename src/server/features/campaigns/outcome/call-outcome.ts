/** What a call says of the attempt that placed it: its results as they stand, and, once it is over, how it ended. Pure. */
import {
  accountReasons,
  type AccountReason,
  type AttemptOutcome,
  type RetryOutcome,
} from '../../../../contract/campaigns.ts';
import { isVoicemailReason, severityOfReason as severityOf } from '../../../../retell/disconnection-reasons.ts';
import { goal, hasReportedReason, isConnected, isHuman, severityOfReason, type CallState } from '../../calls/index.ts';
import type { CallResult } from '../rules/attempt-state.ts';

/** Of severity error, and no cause for another try: it would end the same way, or nobody was called. */
const lastingReasons: ReadonlySet<string> = new Set([
  'concurrency_limit_reached',
  'invalid_destination',
  'marked_as_spam',
  'scam_detected',
  'network_blocked',
  'error_user_not_joined',
  // Of a call that had been connected: the person was spoken to.
  ...accountReasons,
]);

/** Why the account may not call, if that ended the call, whether somebody had been reached or not. */
export function accountReasonOf({ disconnectionReason }: CallState): AccountReason | null {
  return accountReasons.find((reason) => reason === disconnectionReason) ?? null;
}

export function resultOf(call: CallState): CallResult {
  return {
    callId: call.id,
    isOver: call.isOver,
    outcome: outcomeOf(call),
    pickedUp: isConnected(call),
    contacted: isHuman(call),
    completed: call.status === 'ended' && severityOfReason(call) !== 'error',
    successful: goal(call) ?? (call.isOver && !isConnected(call) ? false : null),
    reason: call.disconnectionReason,
  };
}

/**
 * By what is known of the call at this moment (GLOSSARY.md, "Outcome"). A technical reason comes before the person who
 * had picked up: an agent that fails in mid-call is what the circuit breaker looks for. A call of which only we say
 * that it is over (the provider does not know it any more) may have reached the person: it never causes another.
 */
export function outcomeOf(call: CallState): AttemptOutcome {
  const reason = call.disconnectionReason;
  if (reason !== null && !hasReportedReason(call)) return isHuman(call) ? 'human' : 'other';
  if (reason === 'concurrency_limit_reached') return 'concurrency';
  if (accountReasonOf(call) !== null && !isConnected(call)) return 'account';
  const outcome = reason === null ? null : retryOutcomeOf(reason);
  if (call.inVoicemail === true && (outcome === null || outcome === 'error')) return 'voicemail';
  if (outcome !== null) return outcome;
  return severityOfReason(call) !== 'error' && isHuman(call) ? 'human' : 'other';
}

/** What the reason alone says of an attempt that may be tried again; null: it may not, or the reason does not tell. */
export function retryOutcomeOf(reason: string): RetryOutcome | null {
  if (reason === 'dial_no_answer') return 'no_answer';
  if (reason === 'dial_busy') return 'busy';
  if (isVoicemailReason(reason)) return 'voicemail';
  return severityOf(reason) === 'error' && !lastingReasons.has(reason) ? 'error' : null;
}
