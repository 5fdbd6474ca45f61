// Talk times from word times, compared with a simulation of each millisecond.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSpokeIn, talkTimesOf } from './talk-times.ts';

interface Spoken {
  readonly role: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

const words: fc.Arbitrary<Spoken[]> = fc.array(
  fc
    .record({
      role: fc.constantFrom('agent', 'user', 'transfer_target'),
      fromMs: fc.nat(9_000),
      lengthMs: fc.nat(1_500),
    })
    .map(({ role, fromMs, lengthMs }) => ({ role, fromMs, untilMs: fromMs + lengthMs })),
  { minLength: 1, maxLength: 6 },
);
const transcriptOf = (spoken: readonly Spoken[]): unknown =>
  spoken.map(({ role, fromMs, untilMs }) => ({
    role,
    content: 'x',
    words: [{ word: 'x', start: fromMs / 1_000, end: untilMs / 1_000 }],
  }));

/** The speakers in each millisecond, one after another. */
function listen(spoken: readonly Spoken[]): { silenceMs: number; overlapMs: number } {
  const firstMs = Math.min(...spoken.map(({ fromMs }) => fromMs));
  const lastMs = Math.max(...spoken.map(({ untilMs }) => untilMs));
  let [silenceMs, overlapMs, quietMs] = [0, 0, 0];
  const endQuiet = (): void => {
    if (quietMs > 2_000) silenceMs += quietMs;
    quietMs = 0;
  };
  for (let ms = firstMs; ms < lastMs; ms += 1) {
    // A word of no length also ends a silence.
    if (spoken.some(({ fromMs }) => fromMs === ms)) endQuiet();
    const speaking = spoken.filter(({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs);
    const agents = speaking.filter(({ role }) => role === 'agent').length;
    if (agents > 0 && speaking.length > agents) overlapMs += 1;
    if (speaking.length > 0) endQuiet();
    else quietMs += 1;
  }
  endQuiet();
  return { silenceMs, overlapMs };
}

describe('talkTimesOf', () => {
  it('hears silences and talking at once as a clock does, in whatever order the words are told', () => {
    fc.assert(
      fc.property(words, (spoken) => {
        const firstMs = Math.min(...spoken.map(({ fromMs }) => fromMs));
        const isAgentFirst = spoken.some(({ role, fromMs }) => role === 'agent' && fromMs === firstMs);
        const expected = { ...listen(spoken), greetingMs: isAgentFirst ? firstMs : null };
        expect(talkTimesOf(transcriptOf(spoken))).toEqual(expected);
        expect(talkTimesOf(transcriptOf(spoken.toReversed()))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('counts all of a silence of more than two seconds, and nothing of a shorter one', () => {
    const pause = (seconds: number) => [
      {
        role: 'agent',
        words: [
          { start: 0.5, end: 1 },
          { start: 1 + seconds, end: 4 },
        ],
      },
    ];
    expect(talkTimesOf(pause(2))).toEqual({ greetingMs: 500, silenceMs: 0, overlapMs: 0 });
    expect(talkTimesOf(pause(2.001))).toEqual({ greetingMs: 500, silenceMs: 2_001, overlapMs: 0 });
  });

  it('knows nothing without word times, and leaves out what is none', () => {
    for (const none of [
      null,
      undefined,
      [],
      'x',
      {},
      [{ role: 'agent', content: 'Hola' }],
      [{ role: 'agent', words: [{ word: 'x', start: null, end: 1 }] }],
    ]) {
      expect(talkTimesOf(none)).toBeNull();
    }
    const odd = [
      null,
      7,
      { role: 'user', words: 'x' },
      {
        role: 'user',
        words: [null, { start: -1, end: 2 }, { start: 3, end: 2 }, { start: 1, end: 1e300 }, { start: '1', end: 2 }],
      },
    ];
    expect(talkTimesOf([...odd, { role: 'agent', words: [{ start: 2, end: 3 }] }])).toEqual({
      greetingMs: 2_000,
      silenceMs: 0,
      overlapMs: 0,
    });
  });
});

describe('agentSpokeIn', () => {
  const lines = fc.array(
    fc.record({
      role: fc.constantFrom('agent', 'user', 'transfer_target'),
      content: fc.constantFrom('', ' ', 'Hola', 'Agent: no'),
    }),
    { maxLength: 5 },
  );

  it('finds what the agent said in either transcript', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), fc.boolean(), (said, hasObject, hasText) => {
        const text = said.map(({ role, content }) => `${role === 'agent' ? 'Agent' : 'User'}: ${content}\n`).join('');
        const spoken = said.filter(({ role }) => role === 'agent').map(({ content }) => content.trim());
        const expected = hasObject || hasText ? spoken.join('').length > 0 : null;
        expect(agentSpokeIn(hasObject ? said : undefined, hasText ? text : undefined)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [undefined, undefined, null],
    [null, null, null],
    [[], '', false],
    [[], undefined, false],
    [undefined, '', false],
    [[{ role: 'agent', content: ' ' }], undefined, false],
    [[{ role: 'user', content: 'Hola' }], 'User: Hola', false],
    [[null, 'x', { role: 'agent', content: 'Hola' }], undefined, true],
    // If one transcript is unreadable, the other one counts.
    [['x'], 'User: ¿Hola?\nAgent: Hola', true],
    [undefined, 'Agent:\nUser: ¿Hola?', false],
    [undefined, 'User: Secret Agent: yes', false],
    [undefined, '  agent : Hola', true],
  ])('%j and %j: %s', (object, transcript, spoke) => {
    expect(agentSpokeIn(object, transcript)).toBe(spoke);
  });
});
