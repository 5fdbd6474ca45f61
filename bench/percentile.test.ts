import { describe, expect, it } from 'vitest';
import { percentile } from './percentile.ts';

describe('a percentile', () => {
  it('is the value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.01, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 99, 100]);
  });

  it('takes the worse one of few values', () => {
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
    expect(percentile([10, 9], 0.5)).toBe(9);
    expect(percentile([10, 9], 0.51)).toBe(10);
    expect(percentile([7], 0.95)).toBe(7);
  });

  it('orders by size, not by digits, and changes nothing', () => {
    const values = [100, 20, 3];
    expect(percentile(values, 1)).toBe(100);
    expect(values).toEqual([100, 20, 3]);
  });

  it('of nothing is no number, which no limit lets through', () => {
    expect(percentile([], 0.95)).toBeNaN();
  });
});
