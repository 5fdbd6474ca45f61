import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeAccentsAndCase, splitIntoSearchWords } from '../../contract/search-words.ts';
import { splitTextBySearchHits } from './marked-parts.ts';

/** Marked parts in brackets: 'Hola [Jo]sé'. */
const marked = (text: string, query: string) =>
  splitTextBySearchHits(text, query)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

/** Pieces that fold in unusual ways, and any other text. */
const piece = fc.oneof(
  fc.constantFrom(
    'ñ',
    'n\u0303',
    'É',
    'e\u0301\u0323',
    'ß',
    'İ',
    'Σ',
    'ﬁ',
    '½',
    '👍🏽',
    '1️⃣',
    '가',
    ' ',
    '-',
    '.',
    '+54',
    '11 5555',
    '\u0301',
    '\uD83D',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const anyText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('markedParts', () => {
  it.each([
    ['Hola, soy José Núñez', 'nunez jose', 'Hola, soy [José] [Núñez]'],
    ['Ñandú y nandu', 'ñan', '[Ñan]dú y [nan]du'],
    ['Man\u0303ana la llamo', 'mañ', '[Man\u0303]ana la llamo'],
    ['Cobranza y recobranza', 'COBRAN', '[Cobran]za y recobranza'],
    ['Straße 👍🏽 Straßenbahn', 'straß', '[Straß]e 👍🏽 [Straß]enbahn'],
    ['Acuerdo 👍🏽 cerrado', '👍🏽', 'Acuerdo 👍🏽 cerrado'],
    ['oﬁcina', 'of', '[oﬁ]cina'],
    ['+5491155551234', '5555', '+54911[5555]1234'],
    ['+54 9 11 5555-1234', '(11) 5555 1234', '+54 9 [11 5555-1234]'],
    ['Son 12 cuotas de 1200', '12', 'Son [12] cuotas de [12]00'],
    ['Llamar al 4555-0101', 'llamar 5550', '[Llamar] al 4[555-0]101'],
    ['Ana', '', 'Ana'],
    ['Ana', '¿?', 'Ana'],
    ['', 'ana', ''],
  ])('%j searched for %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('joins back to the text exactly, marked and unmarked in turns', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, query) => {
        const parts = splitTextBySearchHits(text, query);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every((part, index) => part.text !== '' && part.marked !== parts[index - 1]?.marked)).toBe(true);
      }),
    );
  });

  it('marks the beginning of each word that is searched for, whatever its case and accents, and what begins otherwise not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'á', 'A', 'n', 'ñ', 'ß', 'o\u0308', 'x'), minLength: 1 }), {
          minLength: 1,
        }),
        fc.nat(),
        (words, choice) => {
          const text = words.join(' ');
          const sought = splitIntoSearchWords(text)[choice % words.length] ?? '';
          const beginning = sought.slice(0, 1 + (choice % sought.length));
          const finds = splitTextBySearchHits(
            text,
            beginning.replace(/[an]/g, (letter) => letter.toUpperCase()),
          )
            .filter((part) => part.marked)
            .map((part) => removeAccentsAndCase(part.text));
          expect(finds).toEqual(
            splitIntoSearchWords(text)
              .filter((word) => word.startsWith(beginning))
              .map(() => beginning),
          );
        },
      ),
    );
  });

  it('finds any three digits of a number, whatever stands between them', () => {
    const separator = fc.constantFrom('', '', ' ', '-', '.', ' (', ') ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separator), { minLength: 3, maxLength: 13 }),
        fc.nat(),
        (digits, choice) => {
          const text = `Tel. ${digits.map(([digit, after]) => `${digit}${after}`).join('')} gracias`;
          const bare = digits.map(([digit]) => digit).join('');
          const from = choice % (bare.length - 2);
          const sought = bare.slice(from, from + 3);
          const finds = splitTextBySearchHits(text, sought).filter((part) => part.marked);
          expect(finds.some((part) => part.text.replace(/\D/g, '').includes(sought))).toBe(true);
        },
      ),
    );
  });
});
