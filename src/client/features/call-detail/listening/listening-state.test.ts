import { constantFrom, array, assert as check, boolean, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  idleListeningState,
  isListeningActive,
  canStartListening,
  reduceListeningState,
  parseGatewayListeningEndReason,
  type ListeningState,
  type ListeningEvent,
} from './listening-state.ts';

const after = (...events: readonly ListeningEvent[]): ListeningState =>
  events.reduce(reduceListeningState, idleListeningState);
const listens = [{ type: 'start' }, { type: 'connected' }] as const;
const asked = [...listens, { type: 'want' }, { type: 'microphone' }] as const;
const speaks = [...asked, { type: 'agree' }, { type: 'taken' }] as const;

describe('listening', () => {
  it('begins once the connection is there, and goes on when it comes back', () => {
    expect(after({ type: 'start' }).phase).toBe('connecting');
    expect(after(...listens)).toEqual({ ...idleListeningState, phase: 'listening' });
    expect(after(...listens, { type: 'away' })).toMatchObject({ phase: 'listening', isAway: true });
    expect(after(...listens, { type: 'away' }, { type: 'connected' }).isAway).toBe(false);
  });

  it('ends with its reason, and can begin again where the call goes on', () => {
    const lost = after(...listens, { type: 'over', reason: 'lost' });
    expect(lost).toEqual({ ...idleListeningState, phase: 'over', reason: 'lost' });
    expect(reduceListeningState(lost, { type: 'start' }).phase).toBe('connecting');
    expect(canStartListening(lost)).toBe(true);
    expect(canStartListening(after(...listens, { type: 'over', reason: 'ended' }))).toBe(false);
    expect(after({ type: 'start' }, { type: 'over', reason: 'failed', text: 'No.' }).notice).toEqual({
      kind: 'refused',
      text: 'No.',
    });
  });

  it('is left without a word', () => {
    expect(after(...listens, { type: 'mute', value: true }, { type: 'leave' })).toEqual(idleListeningState);
    expect(after(...listens, { type: 'leave' }, { type: 'over', reason: 'lost' })).toEqual(idleListeningState);
  });
});

describe('taking over', () => {
  it('opens the microphone, asks, sends, and speaks with the sound on', () => {
    expect(after(...listens, { type: 'want' }).step).toBe('microphone');
    expect(after(...asked).step).toBe('question');
    expect(after(...asked, { type: 'agree' }).step).toBe('sending');
    expect(after({ type: 'start' }, { type: 'mute', value: true }, ...speaks.slice(1))).toEqual({
      ...idleListeningState,
      phase: 'speaking',
    });
  });

  it('goes on listening where the person, the microphone or the server says no', () => {
    const notice = { kind: 'microphone_refused' } as const;
    expect(after(...listens, { type: 'want' }, { type: 'not_taken', notice })).toEqual({
      ...idleListeningState,
      phase: 'listening',
      notice,
    });
    expect(after(...asked, { type: 'not_taken', notice: null })).toEqual({ ...idleListeningState, phase: 'listening' });
  });

  it('is not done by an answer that comes after the end', () => {
    const lost = after(...asked, { type: 'agree' }, { type: 'over', reason: 'lost' });
    expect(reduceListeningState(lost, { type: 'taken' })).toBe(lost);
    expect(reduceListeningState(lost, { type: 'microphone' })).toBe(lost);
  });

  it('says that the call is cut where the connection is lost, and that the person hung up where they did', () => {
    expect(after(...speaks, { type: 'over', reason: 'lost' }).reason).toBe('lost_speaking');
    expect(after(...speaks, { type: 'hang_up' })).toMatchObject({ phase: 'over', reason: 'hung_up' });
    expect(after(...speaks, { type: 'leave' })).toEqual(idleListeningState);
    expect(after(...speaks, { type: 'microphone_lost', value: true }).isMicrophoneLost).toBe(true);
    expect(after(...speaks, { type: 'mute', value: true }).isMuted).toBe(false);
  });
});

it('never speaks without the person’s yes, whatever comes in whatever order', () => {
  const event = oneof(
    record({ type: constantFrom('start', 'connected', 'away', 'leave', 'hang_up') }),
    record({ type: constantFrom('want', 'microphone', 'agree', 'taken') }),
    record({ type: constantFrom('quiet', 'mute', 'mute_microphone', 'microphone_lost'), value: boolean() }),
    record({ type: constantFrom('over'), reason: constantFrom('ended', 'lost', 'gone') }),
    record({ type: constantFrom('not_taken'), notice: constantFrom(null) }),
  );
  check(
    property(array(event, { maxLength: 40 }), (events) => {
      let state = idleListeningState;
      for (const each of events as readonly ListeningEvent[]) {
        const next = reduceListeningState(state, each);
        if (next.phase === 'speaking' && state.phase !== 'speaking')
          expect([state.step, each.type]).toEqual(['sending', 'taken']);
        expect(next.step === null).toBe(next.phase !== 'taking');
        expect(next.reason === null).toBe(next.phase !== 'over');
        if (!isListeningActive(next))
          expect([next.isAway, next.isQuiet, next.isMicrophoneLost]).toEqual([false, false, false]);
        state = next;
      }
    }),
  );
});

describe('a control message', () => {
  it('is read tolerantly', () => {
    const read = (type: unknown) => parseGatewayListeningEndReason(JSON.stringify({ type }));
    expect(['call_ended', 'ended', 'call.end', 'session_end'].map(read)).toEqual(['ended', 'ended', 'ended', 'ended']);
    expect(['session_replaced', 'replaced'].map(read)).toEqual(['replaced', 'replaced']);
    expect(parseGatewayListeningEndReason('{"event":"call_ended"}')).toBe('ended');
    expect(['send', 'weekend', 'ping', '', 4, null].map(read)).toEqual([null, null, null, null, null, null]);
    expect(['', '{', 'null', '[]', '7', new ArrayBuffer(1)].map(parseGatewayListeningEndReason)).toEqual(
      Array(6).fill(null),
    );
  });
});
