// Comparison of a figure with the range before.
import { describe, expect, it } from 'vitest';
import { compareFigure } from './comparison.ts';

describe('a comparison', () => {
  it('says of counts, means and costs how much and which way, and never whether that is good', () => {
    expect(compareFigure({ now: 112, before: 100 })).toEqual({ direction: 'up', change: 12, verdict: null });
    expect(compareFigure({ now: 95, before: 100 })).toEqual({ direction: 'down', change: -5, verdict: null });
    expect(compareFigure({ now: 0, before: 40 })).toEqual({ direction: 'down', change: -100, verdict: null });
    expect(compareFigure({ now: 3, before: 0 })).toEqual({ direction: 'up', change: null, verdict: null });
    expect(compareFigure({ now: 0, before: 0 })).toEqual({ direction: 'same', change: 0, verdict: null });
    expect(compareFigure({ now: 100_001, before: 100_000 })).toEqual({ direction: 'same', change: 0, verdict: null });
  });

  it('moves rates by points, and judges them beyond chance alone', () => {
    const calls = { now: 1_000, before: 1_000 };
    const rate = { isRate: true, calls, moreIsBetter: true } as const;
    expect(compareFigure({ ...rate, now: 85, before: 80 })).toEqual({ direction: 'up', change: 5, verdict: 'better' });
    expect(compareFigure({ ...rate, now: 75, before: 80 })).toEqual({
      direction: 'down',
      change: -5,
      verdict: 'worse',
    });
    expect(compareFigure({ ...rate, now: 85, before: 80, moreIsBetter: false })).toMatchObject({ verdict: null });
    expect(compareFigure({ ...rate, now: 82, before: 80 })).toEqual({ direction: 'unclear', change: 2, verdict: null });
    expect(compareFigure({ ...rate, calls: { now: 29, before: 1_000 }, now: 100, before: 0 })).toEqual({
      direction: 'few',
      change: 100,
      verdict: null,
    });
  });

  it('is none where a side is not known', () => {
    expect(compareFigure({ now: null, before: 3 })).toBeNull();
    expect(compareFigure({ now: 3, before: null })).toBeNull();
  });
});
