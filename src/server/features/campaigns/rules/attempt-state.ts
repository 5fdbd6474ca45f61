/**
 * State changes of an attempt to dial a recipient. The partial unique index `attempts_one_open` allows one open attempt
 * per recipient. Only knowledge of the call closes an attempt, never the passing of time alone.
 */
import type { attemptStates, AttemptOutcome } from '../../../../contract/campaigns.ts';

/**
 * States of an attempt. claimed: may be on its way to the provider. accepted: the provider has the call. refused:
 * surely not dialled. unknown: may have been dialled and is being looked up. absent: looked up and surely not dialled.
 * unconfirmed: could not be found out. finished: its call is over.
 */
export type AttemptState = (typeof attemptStates)[number];

/** States of an attempt during which its recipient gets no other attempt. */
export const openAttemptStates = [
  'claimed',
  'accepted',
  'unknown',
  'unconfirmed',
] as const satisfies readonly AttemptState[];

/**
 * States of an attempt that dialled somebody, or may have. They count towards a number's attempts of the day, unless
 * the provider called nobody after all (`uncalledOutcomes`).
 */
export const countedAttemptStates = [...openAttemptStates, 'finished'] as const satisfies readonly AttemptState[];

/** Results of an attempt's call for its recipient (GLOSSARY.md, "Counts"). */
export interface Results {
  readonly pickedUp: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  /** True if the call reached its goal; null if it is not analysed yet. */
  readonly successful: boolean | null;
}

export const noResults: Results = { pickedUp: false, contacted: false, completed: false, successful: false };

export interface Attempt extends Results {
  readonly state: AttemptState;
  readonly callId: string | null;
  readonly isSurplus: boolean;
  /** Outcome of the attempt, decided once; null before its call's end, and for attempts older than outcomes. */
  readonly outcome: AttemptOutcome | null;
  /** True while the end of the attempt's call is not known. */
  readonly isLive: boolean;
  /** The reason why the attempt's call ended. */
  readonly reason: string | null;
  /** True if the attempt's order may be repeated, so that it is stored. Meaningless once the outcome is known. */
  readonly mayRepeat: boolean;
  /** Number of times that the attempt's dialling order was repeated. */
  readonly repeats: number;
  /** True if the attempt's dialling order got a 5xx answer, after which a call may exist all the same. */
  readonly answered5xx: boolean;
}

/** Facts about a call at this moment. */
export interface CallResult extends Results {
  readonly callId: string;
  readonly isOver: boolean;
  /** Outcome of the attempt by its call so far; meaningless before the call is over. */
  readonly outcome: AttemptOutcome;
  readonly reason: string | null;
}

/**
 * Relation of a call to the attempt whose id it carries.
 * - ours: the attempt's call; the recipient's results come from it.
 * - surplus: the attempt was given up as absent or refused, and others replaced it; stop the call.
 * - second: the attempt already has another call; stop this one.
 */
export type CallVerdict = 'ours' | 'surplus' | 'second';

/**
 * Applies a call to its attempt. The call proves that the provider placed it, whatever was believed before. A call that
 * is over never becomes live again, whatever a late report says, because it may have caused a retry.
 */
export function applyCallToAttempt(
  attempt: Attempt,
  call: CallResult,
  isReplaced: boolean,
): { readonly attempt: Attempt; readonly verdict: CallVerdict } {
  if (attempt.callId !== null && attempt.callId !== call.callId) return { attempt, verdict: 'second' };
  const isSurplus = attempt.isSurplus || (isGivenUp(attempt) && isReplaced);
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

/** True if the attempt was given up, because its call is believed not to exist. */
export function isGivenUp({ state }: Attempt): boolean {
  return state === 'absent' || state === 'refused';
}

/**
 * True if other attempts replaced one that was given up: one of them is open, or they have had as many calls as the
 * recipient was granted (the first, and one for every retry).
 */
export function isReplacedBy(others: readonly Attempt[], callsGranted: number): boolean {
  const counted = others.filter((other) => !other.isSurplus && (isOpen(other) || other.callId !== null));
  return counted.length >= callsGranted || counted.some(isOpen);
}

function isOpen({ state }: Attempt): boolean {
  return (openAttemptStates as readonly AttemptState[]).includes(state);
}

/**
 * Marks an attempt as refused: the provider refused its first order, or the order was surely not sent. Null if stronger
 * evidence came first, or if the order was repeated, which may have dialled.
 */
export function attemptRefused(attempt: Attempt): Attempt | null {
  return isUnresolved(attempt) && attempt.repeats === 0 ? { ...attempt, state: 'refused' } : null;
}

/**
 * Marks an attempt as unknown. `status` is the HTTP status of an unclear answer; null if no answer came or the server
 * died. After an answer the order is not repeated any more. Null if nothing changes.
 */
export function attemptUnknown(attempt: Attempt, status: number | null): Attempt | null {
  if (!isUnresolved(attempt) || (attempt.state === 'unknown' && status === null)) return null;
  return {
    ...attempt,
    state: 'unknown',
    mayRepeat: attempt.mayRepeat && status === null,
    answered5xx: attempt.answered5xx || (status !== null && status >= 500),
  };
}

/** Marks an attempt as absent after its look-ups. Null if its call was found or its order may still be repeated. */
export function attemptAbsent(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'absent' } : null;
}

/** Marks an attempt as unconfirmed, because nobody found out in time whether its call exists. */
export function attemptUnconfirmed(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'unconfirmed' } : null;
}

/** Stops the retries of an attempt's dialling order. Null if the order was not to be repeated. */
export function attemptUnrepeatable(attempt: Attempt): Attempt | null {
  return attempt.state === 'unknown' && attempt.mayRepeat ? { ...attempt, mayRepeat: false } : null;
}

/** True if the unknown attempt's dialling order is not repeated any more, so that its `send_by` is final. */
function isClosable(attempt: Attempt): boolean {
  return attempt.state === 'unknown' && !attempt.mayRepeat;
}

/** Finishes an attempt whose call can't be stored. Null if the attempt's outcome is known already. */
export function attemptClosedBy(attempt: Attempt, callId: string): Attempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'finished', callId, outcome: 'other', successful: null } : null;
}

function isUnresolved(attempt: Attempt): boolean {
  return attempt.state === 'claimed' || attempt.state === 'unknown';
}
