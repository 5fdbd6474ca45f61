import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeAccentsAndCase, splitIntoSearchWords } from '../../../../contract/search-words.ts';
import { findTranscriptSearchHits } from './transcript-search.ts';

const found = (lines: readonly string[], query: string) =>
  findTranscriptSearchHits(lines, query).map(({ line, from, to }) => lines[line]?.slice(from, to));

describe('findInLines', () => {
  it('finds beginnings of words, accents and case aside, and marks as much as was asked', () => {
    expect(found(['La Facturación, la factura', 'prefactura'], 'FACTÚRA')).toEqual(['Factura', 'factura']);
    expect(found(['n\u0303andu\u0301', 'Ñandúes'], 'nandu')).toEqual(['n\u0303andu\u0301', 'Ñandú']);
    expect(found(['Straße 12'], 'stras')).toEqual([]);
  });

  it('takes words that stand together for one place, and else each by itself', () => {
    const lines = ['El pago, de mañana.', 'Mañana el pago'];
    expect(found(lines, 'pago de mana')).toEqual(['pago, de maña']);
    expect(found(lines, 'mañana pago')).toEqual(['pago', 'mañana', 'Mañana', 'pago']);
  });

  it('finds nothing without letters or digits', () => {
    expect(['', '  ', '¿?'].flatMap((query) => findTranscriptSearchHits(['¿Hola?'], query))).toEqual([]);
  });

  it('finds places in order that each begin with a word asked for', () => {
    const text = fc
      .array(fc.constantFrom('Sí', 'ñandú', 'pagar', 'pagaré', '12', '¿', ', ', ' ', 'e\u0301'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (lines, query) => {
        const wanted = splitIntoSearchWords(query);
        const places = findTranscriptSearchHits(lines, query);
        let last = { line: -1, to: 0 };
        for (const { line, from, to } of places) {
          const words = splitIntoSearchWords(lines[line]?.slice(from, to) ?? '');
          expect(to).toBeGreaterThan(from);
          expect(wanted).toContain(words[0]);
          expect(line > last.line || from >= last.to).toBe(true);
          last = { line, to };
        }
        if (wanted.length === 1) {
          const count = lines
            .flatMap((line) => line.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [])
            .filter((word) => removeAccentsAndCase(word).startsWith(wanted[0] ?? '')).length;
          expect(places.length).toBe(count);
        }
      }),
    );
  });
});
