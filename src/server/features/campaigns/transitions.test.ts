// The life of one recipient against a model: whatever happens in whatever order, the provider is asked again only when
// every earlier order surely reached nobody, as far as was known.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attemptAbsent,
  attemptClosedBy,
  attemptRefused,
  attemptUnconfirmed,
  attemptUnknown,
  attemptWithCall,
  openAttemptStates,
  type Attempt,
  type AttemptState,
} from './attempt-state.ts';
import {
  countRecipient,
  freshRecipient,
  noCounts,
  recipientGivenBack,
  recipientRefused,
  recipientUnconfirmed,
  recipientWithCall,
  type CallResult,
  type Recipient,
} from './recipient-state.ts';

const claimed: Attempt = { state: 'claimed', callId: null, isSurplus: false };

function callOf(callId: string, isOver = false): CallResult {
  return { callId, isOver, isConnected: isOver, isHuman: isOver, endedWell: isOver, goalReached: false, reason: null };
}

/** One recipient with its attempts, moved by the real transitions as the stores move it. */
class Recipients {
  recipient: Recipient = freshRecipient;
  readonly attempts: Attempt[] = [];
  readonly counts = noCounts();
  isOpen = true;
  /** Model: the attempts for which a call is proved, and those believed to have reached nobody. */
  readonly proved = new Map<number, string>();
  readonly givenUp = new Set<number>();
  readonly stopped: string[] = [];

  constructor() {
    countRecipient(this.counts, this.recipient, 1);
  }

  move(next: Recipient): void {
    countRecipient(this.counts, this.recipient, -1);
    countRecipient(this.counts, next, 1);
    this.recipient = next;
  }

  claim(): void {
    if (this.recipient.state !== 'pending' || !this.isOpen) return;
    for (const index of this.attempts.keys()) {
      expect(this.givenUp.has(index) && !this.proved.has(index)).toBe(true);
    }
    this.attempts.push(claimed);
    this.move({ ...this.recipient, state: 'dialing' });
  }

  settle(index: number, decide: (attempt: Attempt) => Attempt | null, consequence: (recipient: Recipient) => Recipient): boolean {
    const attempt = this.attempts[index];
    const next = attempt && decide(attempt);
    if (!next) return false;
    this.attempts[index] = next;
    if (next.state === 'refused' || next.state === 'absent') this.givenUp.add(index);
    this.move(consequence(this.recipient));
    return true;
  }

  call(index: number, call: CallResult): void {
    const attempt = this.attempts[index];
    if (!attempt) return;
    const { attempt: next, verdict } = attemptWithCall(attempt, { id: call.callId, isOver: call.isOver }, this.recipient.state);
    this.attempts[index] = next;
    if (verdict === 'ours') {
      this.proved.set(index, call.callId);
      this.move(recipientWithCall(call));
    } else {
      if (verdict === 'surplus') this.proved.set(index, call.callId);
      this.stopped.push(call.callId);
    }
  }
}

const index = fc.nat({ max: 2 });
const steps = fc.array(
  fc.oneof(
    fc.constant({ kind: 'claim' } as const),
    fc.record({ kind: fc.constantFrom('refusedLater', 'refusedNever', 'unknown', 'absent', 'unconfirmed', 'closed'), index }),
    fc.record({ kind: fc.constant('call' as const), index, second: fc.boolean(), isOver: fc.boolean() }),
    fc.constant({ kind: 'stop' } as const),
    fc.constant({ kind: 'skip' } as const),
  ),
  { maxLength: 25 },
);

