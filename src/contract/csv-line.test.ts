import Papa from 'papaparse';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine } from './csv-line.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1+1', `"'+1+1"`],
  ['-5', `"'-5"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠A1', `"'＠A1"`],
  [' =1', `" '=1"`],
  ['"=1"', `"""'=1"""`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n1', `"'\n1"`],
  ['hola;=1+1', `"hola;'=1+1"`],
  ['hola, -1', `"hola, '-1"`],
  ['a\t=cmd', `"a\t'=cmd"`],
  ['dos\r\n@A1', `"dos\r\n'@A1"`],
  ['dijo;"=1"', `"dijo;""'=1"""`],
  ['+5491144445555\n=1', `"'+5491144445555\n'=1"`],
  ['+5491144445555', '"+5491144445555"'],
  ['+0123', `"'+0123"`],
  ['a=1 + b', '"a=1 + b"'],
  ['ana@correo.ar', '"ana@correo.ar"'],
  ['a;b', '"a;b"'],
  ['dijo "no"', '"dijo ""no"""'],
  ['dos\r\nlíneas', '"dos\r\nlíneas"'],
  [null, '""'],
  [7, '"7"'],
])('%j is written %j', (cell, written) => {
  expect(formatCsvLine(['x', cell])).toBe(`"x";${written}\r\n`);
});

const piece = fc.constantFrom(...Array.from('añ1😀;,|"\r\n\t=+-@＝＋－＠\' \u00a0'), '+5491144445555');
const tables = fc.array(fc.array(fc.string({ unit: piece, maxLength: 6 }), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});
const write = (rows: readonly (readonly string[])[]) => rows.map(formatCsvLine).join('');
const withoutApostrophes = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replaceAll("'", '')));

test('whatever stands in the cells is read back, but for apostrophes before formulas', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const { data, errors } = Papa.parse<string[]>(write(rows), { delimiter: ';', newline: '\r\n' });
      expect(errors).toEqual([]);
      expect(withoutApostrophes(data.slice(0, -1))).toEqual(withoutApostrophes(rows));
    }),
  );
});

test.each([';', ',', '\t', '|'])('a reader that splits at %j finds no cell that begins as a formula', (delimiter) => {
  fc.assert(
    fc.property(
      tables,
      fc.constantFrom('\r\n' as const, '\n' as const, '\r' as const),
      fc.constantFrom('"', '\0'),
      (rows, newline, quoteChar) => {
        // Some readers remove quotes and trim white space. A whole number stays one.
        for (const cell of Papa.parse<string[]>(write(rows), { delimiter, newline, quoteChar }).data.flat()) {
          expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^(?!\+[1-9]\d{1,14}(?:"|$))[=+\-@＝＋－＠]/);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a text of separators alone takes no time that grows with its square', () => {
  expect(formatCsvLine(['\n'.repeat(500_000)])).toHaveLength(500_005);
});
