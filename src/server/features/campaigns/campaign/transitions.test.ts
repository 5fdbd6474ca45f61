// The life of one recipient against a model, with events in any order. The provider is asked again only if every
// earlier order surely reached nobody, as far as was known, or if an outcome granted another call.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RetryLimits, RetryableOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import {
  markAttemptAbsent,
  finishUnstorableAttempt,
  markAttemptRefused,
  markAttemptUnconfirmed,
  markAttemptUnknown,
  forbidCallOrderRepetition,
  openAttemptStates,
  type DialingAttempt,
  type AttemptState,
  type AttemptResults,
} from '../rules/attempt-state.ts';
import {
  countGrantedRecipientCalls,
  returnRecipientToQueue,
  markRecipientUndelivered,
  markRecipientSentByUnstorableCall,
  markRecipientUnconfirmed,
  type RecipientProgress,
} from '../rules/recipient-state.ts';
import { callOf, claimedAttempt, createOneRecipient, endedBy, type OneRecipient } from '../testing/one-recipient.ts';

const unanswered = (attempt: DialingAttempt): DialingAttempt | null => markAttemptUnknown(attempt, null);
const same = (recipient: RecipientProgress): RecipientProgress => recipient;
const isOpen = ({ state, isSurplus }: DialingAttempt): boolean =>
  (openAttemptStates as readonly string[]).includes(state) && !isSurplus;

/** Rank from 4 to 0, by the best result. */
function rankOf({ successful, contacted, pickedUp, completed }: AttemptResults): number {
  if (successful) return 4;
  if (contacted) return 3;
  return pickedUp ? 2 : Number(completed);
}

const rule = fc.record({ attempts: fc.integer({ min: 1, max: 2 }), delayMinutes: fc.integer({ min: 1, max: 60 }) });
const policies: fc.Arbitrary<RetryPolicy> = fc.record(
  { no_answer: rule, busy: rule, voicemail: rule, error: rule },
  { requiredKeys: [] },
);
const reasons = [
  'dial_no_answer',
  'dial_busy',
  'voicemail_reached',
  'machine_detected',
  'error_asr',
  'dial_failed',
  'concurrency_limit_reached',
  'user_hangup',
  'invalid_destination',
  null,
];
/** Index of the attempt: 0 is the newest, 1 the one before it. Mostly attempts that still may change. */
const ago = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3);
const steps = fc.array(
  fc.oneof(
    { arbitrary: fc.constant({ kind: 'claim' } as const), weight: 10 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'refusedLater',
          'refusedNever',
          'unknown',
          'unknown',
          'absent',
          'absent',
          'unconfirmed',
          'closed',
        ),
        ago,
      }),
      weight: 10,
    },
    { arbitrary: fc.record({ kind: fc.constant('live' as const), ago, second: fc.boolean() }), weight: 4 },
    {
      arbitrary: fc.record({
        kind: fc.constant('over' as const),
        ago,
        reason: fc.constantFrom(...reasons),
        goal: fc.boolean(),
      }),
      weight: 8,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('promised' as const), ago, reason: fc.constantFrom(...reasons) }),
      weight: 5,
    },
    { arbitrary: fc.record({ kind: fc.constant('callback' as const), set: fc.boolean() }), weight: 3 },
    fc.constantFrom({ kind: 'stop' } as const, { kind: 'skip' } as const),
  ),
  { maxLength: 40, size: 'max' },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

