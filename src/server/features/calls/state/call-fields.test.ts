import { expect, it } from 'vitest';
import {
  evidenceOfRun,
  factOf,
  joinExtra,
  joinFact,
  mostAnalysisRuns,
  rules,
  type AnalysisRun,
} from './call-fields.ts';

// Names that every object inherits, and that a file's columns may well have.
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

it.each(inherited)('a variable named %s joins like any other, in either order', (name) => {
  const a = { value: { [name]: 'a', x: '1' }, rank: 0 as const };
  const b = { value: { y: '2' }, rank: 0 as const };
  const both = { value: { [name]: 'a', x: '1', y: '2' }, rank: 0 };
  expect(joinFact(rules.object, a, b)).toEqual(both);
  expect(joinFact(rules.object, b, a)).toEqual(both);
});

it.each(inherited)('a field of the provider named %s is kept', (name) => {
  const field = { rank: 1, value: 'x' };
  expect(joinExtra({}, { [name]: field })).toEqual({ [name]: field });
  expect(joinExtra({ [name]: field }, {})).toEqual({ [name]: field });
});

it('gives every run an evidence of its own that is one digit, above all others', () => {
  const runs = Array.from({ length: mostAnalysisRuns }, (_, index) => evidenceOfRun((index + 1) as AnalysisRun));
  expect(runs).toEqual([5, 6, 7, 8, 9]);
});

it('knows none of a run from not known, and nothing from a row whose value was taken away', () => {
  expect(factOf(null, '6')).toEqual({ value: null, rank: 6 });
  expect([factOf(null, '3'), factOf(null, '-'), factOf('x', '-')]).toEqual([null, null, null]);
  expect(factOf('x', '3')).toEqual({ value: 'x', rank: 3 });
});

it('lets none of a run outrank what was said before, and any value beat none of the same run', () => {
  const said = { value: 'Positive', rank: 3 as const };
  const none = { value: null, rank: 5 as const };
  const again = { value: 'Neutral', rank: 5 as const };
  expect([joinFact(rules.text, said, none), joinFact(rules.text, none, said)]).toEqual([none, none]);
  expect([joinFact(rules.text, again, none), joinFact(rules.text, none, again)]).toEqual([again, again]);
  expect(joinFact(rules.text, none, { ...none })).toBe(none);
});
