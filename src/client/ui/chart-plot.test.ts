// Ticks of the axis of counts, for any count (spec B 2.1).
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDurationTicks, computeCountTicks } from './chart-plot.ts';
import { buildLinePath } from './line-path.ts';

describe('the axis of counts', () => {
  it('steps by 1, 2 or 5 times a power of ten', () => {
    expect(computeCountTicks(0)).toEqual([0, 1]);
    expect(computeCountTicks(3)).toEqual([0, 1, 2, 3]);
    expect(computeCountTicks(9)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(computeCountTicks(1_234)).toEqual([0, 500, 1_000, 1_500]);
  });

  it('has only non-negative integers, in even steps, up to the highest point and not a step beyond', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (highest) => {
        const ticks = computeCountTicks(highest);
        const step = ticks[1] ?? 0;
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(step).toBeGreaterThanOrEqual(1);
        expect(ticks.every((tick, index) => Number.isInteger(tick) && tick === index * step)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
        expect((ticks.at(-1) ?? 0) - step).toBeLessThan(Math.max(1, highest));
      }),
    );
  });
});

describe('the axis of a clock', () => {
  it('steps as minutes and seconds are read', () => {
    expect(computeDurationTicks(180)).toEqual([0, 60, 120, 180]);
    expect(computeDurationTicks(100)).toEqual([0, 30, 60, 90, 120]);
    expect(computeDurationTicks(0.4)).toEqual([0, 1]);
  });

  it('reaches the highest point, not a step beyond, in six ticks at most', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000_000, noNaN: true }), (highest) => {
        const ticks = computeDurationTicks(highest);
        const step = ticks[1] ?? 0;
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.every((tick, index) => tick === index * step)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
        expect((ticks.at(-1) ?? 0) - step).toBeLessThan(Math.max(1, highest));
      }),
    );
  });
});

describe('a line', () => {
  it('has gaps where nothing is known, and shows a lone point as a dot', () => {
    const at = (x: number) => ({ x, y: 1 });
    expect(buildLinePath([null, at(0), at(1), null, at(3), null, null, at(6), at(7)])).toBe(
      'M0 1L1 1M3 1h0.01M6 1L7 1',
    );
    expect(buildLinePath([null, null])).toBe('');
  });
});
