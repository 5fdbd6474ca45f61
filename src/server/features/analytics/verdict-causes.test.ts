// Causes of a change: an example by hand, and the parts of random sides add up to the change.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeRatePercent, type RateCounts } from '../../../contract/rate-changes.ts';
import { addUpRateCounts, computeRateChangeContributions, listLeadingRateChangeCauses } from './verdict-causes.ts';

const of = (hits: number, calls: number): RateCounts => ({ calls, hits });
const sides = (shares: Readonly<Record<string, RateCounts>>): ReadonlyMap<string, RateCounts> =>
  new Map(Object.entries(shares));

it('counts both the rate of a group and its share of the calls', () => {
  // Before 50 of 100 (50 %), now 42 of 100. Ana fell from 60 to 40 %, Beto joined with 50 calls at 40 %, Ciro left.
  const groups = computeRateChangeContributions(
    sides({ ana: of(20, 50), beto: of(22, 50) }),
    sides({ ana: of(30, 50), ciro: of(20, 50) }),
  );
  expect(groups.map(({ key, contribution }) => [key, contribution])).toEqual([
    ['ana', -10],
    ['beto', -3],
    ['ciro', 5],
  ]);
  expect(listLeadingRateChangeCauses(groups, 'down', 3).map(({ key }) => key)).toEqual(['ana', 'beto']);
  expect(listLeadingRateChangeCauses(groups, 'up', 3).map(({ key }) => key)).toEqual(['ciro']);
  expect(listLeadingRateChangeCauses(groups, 'down', 1).map(({ key }) => key)).toEqual(['ana']);
});

it('adds up to the change, whatever the groups', () => {
  const share = fc
    .record({ calls: fc.integer({ min: 0, max: 900 }), part: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ calls, part }) => of(Math.round(calls * part), calls));
  const side = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), share).map(sides);
  fc.assert(
    fc.property(side, side, (now, before) => {
      const [rate, old] = [
        computeRatePercent(addUpRateCounts(now.values())),
        computeRatePercent(addUpRateCounts(before.values())),
      ];
      const groups = computeRateChangeContributions(now, before);
      const total = groups.reduce((sum, { contribution }) => sum + contribution, 0);
      if (rate === null || old === null) expect(groups).toEqual([]);
      else expect(total).toBeCloseTo(rate - old, 6);
    }),
  );
});
