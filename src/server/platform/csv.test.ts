import Papa from 'papaparse';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1+1', `"'+1+1"`],
  ['-5', `"'-5"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['+5491144445555\n=1', `"'+5491144445555\n=1"`],
  ['+5491144445555', '+5491144445555'],
  ['+0', `"'+0"`],
  ['a=1', 'a=1'],
  ['a;b', '"a;b"'],
  ['dijo "no"', '"dijo ""no"""'],
  ['dos\r\nlíneas', '"dos\r\nlíneas"'],
  [null, ''],
  [7, '7'],
])('%j is written %j', (cell, written) => {
  expect(csvLines([['x', cell]])).toBe(`x;${written}\r\n`);
});

test('whatever stands in the cells is read back, but for the apostrophe before a formula', () => {
  const piece = fc.constantFrom('a', 'ñ', '😀', ';', '"', '\r', '\n', '\t', '=', '+', '-', '@', "'", ' ', ',', '1');
  const cell = fc.string({ unit: piece, maxLength: 6 });
  const cells = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(cells, (rows) => {
      const { data } = Papa.parse<string[]>(csvLines([['a', 'b', 'c'], ...rows]), { delimiter: ';', newline: '\r\n' });
      expect(data.slice(1, -1).map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, ''))),
      );
    }),
  );
});

test('no lines are nothing', () => {
  expect(csvLines([])).toBe('');
});
