import { expect, it } from 'vitest';
import { factOf, joinExtra, joinFact, mergeRules } from './call-fields.ts';

// Names that every object inherits and that a file's columns may have.
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

it.each(inherited)('a variable named %s joins like any other, in either order', (name) => {
  const a = { value: { [name]: 'a', x: '1' }, rank: 0 as const };
  const b = { value: { y: '2' }, rank: 0 as const };
  const both = { value: { [name]: 'a', x: '1', y: '2' }, rank: 0 };
  expect(joinFact(mergeRules.object, a, b)).toEqual(both);
  expect(joinFact(mergeRules.object, b, a)).toEqual(both);
});

it.each(inherited)('a field of the provider named %s is kept', (name) => {
  const field = { rank: 1, value: 'x' };
  expect(joinExtra({}, { [name]: field })).toEqual({ [name]: field });
  expect(joinExtra({ [name]: field }, {})).toEqual({ [name]: field });
});

it('reads nothing from a row whose value was taken away', () => {
  expect([factOf(null, '3'), factOf(null, '-'), factOf('x', '-')]).toEqual([null, null, null]);
  expect(factOf('x', '3')).toEqual({ value: 'x', rank: 3 });
});

it('keeps the very value that is known where stronger or newer evidence says the same', () => {
  const said = { call_summary: 'Bien' };
  const told = { value: { said, askedAt: null }, rank: 3 as const };
  const askedAt = new Date(1_763_000_000_000);
  const answered = joinFact(mergeRules.analysis, told, { value: { said: { ...said }, askedAt }, rank: 4 });
  expect(answered).toEqual({ value: { said, askedAt }, rank: 4 });
  expect(answered?.value.said).toBe(said);
  expect(joinFact(mergeRules.analysis, answered, told)).toBe(answered);
});
