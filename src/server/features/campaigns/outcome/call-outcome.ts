/** Derives an attempt's result from its call: what it came to and, once the call is over, how it ended. Pure. */
import {
  accountReasons,
  type AccountReason,
  type AttemptOutcome,
  type RetryOutcome,
} from '../../../../contract/campaigns.ts';
import { isVoicemailReason, severityOfReason as severityOf } from '../../../../retell/disconnection-reasons.ts';
import {
  goalReached,
  hasReportedReason,
  isConnected,
  isHuman,
  severityOfReason,
  type CallState,
} from '../../calls/index.ts';
import type { CallResult } from '../rules/attempt-state.ts';

/** Reasons of severity error that are no cause for a retry: it would end the same way, or nobody was called. */
const lastingReasons: ReadonlySet<string> = new Set([
  'concurrency_limit_reached',
  'invalid_destination',
  'marked_as_spam',
  'scam_detected',
  'network_blocked',
  'error_user_not_joined',
  // Account reasons end a call that had been connected, so the person was spoken to.
  ...accountReasons,
]);

/** The account's reason for the end of a call, if it may not call, whether or not somebody was reached. */
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
    successful: goalReached(call) ?? (call.isOver && !isConnected(call) ? false : null),
    reason: call.disconnectionReason,
  };
}

/**
 * The outcome by what is known of the call now (GLOSSARY.md, "Outcome"). A technical reason comes before the person who
 * picked up, because the circuit breaker looks for agents that fail in mid-call. A call that only we report as over,
 * because the provider has lost it, may have reached the person. It never causes a retry.
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

/** The outcome that the reason alone shows, if it allows a retry; otherwise null. */
export function retryOutcomeOf(reason: string): RetryOutcome | null {
  if (reason === 'dial_no_answer') return 'no_answer';
  if (reason === 'dial_busy') return 'busy';
  if (isVoicemailReason(reason)) return 'voicemail';
  return severityOf(reason) === 'error' && !lastingReasons.has(reason) ? 'error' : null;
}