function take(it: OneRecipient, step: Step): void {
  const index = 'ago' in step ? it.attempts.length - 1 - step.ago : 0;
  switch (step.kind) {
    case 'claim':
      return claimChecked(it);
    case 'stop':
      return it.stop();
    case 'skip':
      return it.leaveOut();
    case 'refusedLater':
      return void it.settle(index, markAttemptRefused, (each) => returnRecipientToQueue(each, 'x', it.isOpen));
    case 'refusedNever':
      return void it.settle(index, markAttemptRefused, (each) => markRecipientUndelivered(each, 'x'));
    case 'unknown':
      return void it.settle(index, unanswered, same);
    case 'absent':
      return void it.settle(index, markAttemptAbsent, (each) => returnRecipientToQueue(each, 'x', it.isOpen));
    case 'unconfirmed':
      return void it.settle(index, markAttemptUnconfirmed, markRecipientUnconfirmed);
    case 'closed':
      return void it.settle(
        index,
        (each) => finishUnstorableAttempt(each, 'deleted'),
        (each) => markRecipientSentByUnstorableCall(each, 'deleted'),
      );
    case 'live':
      return it.report(callOf(index, step.second ? { id: `second-${index}` } : {}));
    case 'over':
      return it.report(endedBy(index, step.reason, { isSuccessful: step.goal }));
    case 'promised':
      it.promise(`call-${index}`, new Date(Date.parse('2026-12-01T15:00:00Z') + it.attempts.length * 60_000));
      return it.report(endedBy(index, step.reason, { isAnalyzed: true }));
    case 'callback':
      return void it.setCallback(step.set ? new Date('2026-12-24T15:00:00Z') : null);
  }
}

/** Claims, and checks that no call is ordered while the person may still be dialled, nor more often than granted. */
function claimChecked(it: OneRecipient): void {
  const before = it.attempts;
  if (!it.claim()) return;
  assert.ok(before.every((each) => !isOpen(each)));
  assert.ok(
    before.filter((each) => each.callId !== null && !each.isSurplus).length < countGrantedRecipientCalls(it.recipient),
  );
}

/** Uses plain assertions, because it runs a hundred thousand times. */
function check({ recipient, counts, attempts, retries }: OneRecipient, policy: RetryPolicy): void {
  const called = attempts.filter(({ callId, isSurplus }) => callId !== null && !isSurplus);
  const open = attempts.filter(isOpen);
  assert.ok(open.length <= 1);
  const { pending, dialing, sent, undelivered, unconfirmed, skipped } = counts;
  assert.equal(pending + dialing + sent + undelivered + unconfirmed + skipped, 1);
  assert.ok(Object.values(counts).every((count) => count === 0 || count === 1));
  // A recipient is sent, now or before, exactly if a call is proved.
  assert.equal(recipient.wasSent, called.length > 0);
  assert.equal(counts.retrying, recipient.wasSent && recipient.state !== 'sent' ? 1 : 0);
  if (recipient.wasSent) assert.equal(undelivered + skipped, 0);
  if (recipient.state === 'dialing') assert.equal(open[0]?.callId, null);
  if (open.some(({ callId }) => callId !== null)) assert.equal(recipient.state, 'sent');
  // Calls are never more than the first and those that the policy grants, each for an attempt that ended so.
  assert.ok(called.length <= countGrantedRecipientCalls(recipient));
  const { callback = 0 } = recipient.retriesUsed;
  assert.equal(
    retries.filter(({ cause }) => cause !== 'callback').length + callback,
    countGrantedRecipientCalls(recipient) - 1,
  );
  if (recipient.callbackAt !== null) assert.ok(recipient.state === 'pending' || recipient.state === 'dialing');
  for (const [outcome, times] of Object.entries(recipient.retriesUsed)) {
    if (outcome === 'callback') continue;
    assert.ok(times <= called.filter((each) => each.outcome === outcome).length);
    if (outcome !== 'concurrency' && outcome !== 'account')
      assert.ok(times <= (policy[outcome as RetryableOutcome]?.attempts ?? 0));
  }
  // Results are those of the best attempt; the recipient is live while any call is.
  assert.equal(rankOf(recipient), Math.max(0, ...called.map(rankOf)));
  assert.equal(
    recipient.isLive,
    called.some(({ isLive }) => isLive),
  );
}

