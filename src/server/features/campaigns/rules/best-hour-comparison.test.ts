import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeBestHourEffect, calculateRateDifferenceInterval } from './best-hour.ts';

test('the interval is Newcombe’s', () => {
  // The example of his table II, method 10 (Statistics in Medicine 17, 1998).
  const { from, to } = calculateRateDifferenceInterval({ calls: 70, answered: 56 }, { calls: 80, answered: 48 });
  expect([from.toFixed(4), to.toFixed(4)]).toEqual(['0.0524', '0.3339']);
  const many = computeBestHourEffect({ calls: 700, answered: 560 }, { calls: 800, answered: 480 });
  expect(many).toMatchObject({ differenceFrom: 15.4, differenceTo: 24.4 });
  const none = computeBestHourEffect({ calls: 100, answered: 0 }, { calls: 100, answered: 0 });
  expect(none).toMatchObject({ differenceFrom: -3.7, differenceTo: 3.7 });
});

const group = fc
  .record({ calls: fc.integer({ min: 100, max: 5_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ calls, share }) => ({ calls, answered: Math.round(share * calls) }));

test('it holds the difference, lies within what shares can differ by, and turns round with the groups', () => {
  fc.assert(
    fc.property(group, group, (one, other) => {
      const found = computeBestHourEffect(one, other);
      const back = computeBestHourEffect(other, one);
      if (!found || !back) throw new Error('both have a hundred calls');
      const points = 100 * (one.answered / one.calls - other.answered / other.calls);
      expect(found.differenceFrom).toBeLessThanOrEqual(points + 0.051);
      expect(found.differenceTo).toBeGreaterThanOrEqual(points - 0.051);
      expect(found.differenceFrom).toBeGreaterThanOrEqual(-100);
      expect(found.differenceTo).toBeLessThanOrEqual(100);
      expect(back.differenceFrom).toBeCloseTo(-found.differenceTo, 0);
      expect(found).toMatchObject({ byHour: one, withoutIt: other });
    }),
  );
});

test('it says nothing before both have a hundred calls', () => {
  const [enough, few] = [
    { calls: 100, answered: 40 },
    { calls: 99, answered: 40 },
  ];
  expect(computeBestHourEffect(enough, few)).toBeNull();
  expect(computeBestHourEffect(few, enough)).toBeNull();
  expect(computeBestHourEffect(enough, enough)).not.toBeNull();
});
