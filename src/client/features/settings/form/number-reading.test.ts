// What people type into number fields, in two kinds of locale.
import { expect, test } from 'vitest';
import { parseTypedDecimal, parseTypedInteger, formatNumberForInput } from './number-reading.ts';

test.each([
  ['', 0],
  ['  ', 0],
  ['85', 85],
  ['1.500', 1500],
  ['1.234.567,5', 1234567.5],
  ['0,5', 0.5],
  ['0.5', 0.5],
  ['1500.25', 1500.25],
  ['1 500', 1500],
  ['-3', -3],
  ['12x', Number.NaN],
  ['1,2,3', Number.NaN],
  ['1e3', Number.NaN],
])('es-AR: %j is %d', (text, value) => {
  expect(parseTypedDecimal(text, 'es-AR')).toBe(value);
});

test('en-US groups with commas', () => {
  expect(parseTypedDecimal('1,500', 'en-US')).toBe(1500);
  expect(parseTypedDecimal('1,234.5', 'en-US')).toBe(1234.5);
  expect(parseTypedDecimal('0,5', 'en-US')).toBe(0.5);
});

test('integers are cut, empty is 0', () => {
  expect(parseTypedInteger('12,7', 'es-AR')).toBe(12);
  expect(parseTypedInteger('', 'es-AR')).toBe(0);
  expect(parseTypedInteger('abc', 'es-AR')).toBeNaN();
});

test('what a field shows reads back as itself', () => {
  for (const value of [0, 0.1, 12, 1500, 1234.5]) {
    expect(parseTypedDecimal(formatNumberForInput(value, 'es-AR'), 'es-AR')).toBe(value);
    expect(parseTypedDecimal(formatNumberForInput(value, 'en-US'), 'en-US')).toBe(value);
  }
  expect(formatNumberForInput(null, 'es-AR')).toBe('');
  expect(formatNumberForInput(Number.NaN, 'es-AR')).toBe('');
});
