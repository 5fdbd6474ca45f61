import { describe, expect, it } from 'vitest';
import { hasLimit, isWithin, type Measure } from './measure.ts';
import { formatTable } from './report.ts';

const measure = (given: Partial<Measure>): Measure => ({ name: 'reads', value: 10, unit: 'ms', ...given });

describe('a measure', () => {
  it('is held against its limit, its floor and the ratio to its ideal, each counted in', () => {
    expect(isWithin(measure({ limit: 10, floor: 10, ideal: 5, maxRatio: 2 }))).toBe(true);
    expect(isWithin(measure({ limit: 9 }))).toBe(false);
    expect(isWithin(measure({ floor: 11 }))).toBe(false);
    expect(isWithin(measure({ ideal: 5, maxRatio: 1.9 }))).toBe(false);
  });

  it('is only told where nothing holds it', () => {
    expect(hasLimit(measure({ ideal: 5 }))).toBe(false);
    expect(hasLimit(measure({ floor: 5 }))).toBe(true);
  });
});

describe('the table', () => {
  it('names every bound of a figure and who is beyond one', () => {
    const rows = formatTable([
      measure({ limit: 15, ideal: 8, maxRatio: 1.5 }),
      measure({ unit: '×', floor: 50 }),
    ]).split('\n');
    expect(rows[2]).toMatch(/10 ms +\| 8 ms +\| 1\.25 +\| 15 ms, ratio 1\.5 +\| ok/);
    expect(rows[3]).toMatch(/10 × .*\| at least 50 × +\| OVER/);
  });
});
