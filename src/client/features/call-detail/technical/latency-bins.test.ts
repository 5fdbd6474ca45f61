import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  latencyBinCount,
  getLatencyBinIndex,
  countLatenciesByBin,
  getLatencyBinLowerEdge,
  computeLatencyAxisPosition,
  computeShownLatencyBinRange,
  compareLatencyToUsual,
  listLatencyAxisTicks,
} from './latency-bins.ts';

const latency = fc.double({ min: 0.5, max: 60_000, noNaN: true });

describe('bins', () => {
  it('begin at their edges, four for each doubling', () => {
    expect([25, 49.9, 50, 100, 820, 1e6, 1].map(getLatencyBinIndex)).toEqual([0, 3, 4, 8, 20, latencyBinCount - 1, 0]);
    expect([0, 4, 8].map(getLatencyBinLowerEdge)).toEqual([25, 50, 100]);
  });

  it('hold every value once, each between its edges', () => {
    fc.assert(
      fc.property(fc.array(latency), (values) => {
        expect(countLatenciesByBin(values).reduce((sum, count) => sum + count, 0)).toBe(values.length);
        for (const value of values.filter(
          (each) => each >= getLatencyBinLowerEdge(0) && each < getLatencyBinLowerEdge(latencyBinCount),
        )) {
          expect(getLatencyBinLowerEdge(getLatencyBinIndex(value))).toBeLessThanOrEqual(value * 1.000001);
          expect(getLatencyBinLowerEdge(getLatencyBinIndex(value) + 1)).toBeGreaterThan(value);
        }
      }),
    );
  });

  it('are shown as far as there is something, and never too few', () => {
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1 }), (values) => {
        const { from, to } = computeShownLatencyBinRange(values);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(latencyBinCount);
        expect(to - from).toBeGreaterThanOrEqual(12);
        for (const value of values)
          expect(getLatencyBinIndex(value) >= from && getLatencyBinIndex(value) < to).toBe(true);
        for (const tick of listLatencyAxisTicks({ from, to }))
          expect(computeLatencyAxisPosition(tick, { from, to })).toSatisfy((place: number) => place >= 0 && place <= 1);
      }),
    );
  });
});

describe('standingOf', () => {
  it('takes a tenth more or less for alike', () => {
    const usual = { p50: 1_000, p90: 1_500 };
    expect([899, 900, 1_100, 1_101, 1_500, 1_501].map((p50) => compareLatencyToUsual(p50, usual))).toEqual([
      'faster',
      'alike',
      'alike',
      'slower',
      'slower',
      'slowest',
    ]);
  });
});
