import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { chooseRemainingTimeVerb, formatDurationInWords } from './waits-es.ts';

describe('waits', () => {
  it('are written in the units that a person would say', () => {
    const written: readonly [seconds: number, text: string][] = [
      [-5, '0 s'],
      [0.4, '0 s'],
      [59.4, '59 s'],
      [59.6, '1 min'],
      [89, '1 min'],
      [125, '2 min'],
      [3_599, '1 h'],
      [4_800, '1 h 20 min'],
      [60_000, '16 h 40 min'],
      [86_400, '1 día'],
      [172_800, '2 días'],
      [176_400, '49 h'],
    ];
    expect(written.map(([seconds]) => [seconds, formatDurationInWords(seconds)])).toEqual(written);
  });

  it('never say 60 of a unit, and never less for more', () => {
    const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, día: 86_400, días: 86_400 };
    const secondsOf = (text: string) =>
      [...text.matchAll(/(\d+) (\S+)/g)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? NaN),
        0,
      );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(1_000), (seconds, more) => {
        const text = formatDurationInWords(seconds);
        expect(text).not.toMatch(/\b60 (s|min)/);
        expect(Math.abs(secondsOf(text) - seconds)).toBeLessThanOrEqual(30);
        expect(secondsOf(formatDurationInWords(seconds + more))).toBeGreaterThanOrEqual(secondsOf(text));
      }),
    );
  });

  it('remain in the singular where they are one', () => {
    expect(['1 min', '1 h', '2 min', '1 h 20 min', '10 s'].map(chooseRemainingTimeVerb)).toEqual([
      'queda',
      'queda',
      'quedan',
      'quedan',
      'quedan',
    ]);
  });
});
