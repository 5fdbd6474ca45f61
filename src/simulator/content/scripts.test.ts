import { describe, expect, it } from 'vitest';
import { createSeededRandomGenerator } from '../random.ts';
import {
  buildSimulatedConversation,
  buildSimulatedTranscript,
  listSimulatedUtterancesAndToolCalls,
} from './conversation.ts';
import { simulatedAgentScripts } from './scripts.ts';
import type { SimulatedScriptLine } from './script.ts';

const always = { nombre: 'Ana Paz', agente: 'Sofía', empresa: 'Uno' };

describe.each(Object.entries(simulatedAgentScripts))('the script %s', (name, script) => {
  it('has a value for each of its variables', () => {
    const known = { ...script.variables(createSeededRandomGenerator(1)), ...always };
    const { opening, achieved, undecided, refused, wrongPerson, asides, voicemail, summaries } = script;
    const texts = [opening, achieved, undecided, refused, wrongPerson, ...asides, voicemail]
      .flat()
      .flatMap((line: SimulatedScriptLine) => line.variants);
    const used = [...texts, ...Object.values(summaries).flat()].flatMap((text) =>
      [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    );
    expect(Object.keys(known)).toEqual(expect.arrayContaining([...new Set([...used, ...script.collects])]));
  });

  it('tells its asides from the user to the agent, so that they fit anywhere', () => {
    for (const aside of script.asides) expect([aside[0]?.role, aside.at(-1)?.role]).toEqual(['user', 'agent']);
  });

  it('becomes the same conversation each time, with words in order and some silences and overlaps over many calls', () => {
    const build = (seed: number) =>
      buildSimulatedConversation({
        seed,
        script: name as keyof typeof simulatedAgentScripts,
        course: 'achieved',
        reason: 'user_hangup',
        variables: { ...script.variables(createSeededRandomGenerator(seed)), ...always },
      });
    expect(build(7)).toEqual(build(7));
    expect(buildSimulatedTranscript(build(7))).toMatch(/^(?:(?:Agent|User): [^{}\n]+\n)+$/);
    const gaps = Array.from({ length: 60 }, (_, seed) => build(seed).utterances).flatMap((utterances) =>
      utterances
        .slice(1)
        .map((utterance, index) => (utterance.words[0]?.start ?? 0) - (utterances[index]?.words.at(-1)?.end ?? 0)),
    );
    expect(gaps.some((gap) => gap > 2)).toBe(true);
    expect(gaps.some((gap) => gap < 0)).toBe(true);
    expect(gaps.every((gap) => gap > -1 && gap < 6)).toBe(true);
  });

  it('is cut where the call was cut', () => {
    const cut = buildSimulatedConversation({
      seed: 3,
      script: name as keyof typeof simulatedAgentScripts,
      course: 'refused',
      reason: 'error_asr',
      variables: always,
      limitMs: 9000,
    });
    expect(cut.endMs).toBe(9000);
    expect(cut.utterances.flatMap(({ words }) => words).every(({ end }) => end <= 9)).toBe(true);
    expect(cut.utterances.every(({ words, content }) => content.split(' ').length === words.length)).toBe(true);
  });
});

describe('tools', () => {
  const build = (seed: number, more: Partial<Parameters<typeof buildSimulatedConversation>[0]> = {}) =>
    buildSimulatedConversation({
      seed,
      script: 'collections',
      course: 'achieved',
      reason: 'user_hangup',
      variables: { ...simulatedAgentScripts.collections.variables(createSeededRandomGenerator(seed)), ...always },
      ...more,
    });

  it('are asked before the lines that tell of them, answered at once, and by the seed alone', () => {
    const items = listSimulatedUtterancesAndToolCalls(build(5));
    expect(items).toEqual(listSimulatedUtterancesAndToolCalls(build(5)));
    expect(items.filter(({ role }) => role === 'agent' || role === 'user')).toEqual(build(5).utterances);
    const asked = items.flatMap((item, at) =>
      item.role === 'tool_call_invocation' ? [{ item, answer: items[at + 1] }] : [],
    );
    expect(asked.map(({ item }) => item.name)).toEqual([
      'consultar_deuda',
      'registrar_compromiso',
      'enviar_link_de_pago',
    ]);
    for (const { item, answer } of asked) {
      expect(JSON.parse(item.arguments)).toBeTypeOf('object');
      expect(answer).toMatchObject({ role: 'tool_call_result', tool_call_id: item.tool_call_id, successful: true });
    }
    expect(new Set(asked.map(({ item }) => item.tool_call_id)).size).toBe(3);
  });

  it('fail now and then, and for good when a transfer is cancelled', () => {
    const results = (more: Parameters<typeof build>[1]) =>
      Array.from({ length: 60 }, (_, seed) => listSimulatedUtterancesAndToolCalls(build(seed, more))).flatMap((items) =>
        items.filter((item) => item.role === 'tool_call_result'),
      );
    const failed = results({}).filter(({ successful }) => !successful);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(40);
    const transfers = results({ reason: 'transfer_cancelled' }).filter(({ content }) => content.includes('destino'));
    expect(transfers).toHaveLength(60);
    expect(transfers.every(({ successful }) => !successful)).toBe(true);
  });

  it('are not asked once the call is cut', () => {
    expect(
      listSimulatedUtterancesAndToolCalls(build(5, { limitMs: 4_000 })).every(
        ({ role }) => role === 'agent' || role === 'user',
      ),
    ).toBe(true);
  });
});
