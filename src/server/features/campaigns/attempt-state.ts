/**
 * The life of one attempt to dial a recipient. The partial unique index `attempts_one_open` allows one open attempt
 * per recipient; what closes an attempt is knowledge, never the passing of time alone.
 */
import type { RecipientState } from './recipient-state.ts';

/**
 * claimed: may be on its way to the provider. accepted: the provider has the call. refused: surely not dialled.
 * unknown: may have been dialled; being looked up. absent: looked up and surely not dialled.
 * unconfirmed: could not be found out. finished: its call is over.
 */
export const attemptStates = ['claimed', 'accepted', 'refused', 'unknown', 'absent', 'unconfirmed', 'finished'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** While one of these holds, the recipient gets no other attempt. */
export const openAttemptStates = ['claimed', 'accepted', 'unknown', 'unconfirmed'] as const satisfies readonly AttemptState[];

/** Somebody was dialled, or may have been: what counts towards a day's attempts to one number. */
export const countedAttemptStates = [...openAttemptStates, 'finished'] as const satisfies readonly AttemptState[];

export interface Attempt {
  readonly state: AttemptState;
  readonly callId: string | null;
  readonly isSurplus: boolean;
}

/**
 * What a call that carries the attempt's id means.
 * - ours: the attempt's call; the recipient's results come from it.
 * - surplus: the attempt had been given up for absent or refused and another took its place; stop the call.
 * - second: the attempt has a call already; stop this one.
 */
export type CallVerdict = 'ours' | 'surplus' | 'second';

/** Nobody is trying: no other attempt took the place of one that had been given up. */
const untriedStates: ReadonlySet<RecipientState> = new Set(['pending', 'undelivered', 'skipped']);

/** Proof of acceptance, whenever it comes: it wins over every other belief about the attempt. */
export function attemptWithCall(
  attempt: Attempt,
  call: { readonly id: string; readonly isOver: boolean },
  recipientState: RecipientState,
): { readonly attempt: Attempt; readonly verdict: CallVerdict } {
  if (attempt.callId !== null && attempt.callId !== call.id) return { attempt, verdict: 'second' };
  const wasGivenUp = attempt.state === 'absent' || attempt.state === 'refused';
  const isReplaced = !untriedStates.has(recipientState);
  const isSurplus = attempt.isSurplus || (wasGivenUp && isReplaced);
  const state = call.isOver || attempt.state === 'finished' ? 'finished' : 'accepted';
  return { attempt: { state, callId: call.id, isSurplus }, verdict: isSurplus ? 'surplus' : 'ours' };
}

/** The provider's refusal, or proof that nothing was written. Null: a stronger fact came first. */
export function attemptRefused(attempt: Attempt): Attempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'refused' } : null;
}

/** No answer, or the server that claimed it is gone. Null: the fate is known, or already being looked up. */
export function attemptUnknown(attempt: Attempt): Attempt | null {
  return attempt.state === 'claimed' ? { ...attempt, state: 'unknown' } : null;
}

/** Looked up as the protocol demands, and not there. Null: it was found after all. */
export function attemptAbsent(attempt: Attempt): Attempt | null {
  return attempt.state === 'unknown' ? { ...attempt, state: 'absent' } : null;
}

/** Time ran out without an answer either way. */
export function attemptUnconfirmed(attempt: Attempt): Attempt | null {
  return attempt.state === 'unknown' ? { ...attempt, state: 'unconfirmed' } : null;
}

/** Proof of acceptance by a call that calls does not keep. Null: what the call's row says stands. */
export function attemptClosedBy(attempt: Attempt, callId: string): Attempt | null {
  return isUnresolved(attempt) ? { ...attempt, state: 'finished', callId } : null;
}

function isUnresolved(attempt: Attempt): boolean {
  return attempt.state === 'claimed' || attempt.state === 'unknown';
}
