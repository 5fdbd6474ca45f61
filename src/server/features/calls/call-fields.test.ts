import { expect, it } from 'vitest';
import { joinExtra, joinFact } from './call-fields.ts';

// Names that every object inherits, and that a file's columns may well have.
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

it.each(inherited)('a variable named %s joins like any other, in either order', (name) => {
  const a = { value: { [name]: 'a', x: '1' }, rank: 0 as const };
  const b = { value: { y: '2' }, rank: 0 as const };
  const both = { value: { [name]: 'a', x: '1', y: '2' }, rank: 0 };
  expect(joinFact('dynamicVariables', a, b)).toEqual(both);
  expect(joinFact('dynamicVariables', b, a)).toEqual(both);
});

it.each(inherited)('a field of the provider named %s is kept', (name) => {
  const field = { rank: 1, value: 'x' };
  expect(joinExtra({}, { [name]: field })).toEqual({ [name]: field });
  expect(joinExtra({ [name]: field }, {})).toEqual({ [name]: field });
});
