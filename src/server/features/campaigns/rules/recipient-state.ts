/**
 * Where a recipient stands, and how what happens to its attempts moves it. Pure: stores read, ask here and write.
 * A campaign's counts are sums over its recipients; they are kept by subtracting what a recipient counted as before
 * and adding what it counts as now, so that repeating a report changes nothing.
 */
import {
  uncalledOutcomes,
  type AttemptOutcome,
  type CampaignRecipientState,
  type RetryLimits,
  type RetryOutcome,
  type RetryPolicy,
  type UncalledOutcome,
} from '../../../../contract/campaigns.ts';
import { findOtherHour, type CallingHours } from './other-hour.ts';
import { noResults, type Attempt, type Results } from './attempt-state.ts';

/** What gives a recipient another attempt: an outcome that the policy names, or one that called nobody. */
export type RetryCause = RetryOutcome | UncalledOutcome;
/** `callback`: call backs that gave another attempt, less the attempts that were taken away with one. */
export type RetriesUsed = Readonly<Partial<Record<RetryCause | 'callback', number>>>;

/**
 * pending: not yet tried, or waiting for another try. dialing: a try is under way whose acceptance is not yet known.
 * sent: accepted by the provider. undelivered: finally refused, or left when the campaign was stopped.
 * unconfirmed: whether the provider dialled can't be known; never redialled by itself. skipped: left out when its turn
 * came, for its number is on the do-not-call list. One that was sent before and gets no other attempt is sent again.
 */
export interface Recipient extends Results {
  readonly state: CampaignRecipientState;
  /** Some attempt was accepted by the provider, wherever it stands now. */
  readonly wasSent: boolean;
  /** The end of a call of its is not yet known. */
  readonly isLive: boolean;
  readonly lastCallId: string | null;
  /** Why the last call ended, or why there was none. */
  readonly lastReason: string | null;
  /** Of a pending one: not before then. */
  readonly nextAttemptAt: Date | null;
  /** Of one that is pending or being dialled: that attempt is a call back, which was asked for then. */
  readonly callbackAt: Date | null;
  readonly retriesUsed: RetriesUsed;
}

export const freshRecipient: Recipient = {
  state: 'pending',
  wasSent: false,
  isLive: false,
  ...noResults,
  lastCallId: null,
  lastReason: null,
  nextAttemptAt: null,
  callbackAt: null,
  retriesUsed: {},
};

/** As `lastReason` it marks who was put off until tomorrow, and whom other settings may bring back. */
export const putOffReason = 'Máximo de intentos de hoy';
/** A call for which the provider called nobody says nothing of the person: they are tried again this much later. */
const uncalledDelayMs = 60_000;

/** The provider has a call for one of its attempts, of which that was not known. */
export function recipientSent(recipient: Recipient): Recipient {
  return { ...recipient, state: 'sent', wasSent: true, nextAttemptAt: null, callbackAt: null };
}

/** The same by a call that calls does not keep: nothing but its id will ever be known. */
export function recipientSentBy(recipient: Recipient, callId: string): Recipient {
  return {
    ...recipientSent(recipient),
    isLive: false,
    successful: recipient.successful || null,
    lastCallId: callId,
    lastReason: null,
  };
}

/** An attempt as its recipient looks at it. */
export interface OwnAttempt extends Attempt {
  readonly id: string;
  readonly createdAt: Date;
  /** The call back that its call promised; null: none that was taken into account. */
  readonly callbackAt: Date | null;
}

/** Results are those of the best attempt, call and reason those of the newest: a function of the attempts, in any order. */
export function recipientWithResults(recipient: Recipient, attempts: readonly OwnAttempt[]): Recipient {
  const called = attempts.filter((attempt) => attempt.callId !== null && !attempt.isSurplus).toSorted(byAge);
  const newest = called.at(-1);
  if (!newest) return recipient;
  const best = called.reduce((one, other) => (rankOf(other) >= rankOf(one) ? other : one));
  const { pickedUp, contacted, completed } = best;
  const isPutOff = recipient.state === 'pending' && recipient.lastReason === putOffReason;
  return {
    ...recipient,
    pickedUp,
    contacted,
    completed,
    successful: bestGoal(called.map(({ successful }) => successful)),
    isLive: called.some((attempt) => attempt.isLive),
    lastCallId: newest.callId,
    lastReason: isPutOff ? putOffReason : newest.reason,
  };
}

