// The verdict on a rate: textbook values of the two-proportion test, few calls, and properties of any two shares.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRateChange, computeRatePercent, toRateCounts, type RateCounts } from './rate-changes.ts';

const of = (hits: number, calls: number): RateCounts => ({ calls, hits });

describe('a change of a rate', () => {
  it.each([
    // Calculated by hand: z = 1.854 and 2.000, compared with 1.960.
    [of(63, 100), of(50, 100), 'unclear'],
    [of(64, 100), of(50, 100), 'up'],
    [of(50, 100), of(64, 100), 'down'],
    [of(640, 1_000), of(620, 1_000), 'unclear'],
    [of(6_400, 10_000), of(6_200, 10_000), 'up'],
    [of(30, 30), of(0, 29), 'few'],
    [of(0, 29), of(30, 30), 'few'],
    [of(30, 30), of(0, 30), 'up'],
    [of(40, 40), of(90, 90), 'unclear'],
    [of(0, 40), of(0, 90), 'unclear'],
    [of(0, 0), of(0, 0), 'few'],
  ] as const)('of %o after %o is %s', (now, before, movement) => {
    expect(judgeRateChange(now, before)).toBe(movement);
  });

  const share = fc
    .record({ calls: fc.integer({ min: 0, max: 5_000 }), part: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ calls, part }) => of(Math.round(part * calls), calls));

  it('is mirrored when both sides are exchanged, goes the way of the rates, and grows surer with ten times the calls', () => {
    const mirrored = { up: 'down', down: 'up', unclear: 'unclear', few: 'few' };
    fc.assert(
      fc.property(share, share, (now, before) => {
        const movement = judgeRateChange(now, before);
        expect(judgeRateChange(before, now)).toBe(mirrored[movement]);
        if (movement !== 'up' && movement !== 'down') return;
        const difference = (computeRatePercent(now) ?? 0) - (computeRatePercent(before) ?? 0);
        expect(Math.sign(difference)).toBe(movement === 'up' ? 1 : -1);
        const tenfold = ({ hits, calls }: RateCounts): RateCounts => of(10 * hits, 10 * calls);
        expect(judgeRateChange(tenfold(now), tenfold(before))).toBe(movement);
      }),
    );
  });

  it('calls about one change in twenty real where there is none', () => {
    let state = 12_345;
    const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const draw = (): RateCounts => of(Array.from({ length: 200 }, random).filter((value) => value < 0.4).length, 200);
    const real = Array.from({ length: 2_000 }, () => judgeRateChange(draw(), draw())).filter(
      (each) => each !== 'unclear',
    );
    expect(real.length / 2_000).toBeGreaterThan(0.03);
    expect(real.length / 2_000).toBeLessThan(0.07);
  });
});

it('a percentage and its calls are a share, and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (calls, part) => {
      const share = of(Math.round(part * calls), calls);
      expect(toRateCounts(computeRatePercent(share), calls)).toEqual(share);
    }),
  );
  expect(computeRatePercent(of(0, 0))).toBeNull();
  expect(toRateCounts(null, 0)).toEqual(of(0, 0));
});
