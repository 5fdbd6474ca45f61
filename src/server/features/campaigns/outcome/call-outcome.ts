/** Derives a call attempt's result from its call: whether a person was reached, and how the call ended. Pure. */
import {
  providerAccountBlockReasons,
  type ProviderAccountBlockReason,
  type AttemptOutcome,
  type RetryableOutcome,
} from '../../../../contract/campaigns.ts';
import {
  isVoicemailDisconnectionReason,
  getDisconnectionReasonSeverity as severityOf,
} from '../../../../retell/disconnection-reasons.ts';
import {
  isCallGoalReached,
  hasReportedDisconnectionReason,
  connectedCallCondition,
  humanCallCondition,
  getDisconnectionSeverity,
  type CallTableRow,
} from '../../calls/index.ts';
import type { AttemptCallResult } from '../rules/attempt-state.ts';

/**
 * Disconnection reasons with severity 'error' to which the campaign's retry rule for errors does not apply. After most
 * of them, a retry would fail again. The list also contains reasons which mean that no call was placed, because these
 * have outcomes of their own.
 */
const lastingReasons: ReadonlySet<string> = new Set([
  'concurrency_limit_reached',
  'invalid_destination',
  'marked_as_spam',
  'scam_detected',
  'network_blocked',
  'error_user_not_joined',
  // If a connected call ended because of a problem of the provider account, such as no valid payment, it needs no
  // retry.
  ...providerAccountBlockReasons,
]);

/**
 * Returns the call's disconnection reason if it means that the provider account can't place calls at present; otherwise
 * null.
 */
export function deriveProviderAccountBlockReason({
  disconnectionReason,
}: CallTableRow): ProviderAccountBlockReason | null {
  return providerAccountBlockReasons.find((reason) => reason === disconnectionReason) ?? null;
}

export function deriveAttemptCallResult(call: CallTableRow): AttemptCallResult {
  return {
    callId: call.id,
    isOver: call.isOver,
    outcome: deriveAttemptOutcome(call),
    pickedUp: connectedCallCondition(call),
    contacted: humanCallCondition(call),
    completed: call.status === 'ended' && getDisconnectionSeverity(call) !== 'error',
    successful: isCallGoalReached(call) ?? (call.isOver && !connectedCallCondition(call) ? false : null),
    reason: call.disconnectionReason,
  };
}

/**
 * Derives an attempt's outcome from its call (GLOSSARY.md, "Outcome"). A technical failure decides the outcome even if
 * a person picked up, because the circuit breaker looks for agents that fail in mid-call.
 * If the provider has lost the call, no disconnection reason is reported. Such a call may have reached the person, so
 * it causes no retry.
 */
export function deriveAttemptOutcome(call: CallTableRow): AttemptOutcome {
  const reason = call.disconnectionReason;
  if (reason !== null && !hasReportedDisconnectionReason(call)) return humanCallCondition(call) ? 'human' : 'other';
  if (reason === 'concurrency_limit_reached') return 'concurrency';
  if (deriveProviderAccountBlockReason(call) !== null && !connectedCallCondition(call)) return 'account';
  const outcome = reason === null ? null : deriveRetryOutcome(reason);
  if (call.inVoicemail === true && (outcome === null || outcome === 'error')) return 'voicemail';
  if (outcome !== null) return outcome;
  return getDisconnectionSeverity(call) !== 'error' && humanCallCondition(call) ? 'human' : 'other';
}

/** Returns the outcome (such as busy) that may cause a retry, by the disconnection reason; null if there is none. */
export function deriveRetryOutcome(reason: string): RetryableOutcome | null {
  if (reason === 'dial_no_answer') return 'no_answer';
  if (reason === 'dial_busy') return 'busy';
  if (isVoicemailDisconnectionReason(reason)) return 'voicemail';
  return severityOf(reason) === 'error' && !lastingReasons.has(reason) ? 'error' : null;
}
