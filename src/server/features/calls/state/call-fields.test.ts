import { expect, it } from 'vitest';
import {
  buildValueWithEvidence,
  mergeExtraCallFields,
  mergeCallFieldValues,
  callFieldMergeRules,
} from './call-fields.ts';

// Names that every object inherits and that a file's columns may have.
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

it.each(inherited)('a variable named %s joins like any other, in either order', (name) => {
  const a = { value: { [name]: 'a', x: '1' }, rank: 0 as const };
  const b = { value: { y: '2' }, rank: 0 as const };
  const both = { value: { [name]: 'a', x: '1', y: '2' }, rank: 0 };
  expect(mergeCallFieldValues(callFieldMergeRules.object, a, b)).toEqual(both);
  expect(mergeCallFieldValues(callFieldMergeRules.object, b, a)).toEqual(both);
});

it.each(inherited)('a field of the provider named %s is kept', (name) => {
  const field = { rank: 1, value: 'x' };
  expect(mergeExtraCallFields({}, { [name]: field })).toEqual({ [name]: field });
  expect(mergeExtraCallFields({ [name]: field }, {})).toEqual({ [name]: field });
});

it('reads nothing from a row whose value was taken away', () => {
  expect([
    buildValueWithEvidence(null, '3'),
    buildValueWithEvidence(null, '-'),
    buildValueWithEvidence('x', '-'),
  ]).toEqual([null, null, null]);
  expect(buildValueWithEvidence('x', '3')).toEqual({ value: 'x', rank: 3 });
});

it('keeps the very value that is known where stronger or newer evidence says the same', () => {
  const said = { call_summary: 'Bien' };
  const told = { value: { said, askedAt: null }, rank: 3 as const };
  const askedAt = new Date(1_763_000_000_000);
  const answered = mergeCallFieldValues(callFieldMergeRules.analysis, told, {
    value: { said: { ...said }, askedAt },
    rank: 4,
  });
  expect(answered).toEqual({ value: { said, askedAt }, rank: 4 });
  expect(answered?.value.said).toBe(said);
  expect(mergeCallFieldValues(callFieldMergeRules.analysis, answered, told)).toBe(answered);
});
