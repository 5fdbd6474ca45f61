import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { assertNoUnknownRequestFields } from './unknown-fields.ts';

const schema = z
  .object({
    name: z.string(),
    rule: z.object({ attempts: z.number() }).nullish(),
    rules: z.partialRecord(z.enum(['busy']), z.object({ delay: z.number() })).default({}),
    people: z.array(z.record(z.string(), z.string())),
    left: z.array(z.object({ row: z.number() })).default([]),
    either: z.union([z.object({ a: z.number() }), z.object({ b: z.number(), c: z.number() })]).optional(),
    open: z.looseObject({ a: z.number() }).optional(),
  })
  .refine(() => true);

function unknownIn(body: unknown, kind: 'body' | 'query' = 'body'): string | null {
  try {
    assertNoUnknownRequestFields(schema, body, kind);
    return null;
  } catch (error) {
    return (error as AppError).message;
  }
}

test.each([
  [{ name: 'a', people: [{ any: 'column' }], left: [{ row: 1 }], rule: null, open: { z: 1 } }, null],
  [{ name: 'a', retryPolcy: {} }, 'Campo desconocido: retryPolcy.'],
  [{ nam: 'a', rule: { attempt: 1 } }, 'Campos desconocidos: nam, rule.attempt.'],
  [{ rules: { busy: { delay: 1, delai: 2 } } }, 'Campo desconocido: rules.busy.delai.'],
  [{ left: [{ row: 1 }, { row: 2, reason: 'x' }] }, 'Campo desconocido: left.1.reason.'],
  [{ either: { b: 1, d: 2 } }, 'Campo desconocido: either.d.'],
  [{ either: { a: 1 } }, null],
  [JSON.parse('{"__proto__": 1, "name": "a"}'), 'Campo desconocido: __proto__.'],
  ['text', null],
  [null, null],
])('%j', (body, message) => {
  expect(unknownIn(body)).toBe(message);
});

test('parameters have their own word, and an endpoint without any takes none', () => {
  expect(unknownIn({ campaing: '1' }, 'query')).toBe('Parámetro desconocido: campaing.');
  expect(() => assertNoUnknownRequestFields(undefined, { page: '1' }, 'query')).toThrow('Parámetro desconocido: page.');
  expect(() => assertNoUnknownRequestFields(undefined, {}, 'query')).not.toThrow();
  expect(() => assertNoUnknownRequestFields(undefined, { a: 1 }, 'body')).not.toThrow();
});

test('names of a read that is sent back are ignored', () => {
  const read = z.object({
    name: z.string(),
    rule: z.object({ attempts: z.number(), used: z.number() }),
    at: z.string(),
  });
  expect(() =>
    assertNoUnknownRequestFields(schema, { name: 'a', rule: { attempts: 1, used: 2 }, at: 'x' }, 'body', read),
  ).not.toThrow();
  expect(() => assertNoUnknownRequestFields(schema, { name: 'a', att: 'x' }, 'body', read)).toThrow(
    'Campo desconocido: att.',
  );
});

test('a thousand strangers are not all named', () => {
  const body = { left: Array.from({ length: 10_000 }, (_, row) => ({ row, stranger: 1 })) };
  expect(unknownIn(body)?.split(',')).toHaveLength(20);
});
