/** A trend's direction: shares by chance, means as they moved, both unclear for few calls. */
import { describe, expect, it } from 'vitest';
import { computeFigureTrend } from './trend.ts';

const share = { isShare: true };
const mean = { isShare: false };

describe('a trend', () => {
  it.each([
    [64, 50, 100, share, 'up', 28],
    [63, 50, 100, share, 'stable', 26],
    [50, 64, 100, share, 'down', -21.875],
    [63, 50, 100, mean, 'up', 26],
    [50, 50.001, 30, mean, 'down', -0.0019999],
    [50, 50, 30, mean, 'stable', 0],
  ] as const)('from %2$s to %1$s over %3$s calls', (now, before, n, kind, direction, percent) => {
    expect(computeFigureTrend({ value: now, n }, { value: before, n }, kind)).toEqual({
      direction,
      isOfFew: false,
      previous: before,
      percent: expect.closeTo(percent, 6) as number,
    });
  });

  it.each([share, mean])('says nothing with 29 calls on either side: %o', (kind) => {
    const few = { direction: 'stable', isOfFew: true, previous: 10, percent: 800 };
    expect(computeFigureTrend({ value: 90, n: 29 }, { value: 10, n: 500 }, kind)).toEqual(few);
    expect(computeFigureTrend({ value: 90, n: 500 }, { value: 10, n: 29 }, kind)).toEqual(few);
    expect(computeFigureTrend({ value: 90, n: 500 }, { value: 10, n: 30 }, kind)).toMatchObject({ isOfFew: false });
  });

  it('has no percent where nothing was', () => {
    expect(computeFigureTrend({ value: 0, n: 50 }, { value: 0, n: 50 }, share)).toMatchObject({
      direction: 'stable',
      percent: null,
    });
    expect(computeFigureTrend({ value: 20, n: 50 }, { value: 0, n: 50 }, share)).toMatchObject({
      direction: 'up',
      percent: null,
    });
  });

  it('needs both values', () => {
    const [known, unknown] = [
      { value: 3, n: 50 },
      { value: null, n: 0 },
    ];
    expect([
      computeFigureTrend(unknown, known, share),
      computeFigureTrend(known, unknown, share),
      computeFigureTrend(unknown, unknown, mean),
    ]).toEqual([null, null, null]);
  });
});
