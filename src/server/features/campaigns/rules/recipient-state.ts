/**
 * State of a campaign's recipient, and its changes by events of the recipient's attempts. Pure. A campaign's counts are
 * sums over its recipients. Each change subtracts the old state and adds the new one, so that a repeated report changes
 * nothing.
 */
import {
  attemptOutcomesWithoutCall,
  type AttemptOutcome,
  type CampaignRecipientState,
  type RetryLimits,
  type RetryableOutcome,
  type RetryPolicy,
  type AttemptOutcomeWithoutCall,
} from '../../../../contract/campaigns.ts';
import { findRetryTimeAtOtherHour, type PlaceCallingHours } from './other-hour.ts';
import { emptyAttemptResults, type DialingAttempt, type AttemptResults } from './attempt-state.ts';

/**
 * Outcomes that may cause a retry: outcomes with a rule in the retry policy, and outcomes of attempts in which the
 * provider called nobody.
 */
export type RetryCause = RetryableOutcome | AttemptOutcomeWithoutCall;
/** Number of a recipient's retries by cause. `callback` counts call backs, without those that were cancelled. */
export type RetriesUsedByCause = Readonly<Partial<Record<RetryCause | 'callback', number>>>;

/**
 * States of a recipient. pending: not called yet, or waiting for another attempt. dialing: it is not yet known if the
 * provider accepted the call. sent: accepted by the provider. undelivered: refused for good, or left over when the
 * campaign was stopped. unconfirmed: the outcome can't be found out, so no attempt follows by itself. skipped: on the
 * do-not-call list. If the provider accepted an earlier call and no other attempt follows, the recipient becomes sent
 * again.
 */
export interface RecipientProgress extends AttemptResults {
  readonly state: CampaignRecipientState;
  /** True if the provider ever accepted a call to the recipient. */
  readonly wasSent: boolean;
  /** True if one of the recipient's calls is in progress, or may be. */
  readonly isLive: boolean;
  readonly lastCallId: string | null;
  /** Reason why the recipient's last call ended, or why there was no call. */
  readonly lastReason: string | null;
  /** Earliest time of a pending recipient's next attempt. */
  readonly nextAttemptAt: Date | null;
  /** Promised time of a call back, if the recipient's next or present attempt is a call back; otherwise null. */
  readonly callbackAt: Date | null;
  readonly retriesUsed: RetriesUsedByCause;
}

export const initialRecipientProgress: RecipientProgress = {
  state: 'pending',
  wasSent: false,
  isLive: false,
  ...emptyAttemptResults,
  lastCallId: null,
  lastReason: null,
  nextAttemptAt: null,
  callbackAt: null,
  retriesUsed: {},
};

/**
 * Reason stored with recipients who reached today's limit of attempts and wait until tomorrow. A change of settings may
 * make them due earlier.
 */
export const putOffTillTomorrowReason = 'Máximo de intentos de hoy';
/** Delay in ms before the next attempt if nobody was called. It is short, because the person was not disturbed. */
const uncalledDelayMs = 60_000;

/** Marks a recipient as sent, because the provider has a call of one of its attempts. */
export function markRecipientSent(recipient: RecipientProgress): RecipientProgress {
  return { ...recipient, state: 'sent', wasSent: true, nextAttemptAt: null, callbackAt: null };
}

/** Marks a recipient as called by a call that can't be stored. Only the call's id is kept. */
export function markRecipientSentByUnstorableCall(recipient: RecipientProgress, callId: string): RecipientProgress {
  return {
    ...markRecipientSent(recipient),
    isLive: false,
    successful: recipient.successful || null,
    lastCallId: callId,
    lastReason: null,
  };
}

/** An attempt with its id, creation time and call back, for calculating its recipient's results. */
export interface TimedRecipientAttempt extends DialingAttempt {
  readonly id: string;
  readonly createdAt: Date;
  /** Time of the call back that was scheduled because of this attempt's call. Null if none was scheduled. */
  readonly callbackAt: Date | null;
}

/** Returns a recipient with the results of its best attempt, and with the call id and reason of its newest attempt. */
export function applyResultsToRecipient(
  recipient: RecipientProgress,
  attempts: readonly TimedRecipientAttempt[],
): RecipientProgress {
  const called = attempts.filter((attempt) => attempt.callId !== null && !attempt.isSurplus).toSorted(byAge);
  const newest = called.at(-1);
  if (!newest) return recipient;
  const best = called.reduce((one, other) => (rankOf(other) >= rankOf(one) ? other : one));
  const { pickedUp, contacted, completed } = best;
  const isPutOff = recipient.state === 'pending' && recipient.lastReason === putOffTillTomorrowReason;
  return {
    ...recipient,
    pickedUp,
    contacted,
    completed,
    successful: bestGoal(called.map(({ successful }) => successful)),
    isLive: called.some((attempt) => attempt.isLive),
    lastCallId: newest.callId,
    lastReason: isPutOff ? putOffTillTomorrowReason : newest.reason,
  };
}

