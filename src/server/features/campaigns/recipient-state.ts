/**
 * Where a recipient stands, and how what happens to its attempts moves it. Pure: stores read, ask here and write.
 * A campaign's counts are sums over its recipients; they are kept by subtracting what a recipient counted as before
 * and adding what it counts as now, so that repeating a report changes nothing.
 */

/**
 * pending: not yet tried, or waiting for another try. dialing: a try is under way whose acceptance is not yet known.
 * sent: accepted by the provider. undelivered: finally refused, or left when the campaign was stopped.
 * unconfirmed: whether the provider dialled can't be known; never redialled by itself. skipped: left out when its turn
 * came, for its number is on the do-not-call list.
 */
export const recipientStates = ['pending', 'dialing', 'sent', 'undelivered', 'unconfirmed', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];

export interface Recipient {
  readonly state: RecipientState;
  /** Of a sent one: its call's end is not yet known. */
  readonly isLive: boolean;
  readonly pickedUp: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  readonly successful: boolean;
  readonly lastCallId: string | null;
  /** Why the call ended, or why there was none. */
  readonly lastReason: string | null;
}

/** What a recipient learns from the call that was placed for it. */
export interface CallResult {
  readonly callId: string;
  readonly isOver: boolean;
  readonly isConnected: boolean;
  readonly isHuman: boolean;
  /** Its status is ended, and its reason tells of no error. */
  readonly endedWell: boolean;
  readonly goalReached: boolean;
  readonly reason: string | null;
}

export const freshRecipient: Recipient = {
  state: 'pending',
  isLive: false,
  pickedUp: false,
  contacted: false,
  completed: false,
  successful: false,
  lastCallId: null,
  lastReason: null,
};

/** The provider has a call for it: wherever it stood before, it is sent. */
export function recipientWithCall(call: CallResult): Recipient {
  return {
    state: 'sent',
    isLive: !call.isOver,
    pickedUp: call.isConnected,
    contacted: call.isHuman,
    completed: call.endedWell,
    successful: call.goalReached,
    lastCallId: call.callId,
    lastReason: call.reason,
  };
}

/** Surely not dialled: it waits for another try, unless its campaign dials no more. */
export function recipientGivenBack(recipient: Recipient, reason: string, campaignIsOpen: boolean): Recipient {
  if (recipient.state !== 'dialing') return recipient;
  return campaignIsOpen
    ? { ...recipient, state: 'pending' }
    : { ...recipient, state: 'undelivered', lastReason: reason };
}

/** The provider refuses this very order. */
export function recipientRefused(recipient: Recipient, reason: string): Recipient {
  return recipient.state === 'dialing' ? { ...recipient, state: 'undelivered', lastReason: reason } : recipient;
}

export function recipientUnconfirmed(recipient: Recipient): Recipient {
  return recipient.state === 'dialing' ? { ...recipient, state: 'unconfirmed' } : recipient;
}

/** What a recipient adds to its campaign's counts; the first six exclude one another and sum to all recipients. */
export interface Counts {
  pending: number;
  dialing: number;
  sent: number;
  undelivered: number;
  unconfirmed: number;
  skipped: number;
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
  if (recipient.isLive) counts.live += sign;
  if (recipient.pickedUp) counts.pickedUp += sign;
  if (recipient.contacted) counts.contacted += sign;
  if (recipient.completed) counts.completed += sign;
  if (recipient.successful) counts.successful += sign;
}