test('any history: one open attempt, redialled only as allowed, one state counted, each outcome decided once', () => {
  fc.assert(
    fc.property(policies, steps, (policy, history) => {
      const it = createOneRecipient(policy);
      for (const step of history) {
        const outcomes = it.outcomes;
        const unstopped = it.isOpen;
        const retries = it.retries.length;
        const { attempts: before, recipient } = it;
        take(it, step);
        check(it, policy);
        // A call's promise is applied once, and moves no call back that a person has set.
        before.forEach(({ callbackAt, callId }, at) => {
          const now = it.attempts[at]?.callbackAt ?? null;
          assert.ok(callbackAt === null || now === callbackAt);
          // Except when the call comes to light, and the waiting attempt was made.
          if (now !== callbackAt && callId !== null && recipient.state === 'pending' && recipient.callbackAt !== null)
            assert.equal(it.recipient.callbackAt, recipient.callbackAt);
        });
        assert.ok(outcomes.every((outcome, at) => outcome === null || it.outcomes[at] === outcome));
        if (!unstopped) assert.equal(it.retries.length, retries);
      }
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});

/** Facts about one call. Each report adds to them, whenever it comes. */
const facts = ['registered', 'started', 'ended', 'analysed'] as const;

test('the results of several attempts are the same in any order of their calls’ reports', () => {
  const ends = fc.constantFrom('dial_no_answer', 'user_hangup', 'voicemail_reached', 'error_asr');
  const stories = fc.array(fc.record({ reason: ends, goal: fc.boolean(), inVoicemail: fc.boolean() }), {
    minLength: 2,
    maxLength: 4,
  });
  const property = fc.property(stories, fc.infiniteStream(fc.nat()), (calls, order) => {
    const applyReport = (it: OneRecipient, told: readonly (typeof facts)[number][], at: number): void => {
      const { reason, goal, inVoicemail } = calls[at] ?? { reason: '', goal: false, inVoicemail: false };
      const analysis = told.includes('analysed') ? { isAnalyzed: true, isSuccessful: goal, inVoicemail } : {};
      it.report(told.includes('ended') ? endedBy(at, reason, analysis) : callOf(at, analysis));
    };
    // All attempts are made; all calls but the last are over at their first report.
    const made = (): OneRecipient => {
      const it = createOneRecipient({ no_answer: { attempts: 5, delayMinutes: 1 } });
      calls.forEach((_, at) => {
        it.claim();
        it.report(at < calls.length - 1 ? endedBy(at, 'dial_no_answer') : callOf(at));
      });
      return it;
    };
    const inOrder = made();
    calls.forEach((_, at) => facts.forEach((_fact, until) => applyReport(inOrder, facts.slice(0, until + 1), at)));
    const shuffled = made();
    const rest = calls.flatMap((_, at) => facts.map((fact) => ({ at, fact })));
    const told = calls.map((): (typeof facts)[number][] => []);
    while (rest.length > 0) {
      const [next] = rest.splice((order.next().value ?? 0) % rest.length, 1);
      if (!next) break;
      told[next.at]?.push(next.fact);
      applyReport(shuffled, told[next.at] ?? [], next.at);
    }
    expect(shuffled.recipient).toEqual(inOrder.recipient);
    expect(shuffled.counts).toMatchObject({
      live: 0,
      successful: inOrder.counts.successful,
      contacted: inOrder.counts.contacted,
    });
  });
  fc.assert(property, { numRuns: 150, seed: 7 });
});

test('the answer and the webhooks of one call lead to the same place in any order', () => {
  const happenings = ['answer lost', 'started', 'ended', 'looked up'] as const;
  fc.assert(
    fc.property(fc.shuffledSubarray([...happenings], { minLength: 2 }), fc.boolean(), (order, isRefusedLate) => {
      fc.pre(order.includes('ended'));
      const it = createOneRecipient();
      it.claim();
      for (const happening of order) {
        if (happening === 'answer lost') it.settle(0, unanswered, same);
        else it.report(happening === 'ended' ? endedBy(0, 'user_hangup') : callOf(0));
        if (isRefusedLate && it.attempts[0]?.callId !== null)
          expect(it.settle(0, markAttemptRefused, same)).toBe(false);
      }
      it.report(endedBy(0, 'user_hangup'));
      expect(it.attempts).toMatchObject([{ state: 'finished', callId: 'call-0', isSurplus: false, outcome: 'human' }]);
      expect(it.recipient).toMatchObject({ state: 'sent', isLive: false, pickedUp: true, lastCallId: 'call-0' });
    }),
    { seed: 1 },
  );
});

test('proof that comes after another attempt took the place is surplus and stopped; before that it is ours', () => {
  const absentOnce = (): OneRecipient => {
    const it = createOneRecipient();
    it.claim();
    it.settle(0, unanswered, same);
    it.settle(0, markAttemptAbsent, (each) => returnRecipientToQueue(each, 'x', true));
    return it;
  };
  const tooLate = absentOnce();
  tooLate.claim();
  tooLate.report(callOf(0));
  expect(tooLate.unwanted).toEqual(['call-0']);
  expect(tooLate.attempts[0]).toMatchObject({ state: 'accepted', callId: 'call-0', isSurplus: true });
  expect(tooLate.recipient.state).toBe('dialing');

  const inTime = absentOnce();
  inTime.report(callOf(0));
  expect(inTime.recipient).toMatchObject({ state: 'sent', lastCallId: 'call-0' });
  expect(inTime.unwanted).toEqual([]);
});

test('a retry that was refused or absent, and lives after all, is the retry; it is not made up for', () => {
  const retried = (): OneRecipient => {
    const it = createOneRecipient({ busy: { attempts: 1, delayMinutes: 5 } });
    it.claim();
    it.report(endedBy(0, 'dial_busy'));
    it.claim();
    return it;
  };
  const refused = retried();
  refused.settle(1, markAttemptRefused, (each) => markRecipientUndelivered(each, 'x'));
  expect(refused.recipient).toMatchObject({ state: 'sent', lastCallId: 'call-0', lastReason: 'dial_busy' });
  refused.report(callOf(1));
  expect(refused.recipient).toMatchObject({ state: 'sent', isLive: true, lastCallId: 'call-1' });

  const absent = retried();
  absent.settle(1, unanswered, same);
  absent.settle(1, markAttemptAbsent, (each) => returnRecipientToQueue(each, 'x', true));
  expect(absent.recipient.state).toBe('pending');
  absent.report(endedBy(1, 'dial_busy'));
  expect(absent.recipient).toMatchObject({ state: 'sent', retriesUsed: { busy: 1 } });
  expect(absent.claim()).toBe(false);
  expect([...refused.unwanted, ...absent.unwanted]).toEqual([]);
});

test('a second call of one attempt is stopped and changes nothing', () => {
  const it = createOneRecipient();
  it.claim();
  it.report(callOf(0));
  it.report(endedBy(0, 'user_hangup', { id: 'second' }));
  expect(it.unwanted).toEqual(['second']);
  expect(it.recipient).toMatchObject({ lastCallId: 'call-0', isLive: true });
});

test('a call that was over and is reported alive again neither lives nor stops the retry that its end caused', () => {
  const it = createOneRecipient({ no_answer: { attempts: 1, delayMinutes: 1 } });
  it.claim();
  it.report(endedBy(0, 'dial_no_answer'));
  it.claim();
  it.report(callOf(0));
  expect(it.recipient).toMatchObject({ state: 'dialing', isLive: false });
  expect(it.unwanted).toEqual([]);
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
  const from: DialingAttempt = { ...claimedAttempt, state };
  const reached = [
    markAttemptRefused,
    unanswered,
    markAttemptAbsent,
    markAttemptUnconfirmed,
    (each: DialingAttempt) => finishUnstorableAttempt(each, 'c'),
  ]
    .map((move) => move(from)?.state)
    .filter((each) => each !== undefined);
  expect(reached).toEqual(expected);
});

test('an attempt whose order may be sent again is neither absent nor left to a person, until it may not', () => {
  const unknown = markAttemptUnknown({ ...claimedAttempt, mayRepeat: true }, null) ?? claimedAttempt;
  expect(unknown).toMatchObject({ state: 'unknown', mayRepeat: true, answered5xx: false });
  expect([markAttemptAbsent(unknown), markAttemptUnconfirmed(unknown)]).toEqual([null, null]);
  const ended = forbidCallOrderRepetition(unknown) ?? unknown;
  expect([markAttemptAbsent(ended)?.state, markAttemptUnconfirmed(ended)?.state]).toEqual(['absent', 'unconfirmed']);
  expect(forbidCallOrderRepetition(ended)).toBe(null);
});

test.each([500, 502, 409])('after an answer with %i an order is repeated no more', (status) => {
  const answered = { state: 'unknown', mayRepeat: false, answered5xx: status >= 500 };
  const first = { ...claimedAttempt, mayRepeat: true };
  expect(markAttemptUnknown(first, status)).toMatchObject(answered);
  // The same if the first server's answer comes while another server repeats the order.
  expect(markAttemptUnknown({ ...first, state: 'unknown', repeats: 1 }, status)).toMatchObject(answered);
});

test('a refusal of the first order says nothing once a repetition was let out', () => {
  for (const state of ['claimed', 'unknown'] as const) {
    expect(markAttemptRefused({ ...claimedAttempt, state, mayRepeat: true })?.state).toBe('refused');
    expect(markAttemptRefused({ ...claimedAttempt, state, mayRepeat: true, repeats: 1 })).toBe(null);
  }
});

test('a promised call back is one more attempt at that time, however often and in whatever order it is told', () => {
  const at = new Date('2026-12-01T15:00:00Z');
  const it = createOneRecipient({ voicemail: { attempts: 1, delayMinutes: 5 } });
  it.claim();
  it.report(callOf(0));
  it.promise('call-0', at);
  // Nobody is called back while the call is live.
  it.report(callOf(0, { isAnalyzed: true }));
  expect(it.recipient).toMatchObject({ state: 'sent', callbackAt: null });
  it.report(endedBy(0, 'user_hangup'));
  expect(it.recipient).toMatchObject({ state: 'pending', nextAttemptAt: at, callbackAt: at });
  it.report(endedBy(0, 'user_hangup', { isAnalyzed: true }));
  expect(countGrantedRecipientCalls(it.recipient)).toBe(2);
  expect(it.claim()).toBe(true);
  it.report(endedBy(0, 'user_hangup', { isSuccessful: true }));
  it.report(endedBy(1, 'user_hangup'));
  it.report(endedBy(0, 'user_hangup', { isSuccessful: false }));
  expect(it.recipient).toMatchObject({ state: 'sent', callbackAt: null });
  expect([it.claim(), it.unwanted]).toEqual([false, []]);
});

test('a call back whose order reached nobody stays one, and is none any more once it is refused or sent', () => {
  const it = createOneRecipient();
  const at = new Date('2026-12-01T15:00:00Z');
  it.claim();
  it.report(endedBy(0, 'user_hangup'));
  it.setCallback(at);
  it.claim();
  expect(it.recipient).toMatchObject({ state: 'dialing', callbackAt: at });
  it.settle(1, markAttemptRefused, (recipient) => returnRecipientToQueue(recipient, 'later', true));
  expect(it.recipient).toMatchObject({ state: 'pending', callbackAt: at });
  it.claim();
  it.settle(2, markAttemptRefused, (recipient) => markRecipientUndelivered(recipient, 'never'));
  expect(it.recipient).toMatchObject({ state: 'sent', callbackAt: null });
});

test('what was promised before another call to the same person is promised no more', () => {
  const it = createOneRecipient({ voicemail: { attempts: 1, delayMinutes: 5 } });
  it.claim();
  it.report(endedBy(0, 'voicemail_reached'));
  it.claim();
  it.promise('call-0', new Date('2026-12-01T15:00:00Z'));
  it.report(endedBy(0, 'voicemail_reached', { isAnalyzed: true }));
  expect(it.recipient).toMatchObject({ state: 'dialing', callbackAt: null });
  it.report(endedBy(1, 'user_hangup'));
  it.report(endedBy(0, 'voicemail_reached', { isSuccessful: false }));
  expect(it.recipient).toMatchObject({ state: 'sent', callbackAt: null });
});

test('a promise moves the attempt that waits already; cancelling takes that one away, and nothing brings it back', () => {
  const at = new Date('2026-12-01T15:00:00Z');
  const it = createOneRecipient({ voicemail: { attempts: 1, delayMinutes: 5 } });
  it.claim();
  it.report(endedBy(0, 'voicemail_reached'));
  it.promise('call-0', at);
  it.report(endedBy(0, 'voicemail_reached', { isAnalyzed: true }));
  expect(it.recipient).toMatchObject({ state: 'pending', nextAttemptAt: at });
  expect(countGrantedRecipientCalls(it.recipient)).toBe(2);
  expect(it.setCallback(null)).toBe(true);
  expect(countGrantedRecipientCalls(it.recipient)).toBe(1);
  it.report(endedBy(0, 'voicemail_reached', { isSuccessful: false }));
  expect([it.recipient.state, it.claim(), it.setCallback(null)]).toEqual(['sent', false, false]);
});

test('what somebody set stays when the analysis promises another moment, and a stopped campaign calls nobody back', () => {
  const at = new Date('2026-12-01T15:00:00Z');
  const set = new Date('2026-12-02T15:00:00Z');
  const it = createOneRecipient();
  it.claim();
  expect(it.setCallback(set)).toBe(false);
  it.report(endedBy(0, 'user_hangup'));
  expect(it.setCallback(set)).toBe(true);
  it.promise('call-0', at);
  it.report(endedBy(0, 'user_hangup', { isAnalyzed: true }));
  expect(it.recipient.callbackAt).toBe(set);
  it.claim();
  expect(it.setCallback(at)).toBe(false);

  const stopped = createOneRecipient();
  stopped.claim();
  stopped.report(endedBy(0, 'user_hangup'));
  stopped.stop();
  stopped.promise('call-0', at);
  stopped.report(endedBy(0, 'user_hangup', { isAnalyzed: true }));
  expect(stopped.recipient).toMatchObject({ state: 'sent', callbackAt: null });
});

test('nobody gets more retries than the campaign’s limits let, whatever the rules of the outcomes', () => {
  const often = { attempts: 5, delayMinutes: 1_430 };
  const policy = { no_answer: often, busy: often };
  const reasonsInTurn = ['dial_no_answer', 'dial_busy', 'concurrency_limit_reached', 'dial_no_answer', 'dial_busy'];
  const callsOf = (limits: RetryLimits): number => {
    const it = createOneRecipient(policy, limits);
    for (const [index, reason] of reasonsInTurn.entries()) if (it.claim()) it.report(endedBy(index, reason));
    return it.attempts.length;
  };
  expect(callsOf({})).toBe(5);
  // A call that called nobody does not count.
  expect(callsOf({ maxAttempts: 3 })).toBe(4);
  expect(callsOf({ maxAttempts: 1 })).toBe(1);
  // Attempts are a minute apart in this test.
  expect(callsOf({ maxDays: 1 })).toBe(5);
  const late = createOneRecipient({ no_answer: { attempts: 5, delayMinutes: 1_440 } }, { maxDays: 1 });
  late.claim();
  late.report(endedBy(0, 'dial_no_answer'));
  expect(late.claim()).toBe(false);
});
