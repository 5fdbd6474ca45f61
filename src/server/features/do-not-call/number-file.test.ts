// Files of numbers as people have them.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumberFile } from './number-file.ts';

function read(text: string | Buffer): { keys: string[]; rejected: [number, string][] } {
  const lines = [...readNumberFile(typeof text === 'string' ? Buffer.from(text) : text, { country: 'AR' })].filter(
    (line) => line !== null,
  );
  return {
    keys: lines.flatMap(({ numberKey }) => numberKey ?? []),
    rejected: lines.filter(({ numberKey }) => numberKey === null).map(({ line, text: written }) => [line, written]),
  };
}

test.each([
  ['a number a line', '1144440001\n011 15-4444-0002\r\n+54 9 351 444-0003\r3514440004'],
  ['semicolons', 'nombre;telefono\nAna;1144440001\nLuis;1144440002\nEva;+54 9 351 4440003\nJosé;3514440004'],
  [
    'commas, quotes and a name with a line break',
    'name,phone\n"Pérez, Ana",1144440001\n"Luis\nSosa",1144440002\n"El ""Turco""","351 4440003"\nx,3514440004',
  ],
  ['tabs', '1\t1144440001\n2\t1144440002\n3\t3514440003\n4\t3514440004'],
  [
    'area and number apart',
    'area;numero;alta\n011;44440001;2026-01-02\n11;15-4444-0002;2026-01-02\n0351;4440003;2026-01-02\n351;4440004;2026-01-02',
  ],
  ['Excel’s text formula', '="1144440001"\n="1144440002"\n="3514440003"\n="3514440004"'],
  [
    'a column of ids that look like numbers before the named one',
    'cliente;celular\n2990000001;1144440001\n2990000002;1144440002\n2990000003;3514440003\n2990000004;3514440004',
  ],
  [
    'a column of dates and documents before',
    'fecha|dni|tel\n2026-01-02|30111222|1144440001\n2026-01-02|30111223|1144440002\n2026-01-02|30111224|3514440003\n|30111225|3514440004',
  ],
  ['BOM and empty lines', '\ufeff1144440001\n\n   \n1144440002\n3514440003\n3514440004\n\n'],
])('%s', (_name, text) => {
  expect(read(text)).toEqual({ keys: ['1144440001', '1144440002', '3514440003', '3514440004'], rejected: [] });
});

test('Windows-1252 is read as such', () => {
  expect(read(Buffer.from('año;número\n2026;1144440001\n2026;Muñoz\n', 'latin1'))).toEqual({
    keys: ['1144440001'],
    rejected: [[3, '2026;Muñoz']],
  });
});

test('what is no number is told by its line in the file', () => {
  expect(read('tel\n1144440001\n5,49E+12\n\n"a\nb";2\n4444-0000')).toEqual({
    keys: ['1144440001'],
    rejected: [
      [3, '5,49E+12'],
      [5, '"a\nb";2'],
      [7, '4444-0000'],
    ],
  });
});

test('a number with a NUL in it is none', () => {
  expect(read('1144440001\n11\u000044440002\n1144440003\u0000').keys).toEqual(['1144440001']);
});

test('a quote that is never closed swallows nothing', () => {
  const numbers = Array.from({ length: 120 }, (_, index) => String(1_144_440_000 + index));
  const { keys, rejected } = read(['1144449999 "sic', ...numbers].join('\n'));
  expect(keys).toEqual(numbers);
  expect(rejected).toEqual([[1, '1144449999 "sic']]);
});

test('a file goes on behind the rows by which it is understood', () => {
  const numbers = Array.from({ length: 50_000 }, (_, index) => String(1_150_000_000 + index));
  expect(read(['teléfono;nombre', ...numbers.map((each) => `${each};Ana`)].join('\r\n')).keys).toEqual(numbers);
});

test('one endless line is read past, without an end to the patience', () => {
  const { keys, rejected } = read(`${'1;'.repeat(2_000_000)}\n1144440001\n1144440002`);
  expect({ keys, lines: rejected.map(([line]) => line) }).toEqual({ keys: ['1144440001', '1144440002'], lines: [1] });
});

test('a file of nothing but line breaks is read piece by piece too', () => {
  expect([...readNumberFile(Buffer.alloc(1_024 * 1_024, '\n'), { country: 'AR' })]).toEqual([null, null, null, null]);
});

test('an empty file holds nothing', () => {
  expect(read('')).toEqual({ keys: [], rejected: [] });
});

test('lines longer and shorter than the pieces in which a file is read come out whole', () => {
  const endings = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 9_900 }), endings), {
        minLength: 1,
        maxLength: 90,
      }),
      (rows) => {
        const numbers = rows.map(([number]) => `11${String(number).padStart(8, '0')}`);
        const text = rows
          .map(([, spaces, ending], index) => `${' '.repeat(spaces)}${numbers[index]}${ending}`)
          .join('');
        expect(read(text).keys).toEqual(numbers);
      },
    ),
    { numRuns: 60, seed: 3 },
  );
});
