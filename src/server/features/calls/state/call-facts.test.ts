import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callResults } from '../../../../contract/calls.ts';
import {
  getCallResult,
  isCallGoalReached,
  connectedCallCondition,
  humanCallCondition,
  callResultConditions,
  type CallFactFields,
} from './call-facts.ts';

const call: fc.Arbitrary<CallFactFields> = fc.record({
  isOver: fc.boolean(),
  status: fc.constantFrom('registered', 'ongoing', 'ended', 'not_connected', 'error'),
  startAt: fc.option(fc.constant(new Date('2026-11-20T12:00:00Z'))),
  durationMs: fc.option(fc.constantFrom(0, 4_000, 60_000)),
  disconnectionReason: fc.option(
    fc.constantFrom(
      'user_hangup',
      'voicemail_reached',
      'machine_detected',
      'ivr_reached',
      'dial_no_answer',
      'dial_failed',
      'user_declined',
      'error_asr',
      'never_heard_of',
    ),
  ),
  inVoicemail: fc.option(fc.boolean()),
  isSuccessful: fc.option(fc.boolean()),
});

const ended: CallFactFields = {
  isOver: true,
  status: 'ended',
  startAt: new Date('2026-11-20T12:00:00Z'),
  durationMs: 60_000,
  disconnectionReason: 'user_hangup',
  inVoicemail: false,
  isSuccessful: true,
};

describe('what came of a call', () => {
  it('is in progress until it is over, and a goal only where a person was reached', () => {
    fc.assert(
      fc.property(call, (each) => {
        const result = getCallResult(each);
        expect(result === 'in_progress').toBe(!each.isOver);
        if (result === 'goal_reached')
          expect([humanCallCondition(each), isCallGoalReached(each)]).toEqual([true, true]);
        if (result === 'goal_missed')
          expect([humanCallCondition(each), isCallGoalReached(each)]).toEqual([true, false]);
        if (result === 'unjudged') expect([humanCallCondition(each), isCallGoalReached(each)]).toEqual([true, null]);
        if (result === 'no_conversation') expect(connectedCallCondition(each)).toBe(false);
      }),
    );
  });

  it('is one result alone, which its condition says', () => {
    fc.assert(
      fc.property(call, (each) => {
        expect(callResults.filter((result) => callResultConditions[result](each))).toEqual([getCallResult(each)]);
      }),
    );
  });

  it.each([
    [{}, 'goal_reached'],
    [{ isSuccessful: false }, 'goal_missed'],
    [{ isSuccessful: null }, 'unjudged'],
    [{ inVoicemail: true }, 'machine'],
    [{ disconnectionReason: 'voicemail_reached', inVoicemail: null }, 'machine'],
    [{ disconnectionReason: 'machine_detected', inVoicemail: null }, 'machine'],
    [
      { status: 'not_connected', startAt: null, durationMs: null, disconnectionReason: 'dial_no_answer' },
      'no_conversation',
    ],
    [{ status: 'not_connected', startAt: null, durationMs: null, disconnectionReason: 'dial_failed' }, 'failed'],
    [{ status: 'error', isSuccessful: null, disconnectionReason: 'error_asr' }, 'failed'],
    [{ disconnectionReason: 'error_asr' }, 'goal_reached'],
  ] as const)('of %j is %s', (change, result) => {
    expect(getCallResult({ ...ended, ...change })).toBe(result);
  });
});