test('any history: one open attempt, redialled only after surely nobody, one state counted', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const it = new Recipients();
      for (const step of history) {
        switch (step.kind) {
          case 'claim':
            it.claim();
            break;
          case 'stop':
            it.isOpen = false;
            if (it.recipient.state === 'pending') it.move({ ...it.recipient, state: 'undelivered' });
            break;
          case 'skip':
            if (it.recipient.state === 'pending') it.move({ ...it.recipient, state: 'skipped' });
            break;
          case 'refusedLater':
            it.settle(step.index, attemptRefused, (each) => recipientGivenBack(each, 'x', it.isOpen));
            break;
          case 'refusedNever':
            it.settle(step.index, attemptRefused, (each) => recipientRefused(each, 'x'));
            break;
          case 'unknown':
            it.settle(step.index, attemptUnknown, (each) => each);
            break;
          case 'absent':
            it.settle(step.index, attemptAbsent, (each) => recipientGivenBack(each, 'x', it.isOpen));
            break;
          case 'unconfirmed':
            it.settle(step.index, attemptUnconfirmed, recipientUnconfirmed);
            break;
          case 'closed':
            if (it.settle(step.index, (each) => attemptClosedBy(each, 'deleted'), () => recipientWithCall(callOf('deleted', true)))) {
              it.proved.set(step.index, 'deleted');
            }
            break;
          case 'call':
            it.call(step.index, callOf(`call-${step.index}-${step.second ? 2 : 1}`, step.isOver));
            break;
        }
        const open = it.attempts.filter((each) => openAttemptStates.includes(each.state as never) && !each.isSurplus);
        expect(open.length).toBeLessThanOrEqual(1);
        const { pending, dialing, sent, undelivered, unconfirmed, skipped } = it.counts;
        expect(pending + dialing + sent + undelivered + unconfirmed + skipped).toBe(1);
        expect(Object.values(it.counts).every((count) => count === 0 || count === 1)).toBe(true);
        // Sent exactly when some call is proved; never forgotten, never taken for reachable again.
        expect(it.recipient.state === 'sent').toBe(it.attempts.some((each) => each.callId !== null && !each.isSurplus));
        if (it.recipient.state === 'dialing') expect(open.some((each) => each.state === 'claimed' || each.state === 'unknown')).toBe(true);
        // A call that is not the one of its attempt was stopped.
        for (const [at, callId] of it.proved) expect(it.attempts[at]?.callId).toBe(callId);
      }
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});

test('the answer and the webhooks of one call lead to the same place in any order', () => {
  const happenings = ['answer lost', 'started', 'ended', 'looked up'] as const;
  fc.assert(
    fc.property(fc.shuffledSubarray([...happenings], { minLength: 2 }), fc.boolean(), (order, isRefusedLate) => {
      fc.pre(order.includes('ended'));
      const it = new Recipients();
      it.claim();
      for (const happening of order) {
        if (happening === 'answer lost') it.settle(0, attemptUnknown, (each) => each);
        else it.call(0, callOf('call', happening === 'ended'));
        if (isRefusedLate && it.attempts[0]?.callId !== null) expect(it.settle(0, attemptRefused, (each) => each)).toBe(false);
      }
      it.call(0, callOf('call', true));
      expect(it.attempts).toEqual([{ state: 'finished', callId: 'call', isSurplus: false }]);
      expect(it.recipient).toMatchObject({ state: 'sent', isLive: false, pickedUp: true, lastCallId: 'call' });
    }),
    { seed: 1 },
  );
});

test('proof that comes after another attempt took the place is surplus and stopped; before that it is ours', () => {
  const tooLate = new Recipients();
  tooLate.claim();
  tooLate.settle(0, attemptUnknown, (each) => each);
  tooLate.settle(0, attemptAbsent, (each) => recipientGivenBack(each, 'x', true));
  tooLate.claim();
  tooLate.call(0, callOf('first'));
  expect(tooLate.stopped).toEqual(['first']);
  expect(tooLate.attempts[0]).toEqual({ state: 'accepted', callId: 'first', isSurplus: true });
  expect(tooLate.recipient.state).toBe('dialing');

  const inTime = new Recipients();
  inTime.claim();
  inTime.settle(0, attemptUnknown, (each) => each);
  inTime.settle(0, attemptAbsent, (each) => recipientGivenBack(each, 'x', true));
  inTime.call(0, callOf('first'));
  expect(inTime.recipient).toMatchObject({ state: 'sent', lastCallId: 'first' });
  expect(inTime.stopped).toEqual([]);
});

test('a second call of one attempt is stopped and changes nothing', () => {
  const it = new Recipients();
  it.claim();
  it.call(0, callOf('first'));
  it.call(0, callOf('second', true));
  expect(it.stopped).toEqual(['second']);
  expect(it.recipient).toMatchObject({ lastCallId: 'first', isLive: true });
});

test.each<[AttemptState, string[]]>([
  ['claimed', ['refused', 'unknown', 'finished']],
  ['unknown', ['refused', 'absent', 'unconfirmed', 'finished']],
  ['accepted', []],
  ['refused', []],
  ['absent', []],
  ['unconfirmed', []],
  ['finished', []],
])('without a call, %s leads to %j', (state, expected) => {
  const from: Attempt = { ...claimed, state };
  const reached = [attemptRefused, attemptUnknown, attemptAbsent, attemptUnconfirmed, (each: Attempt) => attemptClosedBy(each, 'c')]
    .map((move) => move(from)?.state)
    .filter((each) => each !== undefined);
  expect(reached).toEqual(expected);
});
