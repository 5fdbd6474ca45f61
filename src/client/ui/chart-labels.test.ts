// Names in a chart never cover each other, and none is lost.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeChartLineLabelsWidth,
  placeChartMarks,
  spreadLabelsVertically,
  type ChartEventMark,
} from './chart-labels.ts';

const top = 12;
const bottom = 228;
const linePx = 15;

describe('the names at the ends of lines', () => {
  it('stand a line apart and within the plot, in the order of the ends', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: top, max: bottom }), { maxLength: 6 }), (wanted) => {
        const places = spreadLabelsVertically(wanted, top, bottom);
        const sorted = places.toSorted((a, b) => a - b);
        sorted.forEach((place, index) => {
          expect(place).toBeGreaterThanOrEqual(top);
          expect(place).toBeLessThanOrEqual(bottom);
          if (index > 0) expect(place - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(linePx);
        });
        wanted.forEach((one, a) =>
          wanted.forEach((other, b) => {
            if (one < other) expect(places[a]).toBeLessThan(places[b] ?? 0);
          }),
        );
      }),
    );
  });

  it('stay where the lines end unless they would meet', () => {
    expect(spreadLabelsVertically([20, 100, 200], top, bottom)).toEqual([20, 100, 200]);
    expect(spreadLabelsVertically([228, 228], top, bottom)).toEqual([213, 228]);
  });

  it('are not written on a narrow chart', () => {
    const ends = [{ key: 'a', text: 'Entrantes', count: 1, className: '' }];
    expect(computeChartLineLabelsWidth(ends, 328, 256)).toBe(0);
    expect(computeChartLineLabelsWidth(ends, 1_000, 256)).toBeGreaterThan(0);
    expect(computeChartLineLabelsWidth([], 1_000, 256)).toBe(0);
  });
});

describe('the marks above a chart', () => {
  const anyMarks = fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 60 }), index: fc.nat(47) }), {
    maxLength: 40,
  });
  const toMarks = (drawn: readonly { name: string; index: number }[]): ChartEventMark[] =>
    drawn.map((each, key) => ({ key: String(key), href: '', said: '', ...each }));

  it('are all there, within the chart, and none covers another', () => {
    fc.assert(
      fc.property(anyMarks, fc.integer({ min: 200, max: 1_600 }), (drawn, width) => {
        const placed = placeChartMarks(toMarks(drawn), (index) => 40 + (index / 47) * (width - 60), width);
        expect(placed.flatMap(({ marks }) => marks.map(({ key }) => key)).toSorted()).toEqual(
          drawn.map((_, key) => String(key)).toSorted(),
        );
        placed.forEach(({ left, width: own }, index) => {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + own).toBeLessThanOrEqual(width);
          const before = placed[index - 1];
          if (before) expect(left).toBeGreaterThanOrEqual(before.left + before.width);
        });
      }),
    );
  });

  it('say one name, and how many there are besides', () => {
    const marks = toMarks([
      { name: 'Renovación', index: 3 },
      { name: 'Cobranza de todo el interior del país', index: 3 },
      { name: 'Encuesta', index: 40 },
    ]);
    expect(placeChartMarks(marks, (index) => index * 20, 1_000).map(({ text }) => text)).toEqual([
      'Renovación +1',
      'Encuesta',
    ]);
    expect(placeChartMarks(marks.slice(1, 2), (index) => index * 20, 1_000)[0]?.text).toBe('Cobranza de todo el i…');
  });
});
