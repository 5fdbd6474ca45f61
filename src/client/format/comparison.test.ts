// What is said of a figure beside the range before.
import { describe, expect, it } from 'vitest';
import { compare } from './comparison.ts';

describe('a comparison', () => {
  it('says how much, which way, and whether that is good', () => {
    expect(compare({ now: 112, before: 100 })).toEqual({ direction: 'up', change: 12, verdict: null });
    expect(compare({ now: 95, before: 100, betterWhen: 'up' })).toEqual({
      direction: 'down',
      change: -5,
      verdict: 'worse',
    });
    expect(compare({ now: 1_023, before: 1_000, betterWhen: 'down' })).toEqual({
      direction: 'up',
      change: 2.3,
      verdict: 'worse',
    });
    expect(compare({ now: 0, before: 40, betterWhen: 'down' })).toEqual({
      direction: 'down',
      change: -100,
      verdict: 'better',
    });
  });

  it('moves rates by points', () => {
    expect(compare({ now: 82.3, before: 80, isRate: true, betterWhen: 'up' })).toEqual({
      direction: 'up',
      change: 2.3,
      verdict: 'better',
    });
    expect(compare({ now: 10, before: 0, isRate: true })).toEqual({ direction: 'up', change: 10, verdict: null });
  });

  it('is none where a side is not known, has no share of nothing, and calls what rounds to nothing no change', () => {
    expect(compare({ now: null, before: 3 })).toBeNull();
    expect(compare({ now: 3, before: null })).toBeNull();
    expect(compare({ now: 3, before: 0, betterWhen: 'up' })).toEqual({
      direction: 'up',
      change: null,
      verdict: 'better',
    });
    expect(compare({ now: 0, before: 0 })).toEqual({ direction: 'same', change: 0, verdict: null });
    expect(compare({ now: 100_001, before: 100_000, betterWhen: 'up' })).toEqual({
      direction: 'same',
      change: 0,
      verdict: null,
    });
  });
});
