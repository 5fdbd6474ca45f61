// Countable values of an analysis, compared with a table.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisFiguresOf, countFilledFields } from './analysis-figures.ts';

/** Values, their reading, and whether they count as filled. */
const values: readonly (readonly [unknown, number | boolean | null, boolean])[] = [
  [true, true, true],
  [false, false, true],
  ['true', true, true],
  [' SÍ ', true, true],
  ['si', true, true],
  ['No', false, true],
  ['falso', false, true],
  [0, 0, true],
  [-0, 0, true],
  [4.5, 4.5, true],
  [0.12345678, 0.1235, true],
  [1e-9, 0, true],
  [86_400, 86_400, true],
  [86_400.5, null, true],
  [30_123_456, null, true],
  [-1, null, true],
  [Number.NaN, null, true],
  [Number.POSITIVE_INFINITY, null, true],
  ['4,5', 4.5, true],
  ['5', 5, true],
  ['0.1234', 0.1234, true],
  ['99999', null, true],
  ['30123456', null, true],
  ['1e3', null, true],
  ['+541155550000', null, true],
  ['pago', null, true],
  ['si, pero no', null, true],
  ['s'.repeat(100_000), null, true],
  ['', null, false],
  [' \n', null, false],
  [null, null, false],
  [undefined, null, false],
  [[1], null, true],
  [{ a: 1 }, null, true],
];
const names = ['csat', 'wer', 'motivo', 'Ñandú', '7', 'constructor', 'a'.repeat(100)];
const badNames = ['', '@quality', '__proto__', 'a'.repeat(101)];

const withFields = (fields: Iterable<readonly [string, unknown]>) => ({
  call_summary: 'x',
  custom_analysis_data: Object.fromEntries(fields),
});

describe('analysisFiguresOf', () => {
  it('reads every value as the table has it, under every name that may be', () => {
    const any = fc.uniqueArray(fc.tuple(fc.constantFrom(...names, ...badNames), fc.constantFrom(...values)), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(any, (fields) => {
        const expected = fields.flatMap(([name, [, figure]]) =>
          badNames.includes(name) || figure === null ? [] : [[name, figure] as const],
        );
        const figures = analysisFiguresOf(withFields(fields.map(([name, [value]]) => [name, value])));
        expect(figures).toEqual(expected.length === 0 ? null : Object.fromEntries(expected));
        const filled = fields.filter(([, [, , isFilled]]) => isFilled).map(([name]) => name);
        expect(
          countFilledFields(withFields(fields.map(([name, [value]]) => [name, value])), [...names, ...badNames]),
        ).toBe(filled.length);
      }),
      { numRuns: 100 },
    );
  });

  it('finds none where there are none', () => {
    for (const none of [
      null,
      undefined,
      'x',
      7,
      [],
      {},
      { custom_analysis_data: null },
      { custom_analysis_data: [1, true] },
      { custom_analysis_data: 'csat: 5' },
      withFields([]),
    ]) {
      expect(analysisFiguresOf(none)).toBeNull();
      expect(countFilledFields(none, ['csat', 'toString'])).toBe(0);
    }
  });

  it('keeps the first forty by name, whatever order they come in', () => {
    const fields = Array.from({ length: 60 }, (_, index): [string, number] => [
      `f${String(index).padStart(2, '0')}`,
      index,
    ]);
    const figures = analysisFiguresOf(withFields(fields.toReversed()));
    expect(figures).toEqual(Object.fromEntries(fields.slice(0, 40)));
    expect(figures).toEqual(analysisFiguresOf(withFields(fields)));
  });
});
