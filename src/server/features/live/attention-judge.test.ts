import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveTranscriptLine } from '../../../contract/live-lines.ts';
import { defaultAttentionSettings, type AttentionSettings } from '../../../contract/settings.ts';
import { createCallAttentionRuleEvaluator, prepareAttentionRules } from './attention-judge.ts';

function speech(
  id: string,
  second: number,
  text: string,
  change: Partial<LiveTranscriptLine> = {},
): LiveTranscriptLine {
  const place = { id, second, arrival: 0, isPreSession: false } as const;
  return { ...place, kind: 'speech', speaker: 'agent', text, isBackchannel: false, ...change } as LiveTranscriptLine;
}
const rulesWith = (rules: Partial<AttentionSettings>) =>
  prepareAttentionRules({ ...defaultAttentionSettings, ...rules });
const live = (...lines: LiveTranscriptLine[]) => ({ state: 'live' as const, lines });
const at = (monotonicMs: number, lastsMs: number | null = null) => ({ monotonicMs, lastsMs });

describe('a phrase', () => {
  const rules = rulesWith({ phrases: ['Defensa del Consumidor', 'ESTAFA'] });

  it('is found by whole words without accents and case, whoever says it', () => {
    const judge = createCallAttentionRuleEvaluator();
    judge.hear(live(speech('1', 3.9, '¡Voy a defensa DEL consumidór, ya!', { speaker: 'user' })), 0);
    judge.hear(live(speech('2', 8, 'No es una estafadora')), 0);
    expect(judge.look(rules, at(0))).toEqual([{ rule: 'phrase', second: 3 }]);
    expect(judge.look(rules, at(2_000))).toEqual([]);
  });

  it('is not the last word of a line that still grows, which may be half a word', () => {
    const judge = createCallAttentionRuleEvaluator();
    judge.hear(live(speech('1', 0, 'Es una estafa')), 0);
    expect(judge.look(rules, at(100))).toEqual([]);
    judge.hear(live(speech('1', 0, 'Es una estafadora')), 200);
    expect(judge.look(rules, at(2_000))).toEqual([]);
    judge.hear(live(speech('2', 5, 'Una estafa')), 3_000);
    expect(judge.look(rules, at(4_000))).toEqual([{ rule: 'phrase', second: 5 }]);
  });
});

describe('a repeated answer', () => {
  const rules = rulesWith({ repeatedAnswer: true });
  const answer = 'No puedo ayudarlo con eso';

  it('is the same words of the agent again, once complete', () => {
    const judge = createCallAttentionRuleEvaluator();
    judge.hear(live(speech('1', 1, answer)), 0);
    expect(judge.look(rules, at(1_000))).toEqual([]);
    judge.hear(live(speech('2', 9, `${answer}.`)), 2_000);
    expect(judge.look(rules, at(2_100))).toEqual([]);
    expect(judge.look(rules, at(3_000))).toEqual([{ rule: 'repeated_answer', second: 9 }]);
  });

  it.each([
    ['of another speaker', speech('2', 9, answer, { speaker: 'user' })],
    ['of the same line, told anew', speech('1', 1, answer)],
    ['that goes on otherwise', speech('2', 9, `${answer} señora`)],
  ])('is none %s', (_, line) => {
    const judge = createCallAttentionRuleEvaluator();
    judge.hear(live(speech('1', 1, answer)), 0);
    judge.look(rules, at(1_000));
    judge.hear(live(line), 2_000);
    expect(judge.look(rules, at(4_000))).toEqual([]);
  });

  it('is none of few words', () => {
    const judge = createCallAttentionRuleEvaluator();
    judge.hear(live(speech('1', 1, 'Sí, claro'), speech('2', 4, 'Sí, claro')), 0);
    expect(judge.look(rules, at(1_000))).toEqual([]);
  });
});

it('a silence begins with the last word, is told once, and is none while the line is cut', () => {
  const rules = rulesWith({ silenceSeconds: 10 });
  const judge = createCallAttentionRuleEvaluator();
  judge.hear(live(speech('1', 2.5, 'Un momento')), 0);
  expect(judge.look(rules, at(10_000))).toEqual([]);
  expect(judge.look(rules, at(10_001))).toEqual([{ rule: 'silence', second: 2 }]);
  expect(judge.look(rules, at(30_000))).toEqual([]);
  judge.hear(live(speech('2', 31, 'Gracias por esperar')), 31_000);
  judge.hear({ state: 'reconnecting', lines: [] }, 32_000);
  expect(judge.look(rules, at(60_000))).toEqual([]);
  judge.hear(live(), 60_000);
  expect(judge.look(rules, at(70_000))).toEqual([]);
  expect(judge.look(rules, at(70_001))).toEqual([{ rule: 'silence', second: 31 }]);
});

it('a call is long by its own clock, once, and not after its end', () => {
  const rules = rulesWith({ longMinutes: 5 });
  const judge = createCallAttentionRuleEvaluator();
  judge.hear(live(), 0);
  expect([judge.look(rules, at(0, null)), judge.look(rules, at(0, 300_000))]).toEqual([[], []]);
  expect(judge.look(rules, at(0, 300_001))).toEqual([{ rule: 'length', second: 300 }]);
  const ended = createCallAttentionRuleEvaluator();
  ended.hear({ state: 'ended', lines: [] }, 0);
  expect(ended.look(rules, at(0, 900_000))).toEqual([]);
});

it.each([
  [false, ['failed_tool']],
  [true, []],
  [null, []],
])('a tool whose success is %s', (successful, hit) => {
  const judge = createCallAttentionRuleEvaluator();
  const result = { kind: 'tool_result', toolCallId: 't', content: null, successful } as const;
  judge.hear(live({ id: '1', second: 7, arrival: 0, isPreSession: false, ...result }), 0);
  expect(judge.look(rulesWith({ failedTool: true }), at(0)).map(({ rule }) => rule)).toEqual(hit);
  expect(judge.look(rulesWith({}), at(1_000))).toEqual([]);
});

it('hits the same whether lines come word by word or as a snapshot, in any order', () => {
  const rules = rulesWith({ phrases: ['quiero cancelar'], repeatedAnswer: true, failedTool: true });
  const lines = [
    speech('1', 1, 'Le puedo ofrecer otro plan'),
    speech('2', 4, 'Yo quiero cancelar', { speaker: 'user' }),
    speech('3', 9, 'Le puedo ofrecer otro plan'),
  ];
  const hitsOf = (judge: ReturnType<typeof createCallAttentionRuleEvaluator>, nowMs: number) =>
    judge.look(rules, at(nowMs)).map(({ rule, second }) => `${rule} ${second}`);
  const whole = createCallAttentionRuleEvaluator();
  whole.hear(live(...lines), 0);
  const expected = hitsOf(whole, 5_000).toSorted();
  expect(expected).toEqual(['phrase 4', 'repeated_answer 9']);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 20, maxLength: 20 }), (pauses) => {
      const judge = createCallAttentionRuleEvaluator();
      const hits: string[] = [];
      let now = 0;
      for (const line of lines) {
        const words = line.kind === 'speech' ? line.text.split(' ') : [];
        for (let count = 1; count <= words.length; count++) {
          judge.hear(live({ ...line, text: words.slice(0, count).join(' ') } as LiveTranscriptLine), now);
          now += pauses[count] ?? 100;
          hits.push(...hitsOf(judge, now));
        }
      }
      hits.push(...hitsOf(judge, now + 5_000));
      expect(hits.toSorted()).toEqual(expected);
    }),
  );
});
