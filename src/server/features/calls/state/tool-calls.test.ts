import { expect, it } from 'vitest';
import { toTranscriptUtterances } from '../one-call/call-utterances.ts';
import { parseToolCalls } from './tool-calls.ts';

const said = (content: string, role = 'agent') => ({ role, content });
const asks = (id: string, more: object = {}) => ({
  role: 'tool_call_invocation',
  tool_call_id: id,
  name: `tool_${id}`,
  arguments: '{}',
  ...more,
});
const answers = (id: string, more: object = {}) => ({
  role: 'tool_call_result',
  tool_call_id: id,
  content: `of ${id}`,
  successful: true,
  ...more,
});

it('keeps questions in their order, each with its answer, wherever that came', () => {
  const list = [
    said('Hola'),
    asks('a'),
    asks('b'),
    said('Sí', 'user'),
    answers('b', { successful: false }),
    answers('a'),
    asks('c'),
  ];
  expect(parseToolCalls(list)).toEqual([
    { name: 'tool_a', arguments: '{}', result: 'of a', successful: true, afterLine: 1 },
    { name: 'tool_b', arguments: '{}', result: 'of b', successful: false, afterLine: 1 },
    { name: 'tool_c', arguments: '{}', result: null, successful: null, afterLine: 2 },
  ]);
});

it('leaves out answers without a question, repeated questions and nonsense', () => {
  const list = [
    answers('early'),
    null,
    7,
    'x',
    [],
    {},
    asks('a'),
    asks('a', { name: 'again' }),
    { role: 'tool_call_invocation', name: 'nameless' },
    answers('none'),
  ];
  expect(parseToolCalls(list)).toEqual([
    { name: 'tool_a', arguments: '{}', result: null, successful: null, afterLine: 0 },
  ]);
  expect(
    parseToolCalls([asks('a', { name: 7, arguments: null }), answers('a', { content: {}, successful: 'yes' })]),
  ).toEqual([{ name: null, arguments: null, result: null, successful: null, afterLine: 0 }]);
});

it.each([[undefined], [null], ['text'], [{}], [[]], [[said('Hola')]]])('tells of none in %j', (list) => {
  expect(parseToolCalls(list)).toBeNull();
});

it('stands between the lines that the transcript shows, which leaves empty ones out', () => {
  const spoken = [
    said(''),
    said('  '),
    said('Hola'),
    said('\u0000'),
    said('¿Sí?', 'user'),
    said('Le paso', 'transfer_target'),
    said('Chau'),
  ];
  const calls = parseToolCalls(spoken.flatMap((line, at) => [asks(String(at)), line])) ?? [];
  const shown = (count: number) =>
    toTranscriptUtterances(
      spoken.slice(0, count).map((line) => ({ ...line, content: line.content.replaceAll('\u0000', '') })),
      null,
    ).length;
  expect(calls.map((call) => (call as { afterLine: number }).afterLine)).toEqual(spoken.map((_, at) => shown(at)));
});

it('is bounded in number and length', () => {
  const long = 'ñ'.repeat(20_000);
  const calls =
    parseToolCalls(
      Array.from({ length: 300 }, (_, at) => [
        asks(String(at), { arguments: long }),
        answers(String(at), { content: long }),
      ]).flat(),
    ) ?? [];
  expect(calls).toHaveLength(200);
  expect(calls[199]).toMatchObject({ arguments: 'ñ'.repeat(8_000), result: 'ñ'.repeat(8_000) });
});