function byAge(a: TimedRecipientAttempt, b: TimedRecipientAttempt): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** True if one of the recipient's calls reached its goal; null if none did and an analysis is missing. */
function bestGoal(goals: readonly AttemptResults['successful'][]): AttemptResults['successful'] {
  return goals.includes(true) || (goals.includes(null) ? null : false);
}

/** Returns the rank of an attempt's results, by which the best attempt is found; higher is better. */
function rankOf({ successful, contacted, pickedUp, completed }: AttemptResults): number {
  return [successful, contacted, pickedUp, completed, true].indexOf(true) * -1;
}

/**
 * Grants a sent recipient another attempt after an outcome, if the retry policy still allows one; otherwise null. Call
 * it once for each attempt, and only for a campaign that still dials.
 */
export function grantRecipientRetry(
  recipient: RecipientProgress,
  outcome: AttemptOutcome,
  terms: RecipientRetryTerms,
  attempts: readonly TimedRecipientAttempt[],
): RecipientProgress | null {
  if (recipient.state !== 'sent' || !isRetryCause(outcome)) return null;
  const used = recipient.retriesUsed[outcome] ?? 0;
  const at = isAttemptOutcomeWithoutCall(outcome)
    ? new Date(terms.now.getTime() + uncalledDelayMs)
    : nextByRule(outcome, used, terms, attempts);
  if (at === null) return null;
  return {
    ...recipient,
    state: 'pending',
    nextAttemptAt: at,
    retriesUsed: { ...recipient.retriesUsed, [outcome]: used + 1 },
  };
}

