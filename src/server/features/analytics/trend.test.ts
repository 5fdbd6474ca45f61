/** A trend's direction at the edges of what counts as stable. */
import { describe, expect, it } from 'vitest';
import { trendOf } from './trend.ts';

describe('a trend', () => {
  it.each([
    [102, 100, 'stable', 2],
    [102.01, 100, 'up', 2.01],
    [98, 100, 'stable', -2],
    [97.99, 100, 'down', -2.01],
    // 2 % of what no binary fraction says exactly.
    [0.102, 0.1, 'stable', 2],
    [0.306, 0.3, 'stable', 2],
    [40, 20, 'up', 100],
    [0, 20, 'down', -100],
  ] as const)('from %2$s to %1$s', (now, before, direction, percent) => {
    expect(trendOf(now, before)).toEqual({
      direction,
      previous: before,
      percent: expect.closeTo(percent, 9) as number,
    });
  });

  it('has no percent where nothing was', () => {
    expect(trendOf(0, 0)).toEqual({ direction: 'stable', previous: 0, percent: null });
    expect(trendOf(0.1, 0)).toEqual({ direction: 'up', previous: 0, percent: null });
  });

  it('needs both values', () => {
    expect([trendOf(null, 3), trendOf(3, null), trendOf(null, null)]).toEqual([null, null, null]);
  });
});
