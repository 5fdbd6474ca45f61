import { expect, it } from 'vitest';
import { differenceOf } from './same-answer.ts';

it('tells where two answers differ, and forgives the last bits of a division alone', () => {
  expect(differenceOf({ rate: 0.1 + 0.2, days: [{ n: 1 }] }, { days: [{ n: 1 }], rate: 0.3 })).toBeNull();
  expect(differenceOf({ days: [{ n: 1 }, { n: 2 }] }, { days: [{ n: 1 }, { n: 3 }] })).toBe('days.1.n: 2 and 3');
  expect(differenceOf({ days: [1] }, { days: [1, 2] })).toBe('days.1: nothing and 2');
  expect(differenceOf({ rate: null }, { rate: 0 })).toBe('rate: null and 0');
  expect(differenceOf([], {})).toBe('the whole: [] and {}');
});