/** Rules and calling hours by which a campaign's recipients get retries. */
export interface RecipientRetryTerms {
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  /**
   * Hours of the day in which the recipient may be called. Null if they are not needed, because no retry rule asks for
   * another hour of the day.
   */
  readonly hours: PlaceCallingHours | null;
  /** Time now on the database's clock. */
  readonly now: Date;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the time of the next attempt by the retry policy; null if there is none. `used`: retries so far. */
function nextByRule(
  outcome: RetryableOutcome,
  used: number,
  { retryPolicy, retryLimits, hours, now }: RecipientRetryTerms,
  attempts: readonly TimedRecipientAttempt[],
): Date | null {
  const rule = retryPolicy[outcome];
  if (!rule || used >= rule.attempts) return null;
  const called = attempts
    .filter(
      (each) => each.callId !== null && !each.isSurplus && !(each.outcome && isAttemptOutcomeWithoutCall(each.outcome)),
    )
    .toSorted(byAge);
  if (called.length >= (retryLimits.maxAttempts ?? Infinity)) return null;
  const earliest = new Date(now.getTime() + rule.delayMinutes * minuteMs);
  const [first, last] = [called[0]?.createdAt ?? now, called.at(-1)?.createdAt ?? now];
  const at = rule.otherHour && hours ? findRetryTimeAtOtherHour(hours, last, earliest) : earliest;
  return isBeyondRetryPeriod(retryLimits, first, at) ? null : at;
}

/**
 * True if the recipient's first call is longer ago than the campaign's retry limit in days. No retry is then granted or
 * dialled.
 */
export function isBeyondRetryPeriod({ maxDays }: RetryLimits, firstAt: Date, at: Date): boolean {
  return maxDays !== undefined && at.getTime() - firstAt.getTime() > maxDays * dayMs;
}

export function isAttemptOutcomeWithoutCall(outcome: AttemptOutcome): outcome is AttemptOutcomeWithoutCall {
  return (attemptOutcomesWithoutCall as readonly AttemptOutcome[]).includes(outcome);
}

export function isRetryCause(outcome: AttemptOutcome): outcome is RetryCause {
  return outcome !== 'human' && outcome !== 'other';
}

/**
 * True if a call back to the recipient may be scheduled. Requires that an earlier attempt called the recipient, and
 * that no call is live and no attempt is in progress or unconfirmed.
 */
export function canRecipientBeCalledBack({
  state,
  wasSent,
  isLive,
}: Pick<RecipientProgress, 'state' | 'wasSent' | 'isLive'>): boolean {
  return wasSent && !isLive && (state === 'sent' || state === 'pending');
}

/**
 * Schedules a call back to a recipient. Moves the pending attempt to that time, or grants one more attempt. Returns
 * null if no call back is allowed.
 */
export function scheduleRecipientCallBack(recipient: RecipientProgress, at: Date): RecipientProgress | null {
  if (!canRecipientBeCalledBack(recipient)) return null;
  return {
    ...withoutPutOff(recipient),
    state: 'pending',
    nextAttemptAt: at,
    callbackAt: at,
    retriesUsed: countCallback(recipient, recipient.state === 'sent' ? 1 : 0),
  };
}

/** Cancels a recipient's pending attempt if it is a call back. Returns null if the recipient has no such attempt. */
export function cancelPendingCallBack(recipient: RecipientProgress): RecipientProgress | null {
  if (recipient.state !== 'pending' || recipient.callbackAt === null) return null;
  return {
    ...withoutPutOff(recipient),
    state: 'sent',
    nextAttemptAt: null,
    callbackAt: null,
    retriesUsed: countCallback(recipient, -1),
  };
}

function countCallback({ retriesUsed }: RecipientProgress, by: number): RetriesUsedByCause {
  return by === 0 ? retriesUsed : { ...retriesUsed, callback: (retriesUsed.callback ?? 0) + by };
}

/**
 * Clears a recipient's reason 'put off until tomorrow'. `applyResultsToRecipient` then restores the reason of the last
 * call.
 */
function withoutPutOff(recipient: RecipientProgress): RecipientProgress {
  return recipient.lastReason === putOffTillTomorrowReason ? { ...recipient, lastReason: null } : recipient;
}

/** Returns the number of calls that a recipient was granted: the first, and one for each retry or call back. */
export function countGrantedRecipientCalls({ retriesUsed }: Pick<RecipientProgress, 'retriesUsed'>): number {
  return Object.values(retriesUsed).reduce((sum, used) => sum + used, 1);
}

/**
 * Returns how many of a recipient's granted calls count for the attempt limit: all except attempts for which no call
 * was placed.
 */
export function countCallsForRetryLimit(retriesUsed: RetriesUsedByCause): number {
  return (
    countGrantedRecipientCalls({ retriesUsed }) -
    attemptOutcomesWithoutCall.reduce((sum, cause) => sum + (retriesUsed[cause] ?? 0), 0)
  );
}

/** Makes a recipient who was certainly not dialled pending again, unless the campaign was stopped. */
export function returnRecipientToQueue(
  recipient: RecipientProgress,
  reason: string,
  campaignIsOpen: boolean,
): RecipientProgress {
  if (!campaignIsOpen) return markRecipientUndelivered(recipient, reason);
  return recipient.state === 'dialing' ? { ...recipient, state: 'pending' } : recipient;
}

/** Makes a recipient who was certainly not dialled pending again. The next attempt is not made before `until`. */
export function postponeRecipient(
  recipient: RecipientProgress,
  until: Date,
  reason: string,
  campaignIsOpen: boolean,
): RecipientProgress {
  const next = returnRecipientToQueue(recipient, reason, campaignIsOpen);
  return recipient.state === 'dialing' && next.state === 'pending' ? { ...next, nextAttemptAt: until } : next;
}

/** Marks a recipient whose call was refused: as undelivered, or as sent if an earlier call reached the provider. */
export function markRecipientUndelivered(recipient: RecipientProgress, reason: string): RecipientProgress {
  if (recipient.state !== 'dialing') return recipient;
  return recipient.wasSent
    ? { ...recipient, state: 'sent', callbackAt: null }
    : { ...recipient, state: 'undelivered', lastReason: reason };
}

/**
 * Records that a recipient was not dialled because of the do-not-call list. The state becomes `skipped`, or `sent` if
 * an earlier attempt called the recipient.
 */
export function skipDoNotCallRecipient(recipient: RecipientProgress, reason: string): RecipientProgress {
  const next = markRecipientUndelivered(recipient, reason);
  return next.state === 'undelivered' && recipient.state === 'dialing' ? { ...next, state: 'skipped' } : next;
}

export function markRecipientUnconfirmed(recipient: RecipientProgress): RecipientProgress {
  return recipient.state === 'dialing' ? { ...recipient, state: 'unconfirmed', callbackAt: null } : recipient;
}

/**
 * Numbers of a campaign's recipients. The first six are counts by state, which add up to all recipients. The others are
 * counts by result.
 */
export interface CampaignRecipientCounts {
  pending: number;
  dialing: number;
  sent: number;
  undelivered: number;
  unconfirmed: number;
  skipped: number;
  /** Number of recipients with an accepted call who are now pending, being dialled or unconfirmed. */
  retrying: number;
  live: number;
  pickedUp: number;
  contacted: number;
  completed: number;
  successful: number;
}

export function createZeroCampaignCounts(): CampaignRecipientCounts {
  return {
    pending: 0,
    dialing: 0,
    sent: 0,
    undelivered: 0,
    unconfirmed: 0,
    skipped: 0,
    retrying: 0,
    live: 0,
    pickedUp: 0,
    contacted: 0,
    completed: 0,
    successful: 0,
  };
}

/** Adds a recipient to the campaign's counts (`sign` 1) or subtracts it from them (-1). */
export function addRecipientToCounts(
  counts: CampaignRecipientCounts,
  recipient: RecipientProgress,
  sign: 1 | -1,
): void {
  counts[recipient.state] += sign;
  if (recipient.wasSent && recipient.state !== 'sent') counts.retrying += sign;
  if (recipient.isLive) counts.live += sign;
  if (recipient.pickedUp) counts.pickedUp += sign;
  if (recipient.contacted) counts.contacted += sign;
  if (recipient.completed) counts.completed += sign;
  if (recipient.successful === true) counts.successful += sign;
}
