/** Tests bands at their edges for every metric and any target, and the health score. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCopcBand,
  copcBands,
  computeCopcHealthScore,
  findCopcHealthTier,
  copcHealthScoreWeights,
  lowerIsBetterCopcMetrics,
  type CopcBand,
  type CopcHealthMetric,
} from './copc-bands.ts';
import { copcMetrics, type CopcMetric } from './regional.ts';
import { defaultCopcTargets } from './settings.ts';

/** The bands of the given values. */
const bandsOf = (metric: CopcMetric, values: readonly number[]): CopcBand[] =>
  values.map((value) => findCopcBand(metric, value, defaultCopcTargets[metric]));

describe('a band', () => {
  it('is the specification’s for the two metrics that it bands', () => {
    expect(bandsOf('connectRate', [100, 85, 84.99, 70, 69.99, 50, 49.99, 0])).toEqual([
      'excellent',
      'excellent',
      'good',
      'good',
      'regular',
      'regular',
      'critical',
      'critical',
    ]);
    expect(bandsOf('dialerAbandonRate', [0, 3, 3.01, 5, 5.01, 8, 8.01, 100])).toEqual([
      'excellent',
      'excellent',
      'good',
      'good',
      'regular',
      'regular',
      'critical',
      'critical',
    ]);
  });

  it('moves with an edited target', () => {
    expect([75, 60, 59.9, 40, 39.9].map((value) => findCopcBand('connectRate', value, 75))).toEqual([
      'excellent',
      'good',
      'regular',
      'regular',
      'critical',
    ]);
  });

  it.each(copcMetrics.filter((metric) => metric !== 'connectRate' && metric !== 'dialerAbandonRate'))(
    'of %s is good within 10 %% of the target and regular within 25 %%',
    (metric) => {
      const target = defaultCopcTargets[metric];
      const away = (share: number): number =>
        lowerIsBetterCopcMetrics.has(metric) ? target * (1 + share) : target * (1 - share);
      const tiny = 1e-6;
      expect(
        bandsOf(metric, [
          away(-0.5),
          target,
          away(tiny),
          away(0.1),
          away(0.1 + tiny),
          away(0.25),
          away(0.25 + tiny),
          away(1),
        ]),
      ).toEqual(['excellent', 'excellent', 'good', 'good', 'regular', 'regular', 'critical', 'critical']);
    },
  );

  it('stands on the better side of an edge that no binary fraction says exactly', () => {
    expect(findCopcBand('complaintRate', 2.2, 2)).toBe('good');
    expect(findCopcBand('speedToGreeting', 3.3, 3)).toBe('good');
    expect(findCopcBand('asrWer', 0.3 / 0.24, 1)).toBe('regular');
  });

  it('of lower is better: nothing at all is what is wanted where the target is 0', () => {
    expect([
      findCopcBand('complaintRate', 0, 0),
      findCopcBand('complaintRate', 0.1, 0),
      findCopcBand('csatT', 0, 0),
    ]).toEqual(['excellent', 'critical', 'excellent']);
  });

  it('never gets better as the value gets worse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...copcMetrics),
        fc.double({ min: 0, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        (metric, a, b, target) => {
          const [better, worse] = lowerIsBetterCopcMetrics.has(metric) === a < b ? [a, b] : [b, a];
          const places = [better, worse].map((value) => copcBands.indexOf(findCopcBand(metric, value, target)));
          expect(places[0]).toBeLessThanOrEqual(places[1] ?? -1);
          const reached = lowerIsBetterCopcMetrics.has(metric) ? a <= target : a >= target;
          if (reached) expect(findCopcBand(metric, a, target)).toBe('excellent');
        },
      ),
    );
  });
});

const targets = { qaPassRate: 90, csatT: 80, aht: 180, conversionToCommitment: 35 };
const none = { qaPassRate: null, csatT: null, aht: null, conversionToCommitment: null };

describe('the health score', () => {
  it('weighs value / target, of aht target / value, each at most 1', () => {
    // 0.30 · 45/90 + 0.25 · 60/80 + 0.20 · 180/240 + 0.25 · 1
    expect(
      computeCopcHealthScore({ qaPassRate: 45, csatT: 60, aht: 240, conversionToCommitment: 70 }, targets),
    ).toEqual({
      score: 73.75,
      metrics: ['qaPassRate', 'csatT', 'aht', 'conversionToCommitment'],
    });
    expect(
      computeCopcHealthScore({ qaPassRate: 100, csatT: 100, aht: 1, conversionToCommitment: 100 }, targets).score,
    ).toBe(100);
    expect(
      computeCopcHealthScore({ qaPassRate: 0, csatT: 0, aht: 1e9, conversionToCommitment: 0 }, targets).score,
    ).toBeCloseTo(0, 3);
  });

  it('goes over those that have a value, and says which', () => {
    // (0.30 · 0.5 + 0.20 · 1) / 0.50
    expect(computeCopcHealthScore({ ...none, qaPassRate: 45, aht: 180 }, targets)).toEqual({
      score: 70,
      metrics: ['qaPassRate', 'aht'],
    });
    expect(computeCopcHealthScore({ ...none, csatT: 20 }, targets)).toEqual({ score: 25, metrics: ['csatT'] });
    expect(computeCopcHealthScore(none, targets)).toEqual({ score: null, metrics: [] });
  });

  it('takes a target of 0 as reached, but for aht', () => {
    const nothing = { qaPassRate: 0, csatT: 0, aht: 0, conversionToCommitment: 0 };
    expect(computeCopcHealthScore(nothing, nothing).score).toBe(100);
    expect(computeCopcHealthScore({ ...none, aht: 10 }, nothing).score).toBe(0);
  });

  it('lies from 0 to 100 and is all of it where every target is reached', () => {
    const value = fc.option(fc.double({ min: 0, max: 1_000, noNaN: true }));
    const target = fc.double({ min: 0.1, max: 1_000, noNaN: true });
    const all = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<Record<CopcHealthMetric, T>> =>
      fc.record({ qaPassRate: each, csatT: each, aht: each, conversionToCommitment: each });
    fc.assert(
      fc.property(all(value), all(target), (values, aims) => {
        const { score, metrics } = computeCopcHealthScore(values, aims);
        expect(metrics).toEqual(
          Object.keys(copcHealthScoreWeights).filter((metric) => values[metric as CopcHealthMetric] !== null),
        );
        if (score === null) {
          expect(metrics).toEqual([]);
          return;
        }
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const isReached = metrics.every((metric) =>
          metric === 'aht' ? (values.aht ?? 0) <= aims.aht : (values[metric] ?? 0) >= aims[metric],
        );
        if (isReached) expect(score).toBe(100);
      }),
    );
  });

  it('has tiers from 90, 75 and 60 on', () => {
    expect([100, 90, 89.99, 75, 74.99, 60, 59.99, 0].map(findCopcHealthTier)).toEqual([
      'excellent',
      'excellent',
      'good',
      'good',
      'regular',
      'regular',
      'attention',
      'attention',
    ]);
  });
});
