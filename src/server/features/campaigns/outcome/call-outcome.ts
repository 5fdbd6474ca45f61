/** Derives an attempt's result from its call: whether a person was reached and, once it is over, how it ended. Pure. */
import {
  accountBlockReasons,
  type AccountBlockReason,
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

/** Disconnection reasons of severity error that cause no retry: it would end the same way, or nobody was called. */
const lastingReasons: ReadonlySet<string> = new Set([
  'concurrency_limit_reached',
  'invalid_destination',
  'marked_as_spam',
  'scam_detected',
  'network_blocked',
  'error_user_not_joined',
  // Reasons about the account end a connected call here, so the person was already spoken to.
  ...accountBlockReasons,
]);

/** The call's disconnection reason if it says that the account may not call; otherwise null. */
export function accountReasonOf({ disconnectionReason }: CallState): AccountBlockReason | null {
  return accountBlockReasons.find((reason) => reason === disconnectionReason) ?? null;
}

export function callResultOf(call: CallState): CallResult {
  return {
    callId: call.id,
    isOver: call.isOver,
    outcome: attemptOutcomeOf(call),
    pickedUp: isConnected(call),
    contacted: isHuman(call),
    completed: call.status === 'ended' && severityOfReason(call) !== 'error',
    successful: goalReached(call) ?? (call.isOver && !isConnected(call) ? false : null),
    reason: call.disconnectionReason,
  };
}

/**
 * Derives the outcome of an attempt from its call so far (GLOSSARY.md, "Outcome"). A technical reason comes before the
 * person who picked up, because the circuit breaker looks for agents that fail in mid-call. If only we report a call as
 * over, because the provider has lost it, it may have reached the person and causes no retry.
 */
export function attemptOutcomeOf(call: CallState): AttemptOutcome {
  const reason = call.disconnectionReason;
  if (reason !== null && !hasReportedReason(call)) return isHuman(call) ? 'human' : 'other';
  if (reason === 'concurrency_limit_reached') return 'concurrency';
  if (accountReasonOf(call) !== null && !isConnected(call)) return 'account';
  const outcome = reason === null ? null : retryOutcomeOf(reason);
  if (call.inVoicemail === true && (outcome === null || outcome === 'error')) return 'voicemail';
  if (outcome !== null) return outcome;
  return severityOfReason(call) !== 'error' && isHuman(call) ? 'human' : 'other';
}

/** Outcome (such as busy) that allows a retry, by the call's disconnection reason alone; null if there is none. */
export function retryOutcomeOf(reason: string): RetryOutcome | null {
  if (reason === 'dial_no_answer') return 'no_answer';
  if (reason === 'dial_busy') return 'busy';
  if (isVoicemailReason(reason)) return 'voicemail';
  return severityOf(reason) === 'error' && !lastingReasons.has(reason) ? 'error' : null;
}
