/**
 * The life of one attempt to dial a recipient. The partial unique index `attempts_one_open` allows one open attempt
 * per recipient; what closes an attempt is knowledge, never the passing of time alone.
 */
import type { attemptStates, AttemptOutcome } from '../../../../contract/campaigns.ts';

/**
 * claimed: may be on its way to the provider. accepted: the provider has the call. refused: surely not dialled.
 * unknown: may have been dialled; being looked up. absent: looked up and surely not dialled.
 * unconfirmed: could not be found out. finished: its call is over.
 */
export type AttemptState = (typeof attemptStates)[number];

/** While one of these holds, the recipient gets no other attempt. */
export const openAttemptStates = [
  'claimed',
  'accepted',
  'unknown',
  'unconfirmed',
] as const satisfies readonly AttemptState[];

/**
 * Somebody was dialled, or may have been: what counts towards a day's attempts to one number, unless the provider
 * called nobody after all (`uncalledOutcomes`).
 */
export const countedAttemptStates = [...openAttemptStates, 'finished'] as const satisfies readonly AttemptState[];

/** What an attempt's call tells of the recipient (GLOSSARY.md, "Counts"). */
export interface Results {
  readonly pickedUp: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  /** Whether the goal was reached; null: not judged yet. */
  readonly successful: boolean | null;
}

export const noResults: Results = { pickedUp: false, contacted: false, completed: false, successful: false };

export interface Attempt extends Results {
  readonly state: AttemptState;
  readonly callId: string | null;
  readonly isSurplus: boolean;
  /** How it ended, decided once; null before, and of attempts older than outcomes. */
  readonly outcome: AttemptOutcome | null;
  /** Its call's end is not yet known. */
  readonly isLive: boolean;
  /** Why its call ended. */
  readonly reason: string | null;
  /** Its order may be sent again: the body is kept. Of no meaning once the outcome is known. */
  readonly mayRepeat: boolean;
  /** How often its order was let out again. */
  readonly repeats: number;
  /** An order of its was answered with a 5xx, behind which a call may be. */
  readonly answered5xx: boolean;
}

/** What is known of a call at this moment. */
export interface CallResult extends Results {
  readonly callId: string;
  readonly isOver: boolean;
  /** How it ended, as far as that can be said now; of no meaning before it is over. */
  readonly outcome: AttemptOutcome;
  readonly reason: string | null;
}

/**
 * What a call that carries the attempt's id means.
 * - ours: the attempt's call; the recipient's results come from it.
 * - surplus: the attempt had been given up for absent or refused and others took its place; stop the call.
 * - second: the attempt has a call already; stop this one.
 */
export type CallVerdict = 'ours' | 'surplus' | 'second';

/**
 * Proof of acceptance, whenever it comes: it wins over every other belief about the attempt. A call that is over never
 * lives again, whatever a late report says: by then its outcome may have caused another attempt.
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

/** Believed to have reached nobody. */
export function isGivenUp({ state }: Attempt): boolean {
  return state === 'absent' || state === 'refused';
}

/**
 * Whether the recipient's other attempts took the place of one that was given up: one of them is open, or they have
 * come to as many calls as the recipient was to get (the first, and one for every retry that an outcome caused).
 */
export function isReplacedBy(others: readonly Attempt[], callsGranted: number): boolean {
  const counted = others.filter((other) => !other.isSurplus && (isOpen(other) || other.callId !== null));
  return counted.length >= callsGranted || counted.some(isOpen);
}

function isOpen({ state }: Attempt): boolean {
  return (openAttemptStates as readonly AttemptState[]).includes(state);
}

/**
 * The provider's refusal of the first order, or proof that it was not written. Null: a stronger fact came first, or a repetition was let
 * out, which may have been dialled.
 */
export function attemptRefused(attempt: Attempt): Attempt | null {
  return isUnresolved(attempt) && attempt.repeats === 0 ? { ...attempt, state: 'refused' } : null;
}

/**
 * The outcome of an order is not known. `status`: of the answer that did not say it; null: no answer came, or the server is gone. After
 * an answer the order is repeated no more. Null: nothing new.
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

/** Looked up as the protocol demands, and not there. Null: it was found after all, or may still be repeated. */
export function attemptAbsent(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'absent' } : null;
}

/** Time ran out without an answer either way. */
export function attemptUnconfirmed(attempt: Attempt): Attempt | null {
  return isClosable(attempt) ? { ...attempt, state: 'unconfirmed' } : null;
}

/** Its order is repeated no more. Null: it was not going to be. */
export function attemptUnrepeatable(attempt: Attempt): Attempt | null {
  return attempt.state === 'unknown' && attempt.mayRepeat ? { ...attempt, mayRepeat: false } : null;
}

/** Nobody sends its order again, so that its send-by time stays the last. */
function isClosable(attempt: Attempt): boolean {
  return attempt.state === 'unknown' && !attempt.mayRepeat;
}

/** Proof of acceptance by a call that calls does not keep. Null: what the call's row says stands. */
export function attemptClosedBy(attempt: Attempt, callId: string): Attempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'finished', callId, outcome: 'other', successful: null } : null;
}

function isUnresolved(attempt: Attempt): boolean {
  return attempt.state === 'claimed' || attempt.state === 'unknown';
}
