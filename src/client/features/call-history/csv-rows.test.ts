import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { createCsvRowCounter } from './csv-rows.ts';

const cell = fc
  .array(fc.constantFrom('a', ';', '"', '\n', '\r\n', 'ñ', '👍', ' '), { maxLength: 6 })
  .map((parts) => parts.join(''));
const rows = fc.array(fc.tuple(cell, cell), { maxLength: 12 });

describe('createRowCounter', () => {
  it('counts the rows of any file, however it is cut', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat({ max: 200 }), { maxLength: 6 }), (content, cuts) => {
        const text = `\uFEFF${Papa.unparse([['Fecha', 'Cliente'], ...content], { delimiter: ';', newline: '\r\n' })}\r\n`;
        const bytes = new TextEncoder().encode(text);
        const counter = createCsvRowCounter();
        let from = 0;
        for (const to of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
          counter.add(bytes.subarray(from, to));
          from = Math.max(from, Math.min(to, bytes.length));
        }
        expect(counter.rows()).toBe(content.length);
      }),
    );
  });

  it('has none before the heading is there', () => {
    expect(createCsvRowCounter().rows()).toBe(0);
  });
});
