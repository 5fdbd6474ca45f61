import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeFigureChange } from './changes.ts';
import { defaultRegionalSettings } from './regional.ts';
import { createRegionalFormat } from './regional-format.ts';

const rate = fc.double({ min: 0, max: 100, noNaN: true });
const format = createRegionalFormat(defaultRegionalSettings);

it('of a rate is the difference that whoever subtracts what is shown finds', () => {
  fc.assert(
    fc.property(rate, rate, (now, before) => {
      const read = (text: string) => Number(text.replace('%', '').replace(',', '.'));
      const expected = read(format.percent(now)) - read(format.percent(before));
      expect(computeFigureChange({ now, before, isRate: true })).toBeCloseTo(expected, 6);
    }),
  );
});

it('of a count is a share of what was before, and of nothing none', () => {
  expect(computeFigureChange({ now: 112, before: 100, isRate: false })).toBe(12);
  expect(computeFigureChange({ now: 0, before: 40, isRate: false })).toBe(-100);
  expect(computeFigureChange({ now: 3, before: 0, isRate: false })).toBeNull();
  expect(computeFigureChange({ now: 0, before: 0, isRate: false })).toBe(0);
});

it('is written with its sign, one decimal and its unit', () => {
  expect(format.change(-3.2, 'points')).toBe('−3,2 pts.');
  expect(format.change(12, 'percent')).toBe('+12,0%');
  expect(format.change(0, 'points')).toBe('0,0 pts.');
  expect(format.amount(-3, 'points')).toBe('3,0 pts.');
});