function byAge(a: OwnAttempt, b: OwnAttempt): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Whether one of the goals was reached; null: not yet, and one of them is not judged. */
function bestGoal(goals: readonly Results['successful'][]): Results['successful'] {
  return goals.includes(true) || (goals.includes(null) ? null : false);
}

/** How far an attempt came. */
function rankOf({ successful, contacted, pickedUp, completed }: Results): number {
  return [successful, contacted, pickedUp, completed, true].indexOf(true) * -1;
}

/**
 * An attempt of a sent recipient ended so: it waits for another, if there is one more for this outcome. Null: it does
 * not. To be asked once per attempt, for a campaign that still dials.
 */
export function recipientRetried(
  recipient: Recipient,
  outcome: AttemptOutcome,
  terms: RetryTerms,
  attempts: readonly OwnAttempt[],
): Recipient | null {
  if (recipient.state !== 'sent' || !isRetryCause(outcome)) return null;
  const used = recipient.retriesUsed[outcome] ?? 0;
  const at = isUncalled(outcome)
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

/** By what a campaign gives somebody another attempt. */
export interface RetryTerms {
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  /** When the recipient may be called; null: not needed, for no rule asks for another hour. */
  readonly hours: CallingHours | null;
  /** The database's clock. */
  readonly now: Date;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `attempts`: all of the recipient that are known, this one with its outcome. Null: there is no other for it. */
function nextByRule(
  outcome: RetryOutcome,
  used: number,
  { retryPolicy, retryLimits, hours, now }: RetryTerms,
  attempts: readonly OwnAttempt[],
): Date | null {
  const rule = retryPolicy[outcome];
  if (!rule || used >= rule.attempts) return null;
  const called = attempts
    .filter((each) => each.callId !== null && !each.isSurplus && !(each.outcome && isUncalled(each.outcome)))
    .toSorted(byAge);
  if (called.length >= (retryLimits.maxAttempts ?? Infinity)) return null;
  const earliest = new Date(now.getTime() + rule.delayMinutes * minuteMs);
  const [first, last] = [called[0]?.createdAt ?? now, called.at(-1)?.createdAt ?? now];
  const at = rule.otherHour && hours ? findOtherHour(hours, last, earliest) : earliest;
  return isBeyondDays(retryLimits, first, at) ? null : at;
}

/** So long after their first call nobody is tried again by the policy: neither granted nor dialled. */
export function isBeyondDays({ maxDays }: RetryLimits, firstAt: Date, at: Date): boolean {
  return maxDays !== undefined && at.getTime() - firstAt.getTime() > maxDays * dayMs;
}

export function isUncalled(outcome: AttemptOutcome): outcome is UncalledOutcome {
  return (uncalledOutcomes as readonly AttemptOutcome[]).includes(outcome);
}

/** Whether a call that ends so may give its recipient another attempt. */
export function isRetryCause(outcome: AttemptOutcome): outcome is RetryCause {
  return outcome !== 'human' && outcome !== 'other';
}

/** Nobody is calling them, and everybody knows whether they were called. */
export function mayBeCalledBack({ state, wasSent, isLive }: Pick<Recipient, 'state' | 'wasSent' | 'isLive'>): boolean {
  return wasSent && !isLive && (state === 'sent' || state === 'pending');
}

/** To be called at that moment: one attempt more, unless one waits already, which is moved. Null: it may not be. */
export function recipientCalledBack(recipient: Recipient, at: Date): Recipient | null {
  if (!mayBeCalledBack(recipient)) return null;
  return {
    ...withoutPutOff(recipient),
    state: 'pending',
    nextAttemptAt: at,
    callbackAt: at,
    retriesUsed: countCallback(recipient, recipient.state === 'sent' ? 1 : 0),
  };
}

/** The attempt that waited for the call back is taken away. Null: none waits for one. */
export function recipientNotCalledBack(recipient: Recipient): Recipient | null {
  if (recipient.state !== 'pending' || recipient.callbackAt === null) return null;
  return {
    ...withoutPutOff(recipient),
    state: 'sent',
    nextAttemptAt: null,
    callbackAt: null,
    retriesUsed: countCallback(recipient, -1),
  };
}

function countCallback({ retriesUsed }: Recipient, by: number): RetriesUsed {
  return by === 0 ? retriesUsed : { ...retriesUsed, callback: (retriesUsed.callback ?? 0) + by };
}

/** Of the calls since then nothing was said of the reason before; `recipientWithResults` finds it. */
function withoutPutOff(recipient: Recipient): Recipient {
  return recipient.lastReason === putOffReason ? { ...recipient, lastReason: null } : recipient;
}

/** The first call, and one for every retry that an outcome or a call back caused: how many calls the recipient was to get. */
export function callsGranted({ retriesUsed }: Pick<Recipient, 'retriesUsed'>): number {
  return Object.values(retriesUsed).reduce((sum, used) => sum + used, 1);
}

/** Those of them that `retryLimits` counts, the next one among them: not those for which the provider called nobody. */
export function callsCounted(retriesUsed: RetriesUsed): number {
  return callsGranted({ retriesUsed }) - uncalledOutcomes.reduce((sum, cause) => sum + (retriesUsed[cause] ?? 0), 0);
}

/** Surely not dialled: it waits for another try, unless its campaign dials no more. */
export function recipientGivenBack(recipient: Recipient, reason: string, campaignIsOpen: boolean): Recipient {
  if (!campaignIsOpen) return recipientRefused(recipient, reason);
  return recipient.state === 'dialing' ? { ...recipient, state: 'pending' } : recipient;
}

/** Surely not dialled either, and not to be before then. */
export function recipientPutOff(recipient: Recipient, until: Date, reason: string, campaignIsOpen: boolean): Recipient {
  const next = recipientGivenBack(recipient, reason, campaignIsOpen);
  return recipient.state === 'dialing' && next.state === 'pending' ? { ...next, nextAttemptAt: until } : next;
}

/** This very order is refused, by the provider or by the check before it. */
export function recipientRefused(recipient: Recipient, reason: string): Recipient {
  if (recipient.state !== 'dialing') return recipient;
  return recipient.wasSent
    ? { ...recipient, state: 'sent', callbackAt: null }
    : { ...recipient, state: 'undelivered', lastReason: reason };
}

/** Listed as not to be called before the order was written. One that was sent before stays so. */
export function recipientSkipped(recipient: Recipient, reason: string): Recipient {
  const next = recipientRefused(recipient, reason);
  return next.state === 'undelivered' && recipient.state === 'dialing' ? { ...next, state: 'skipped' } : next;
}

export function recipientUnconfirmed(recipient: Recipient): Recipient {
  return recipient.state === 'dialing' ? { ...recipient, state: 'unconfirmed', callbackAt: null } : recipient;
}

/** What a recipient adds to its campaign's counts; the first six exclude one another and sum to all recipients. */
export interface Counts {
  pending: number;
  dialing: number;
  sent: number;
  undelivered: number;
  unconfirmed: number;
  skipped: number;
  /** Sent before, and now pending, being dialled or unconfirmed again. */
  retrying: number;
  live: number;
  pickedUp: number;
  contacted: number;
  completed: number;
  successful: number;
}

export function noCounts(): Counts {
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

/** Adds (`sign` 1) or takes away (-1) what the recipient counts as. */
export function countRecipient(counts: Counts, recipient: Recipient, sign: 1 | -1): void {
  counts[recipient.state] += sign;
  if (recipient.wasSent && recipient.state !== 'sent') counts.retrying += sign;
  if (recipient.isLive) counts.live += sign;
  if (recipient.pickedUp) counts.pickedUp += sign;
  if (recipient.contacted) counts.contacted += sign;
  if (recipient.completed) counts.completed += sign;
  if (recipient.successful === true) counts.successful += sign;
}
