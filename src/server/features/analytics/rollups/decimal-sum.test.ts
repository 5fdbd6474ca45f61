import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExactDecimalSum } from './decimal-sum.ts';

function sumOf(...terms: readonly (readonly [1 | -1, number | string])[]): string {
  const sum = createExactDecimalSum();
  for (const [sign, decimal] of terms) sum.add(sign, decimal);
  return sum.toString();
}

describe('a sum of decimals', () => {
  it('loses nothing', () => {
    expect(sumOf([1, '0.1'], [1, '0.2'])).toBe('0.3');
    expect(sumOf([1, '12.345'], [-1, '2.3']).replace(/0+$/, '')).toBe('10.045');
    expect(sumOf([1, '9007199254740993'], [1, '0.000000000000000001'])).toBe('9007199254740993.000000000000000001');
  });

  it('goes below zero, with the sign before the first digit', () => {
    expect(sumOf([-1, '0.05'])).toBe('-0.05');
    expect(sumOf([1, '-3'], [-1, 4])).toBe('-7');
  });

  it('is zero once what was added is taken away, in any order and at any scale', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 999_999 }))
      .map(([whole, rest]) => `${whole}.${String(rest).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.array(decimal), (decimals) => {
        const sum = createExactDecimalSum();
        for (const each of decimals) sum.add(1, each);
        for (const each of decimals.toReversed()) sum.add(-1, each);
        expect(sum.isZero).toBe(true);
        expect(Number(sum.toString())).toBe(0);
      }),
    );
  });
});
