/**
 * State changes of an attempt to call a recipient. The partial unique index `attempts_one_open` allows one open attempt
 * for each recipient. Only knowledge about the call closes an attempt, never the passing of time alone.
 */
import type { attemptStates, AttemptOutcome } from '../../../../contract/campaigns.ts';

/**
 * States of an attempt.
 * - claimed: a server is placing the call.
 * - accepted: the provider has the call.
 * - refused: certainly not dialled.
 * - unknown: perhaps dialled; the call is being looked up.
 * - absent: the look-ups showed that nobody was dialled.
 * - unconfirmed: the look-ups did not show whether somebody was dialled.
 * - finished: the call is over.
 */
export type AttemptState = (typeof attemptStates)[number];

/** States in which an attempt is open, so that its recipient gets no other attempt. */
export const openAttemptStates = [
  'claimed',
  'accepted',
  'unknown',
  'unconfirmed',
] as const satisfies readonly AttemptState[];

/**
 * States of an attempt that was dialled, or may have been. Attempts in these states count for the daily limit, unless
 * nobody was called after all (`attemptOutcomesWithoutCall`).
 */
export const attemptStatesCountedForDailyLimit = [
  ...openAttemptStates,
  'finished',
] as const satisfies readonly AttemptState[];

/** Results of an attempt's call. A recipient gets the results of the best of all attempts. */
export interface AttemptResults {
  readonly pickedUp: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  /** True if the call reached its goal; null if there is no analysis yet. */
  readonly successful: boolean | null;
}

export const emptyAttemptResults: AttemptResults = {
  pickedUp: false,
  contacted: false,
  completed: false,
  successful: false,
};

export interface DialingAttempt extends AttemptResults {
  readonly state: AttemptState;
  readonly callId: string | null;
  readonly isSurplus: boolean;
  /** Outcome of the attempt, set once at its call's end. Null before, and for attempts older than this column. */
  readonly outcome: AttemptOutcome | null;
  readonly isLive: boolean;
  /** The reason why the attempt's call ended. */
  readonly reason: string | null;
  /**
   * True if the request to place the attempt's call is stored and may be repeated. Meaningless once the attempt's
   * outcome is known.
   */
  readonly mayRepeat: boolean;
  /** Number of times that the request for the call was repeated. */
  readonly repeats: number;
  /** True if the provider responded to a request for the call with a 5xx status. The call may exist nevertheless. */
  readonly answered5xx: boolean;
}

/** Facts about a call at this moment. */
export interface AttemptCallResult extends AttemptResults {
  readonly callId: string;
  readonly isOver: boolean;
  /** Outcome of the attempt if its call is over. Meaningless while the call is in progress. */
  readonly outcome: AttemptOutcome;
  readonly reason: string | null;
}

/**
 * Relation of a call to the attempt whose id it carries.
 * - ours: the attempt's call, from which the recipient's results come.
 * - surplus: the attempt was given up and replaced by another one, so the call must be stopped.
 * - second: the attempt already has another call, so this one must be stopped.
 */
export type CallAttemptRelation = 'ours' | 'surplus' | 'second';

/**
 * Applies a call to its attempt. The call proves that the provider placed it, whatever the attempt's state was. A call
 * that is over never becomes live again, even if a late report says so, because its end may have caused a retry.
 */
export function applyCallToAttempt(
  attempt: DialingAttempt,
  call: AttemptCallResult,
  isReplaced: boolean,
): { readonly attempt: DialingAttempt; readonly verdict: CallAttemptRelation } {
  if (attempt.callId !== null && attempt.callId !== call.callId) return { attempt, verdict: 'second' };
  const isSurplus = attempt.isSurplus || (isAttemptGivenUp(attempt) && isReplaced);
  const isOver = call.isOver || attempt.state === 'finished';
  const isFirstEnd = isOver && attempt.state !== 'finished';
  const { pickedUp, contacted, completed, successful, reason, callId } = call;
  return {
    attempt: {
      ...attempt,
      state: isOver ? 'finished' : 'accepted',
      callId,
      isSurplus,
      outcome: isFirstEnd ? call.outcome : attempt.outcome,
      isLive: !isOver,
      pickedUp,
      contacted,
      completed,
      successful,
      reason,
    },
    verdict: isSurplus ? 'surplus' : 'ours',
  };
}

export function isAttemptGivenUp({ state }: DialingAttempt): boolean {
  return state === 'absent' || state === 'refused';
}

/**
 * True if other attempts replace an attempt that was given up. Either another attempt is open, or the calls of other
 * attempts use up all calls granted to the recipient.
 */
export function isGivenUpAttemptReplaced(others: readonly DialingAttempt[], callsGranted: number): boolean {
  const counted = others.filter((other) => !other.isSurplus && (isOpen(other) || other.callId !== null));
  return counted.length >= callsGranted || counted.some(isOpen);
}

function isOpen({ state }: DialingAttempt): boolean {
  return (openAttemptStates as readonly AttemptState[]).includes(state);
}

/**
 * Marks an attempt as refused, because the provider refused its request to place the call or no request was sent.
 * Returns null if the attempt has an outcome already. Also returns null if the request was repeated, because one of the
 * requests may have placed the call.
 */
export function markAttemptRefused(attempt: DialingAttempt): DialingAttempt | null {
  return isUnresolved(attempt) && attempt.repeats === 0 ? { ...attempt, state: 'refused' } : null;
}

/**
 * Marks an attempt as unknown, because it is unclear whether the provider placed its call. `status`: HTTP status of the
 * unclear response; null if no response came. After a response, the request is not repeated any more. Returns null if
 * nothing changes.
 */
export function markAttemptUnknown(attempt: DialingAttempt, status: number | null): DialingAttempt | null {
  if (!isUnresolved(attempt) || (attempt.state === 'unknown' && status === null)) return null;
  return {
    ...attempt,
    state: 'unknown',
    mayRepeat: attempt.mayRepeat && status === null,
    answered5xx: attempt.answered5xx || (status !== null && status >= 500),
  };
}

/**
 * Marks an attempt as never placed ('absent'). Returns null if its call was found, or if its request may still be
 * repeated.
 */
export function markAttemptAbsent(attempt: DialingAttempt): DialingAttempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'absent' } : null;
}

/** Marks an attempt as unconfirmed, because nobody found out in time whether its call exists. */
export function markAttemptUnconfirmed(attempt: DialingAttempt): DialingAttempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'unconfirmed' } : null;
}

/** Forbids to repeat an attempt's request to place a call. Returns null if the repetition was forbidden already. */
export function forbidCallOrderRepetition(attempt: DialingAttempt): DialingAttempt | null {
  return attempt.state === 'unknown' && attempt.mayRepeat ? { ...attempt, mayRepeat: false } : null;
}

function isClosable(attempt: DialingAttempt): boolean {
  return attempt.state === 'unknown' && !attempt.mayRepeat;
}

/**
 * Marks an attempt as finished, although its call can't be stored. Returns null if the attempt's outcome is known
 * already.
 */
export function finishUnstorableAttempt(attempt: DialingAttempt, callId: string): DialingAttempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'finished', callId, outcome: 'other', successful: null } : null;
}

function isUnresolved(attempt: DialingAttempt): boolean {
  return attempt.state === 'claimed' || attempt.state === 'unknown';
}
