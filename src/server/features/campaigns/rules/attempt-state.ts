/**
 * The life of one attempt to dial a recipient. The partial unique index `attempts_one_open` allows one open attempt per
 * recipient. Only knowledge closes an attempt, never the passing of time alone.
 */
import type { attemptStates, AttemptOutcome } from '../../../../contract/campaigns.ts';

/**
 * States of an attempt. claimed: may be on its way to the provider. accepted: the provider has the call. refused:
 * surely not dialled. unknown: may have been dialled and is being looked up. absent: looked up and surely not dialled.
 * unconfirmed: could not be found out. finished: its call is over.
 */
export type AttemptState = (typeof attemptStates)[number];

/** States during which the recipient gets no other attempt. */
export const openAttemptStates = [
  'claimed',
  'accepted',
  'unknown',
  'unconfirmed',
] as const satisfies readonly AttemptState[];

/**
 * States in which somebody was, or may have been, dialled. They count towards a number's attempts of the day, unless
 * the provider called nobody after all (`uncalledOutcomes`).
 */
export const countedAttemptStates = [...openAttemptStates, 'finished'] as const satisfies readonly AttemptState[];

/** Results of an attempt's call for its recipient (GLOSSARY.md, "Counts"). */
export interface Results {
  readonly pickedUp: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  /** True if the goal was reached; null if not judged yet. */
  readonly successful: boolean | null;
}

export const noResults: Results = { pickedUp: false, contacted: false, completed: false, successful: false };

export interface Attempt extends Results {
  readonly state: AttemptState;
  readonly callId: string | null;
  readonly isSurplus: boolean;
  /** The outcome, decided once; null before the end, and for attempts older than outcomes. */
  readonly outcome: AttemptOutcome | null;
  /** True while the end of the attempt's call is not known. */
  readonly isLive: boolean;
  /** The reason why the attempt's call ended. */
  readonly reason: string | null;
  /** True if the order may be repeated, so its body is kept. Meaningless once the outcome is known. */
  readonly mayRepeat: boolean;
  /** Number of times that the order was repeated. */
  readonly repeats: number;
  /** True if an order of the attempt got a 5xx answer, behind which a call may exist. */
  readonly answered5xx: boolean;
}

/** Facts about a call at this moment. */
export interface CallResult extends Results {
  readonly callId: string;
  readonly isOver: boolean;
  /** The outcome as far as it is known now; meaningless before the call is over. */
  readonly outcome: AttemptOutcome;
  readonly reason: string | null;
}

/**
 * Meaning of a call that carries the attempt's id.
 * - ours: the attempt's call; the recipient's results come from it.
 * - surplus: the attempt was given up as absent or refused, and others replaced it; stop the call.
 * - second: the attempt already has another call; stop this one.
 */
export type CallVerdict = 'ours' | 'surplus' | 'second';

/**
 * Applies a call to its attempt. The call proves acceptance at any time and overrides every other belief. A call that
 * is over never becomes live again, whatever a late report says, because its outcome may have caused another attempt.
 */
export function attemptWithCall(
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

/** True if the attempt is believed to have reached nobody. */
export function isGivenUp({ state }: Attempt): boolean {
  return state === 'absent' || state === 'refused';
}

/**
 * True if other attempts replaced one that was given up. One of them is open, or they have had as many calls as the
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
 * Refuses an attempt: the provider refused its first order, or the order was surely not sent. Null if a stronger fact
 * came first, or a repetition was sent, which may have been dialled.
 */
export function attemptRefused(attempt: Attempt): Attempt | null {
  return isUnresolved(attempt) && attempt.repeats === 0 ? { ...attempt, state: 'refused' } : null;
}

/**
 * Marks an attempt as unknown. `status` is that of an unclear answer; null if no answer came or the server died. After
 * an answer the order is not repeated any more. Null if nothing changes.
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

/** Marks an attempt as absent after its look-ups. Null if it was found after all or may still be repeated. */
export function attemptAbsent(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'absent' } : null;
}

/** Marks an attempt as unconfirmed, because its outcome was not found out in time. */
export function attemptUnconfirmed(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'unconfirmed' } : null;
}

/** Ends the repetitions of an order. Null if it was not to be repeated. */
export function attemptUnrepeatable(attempt: Attempt): Attempt | null {
  return attempt.state === 'unknown' && attempt.mayRepeat ? { ...attempt, mayRepeat: false } : null;
}

/** True if nobody repeats the order any more, so that its send-by time is final. */
function isClosable(attempt: Attempt): boolean {
  return attempt.state === 'unknown' && !attempt.mayRepeat;
}

/** Finishes an attempt by a call that is not stored. Null if the attempt is resolved already. */
export function attemptClosedBy(attempt: Attempt, callId: string): Attempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'finished', callId, outcome: 'other', successful: null } : null;
}

function isUnresolved(attempt: Attempt): boolean {
  return attempt.state === 'claimed' || attempt.state === 'unknown';
}
