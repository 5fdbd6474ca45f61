// Files of numbers in the forms that people have.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { bodyReading } from './number-file.ts';

async function read(text: string | Buffer, country: CountryCode = 'AR') {
  const file = await bodyReading.read(typeof text === 'string' ? Buffer.from(text) : text, country);
  const listed = file.batches.flatMap((batch) => batch.split('\n')).map((line) => line.split('\t'));
  return {
    keys: listed.map(([key = '']) => key),
    written: listed.map(([, text = '']) => text),
    rejected: file.rejected.lines.map(({ line, text: shown }): [number, string] => [line, shown]),
    columns: file.columns,
    file,
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
])('%s', async (_name, text) => {
  expect(await read(text)).toMatchObject({
    keys: ['1144440001', '1144440002', '3514440003', '3514440004'],
    rejected: [],
  });
});

test('Windows-1252 is read as such', async () => {
  expect(await read(Buffer.from('año;número\n2026;1144440001\n2026;Muñoz\n', 'latin1'))).toMatchObject({
    keys: ['1144440001'],
    rejected: [[3, '2026;Muñoz']],
  });
});

test('what is no number is told by its line in the file, and why', async () => {
  const { keys, file } = await read('tel\n1144440001\n5,49E+12\n\nsin dato\n4444-0000');
  expect(keys).toEqual(['1144440001']);
  expect(file.rejected).toEqual({
    count: 3,
    lines: [
      { line: 3, text: '5,49E+12', reason: expect.stringContaining('Excel cambió ese número') as string },
      { line: 5, text: 'sin dato', reason: expect.stringContaining('no es un número') as string },
      { line: 6, text: '4444-0000', reason: expect.stringContaining('falta el código de área') as string },
    ],
  });
});

test('every column of numbers is read, and told with its count', async () => {
  const { keys, columns, rejected } = await read(
    'nombre;telefono fijo;celular;dni\nAna;+541144450031;+5491144450032;30111222\nJosé;5,49E+12;+5491144450034;30111223\nLía;-;11 4445-0035 / 11 4445-0036;30111224',
  );
  expect(keys).toEqual(['1144450031', '1144450032', '1144450034', '1144450035', '1144450036']);
  expect(columns).toEqual([
    { name: 'telefono fijo', numbers: 1 },
    { name: 'celular', numbers: 4 },
  ]);
  // Garbled digits are reported even beside a number. A dash means that there is no number.
  expect(rejected).toEqual([[3, '5,49E+12']]);
});

test('two columns of area and number, beside one of whole numbers', async () => {
  const { keys, columns } = await read(
    'celular;area;telefono fijo\n1544440001;;\n11 5444-0001;11;44440001\n11 5444-0002;351;4440002\n',
  );
  expect(keys).toEqual(['1154440001', '1144440001', '1154440002', '3514440002']);
  expect(columns.map(({ name }) => name)).toEqual(['celular', 'area + telefono fijo']);
});

test('a number without a calling code is the workspace’s country’s, or that of the file’s other numbers', async () => {
  expect((await read('telefono\n33 1234 5678\n+34612345678\n34612345679', 'MX')).keys).toEqual([
    '+523312345678',
    '+34612345678',
    '+34612345679',
  ]);
});

test('an entry keeps how its number was written', async () => {
  expect((await read('tel\n="011 4444-0001"\n11 4444-0002 / 11 4444-0003')).written).toEqual([
    '="011 4444-0001"',
    '+541144440002',
    '+541144440003',
  ]);
});

test('null characters are none', async () => {
  expect((await read('1144440001\n11\u000044440002\n1144440003\u0000')).keys).toEqual([
    '1144440001',
    '1144440002',
    '1144440003',
  ]);
});

test.each([
  ['within a number', '1144449999 "sic'],
  ['at the start of a cell', '"1144449999 sic'],
])('a quote that is never closed swallows nothing: %s', async (_name, first) => {
  const numbers = Array.from({ length: 120 }, (_, index) => String(1_144_440_000 + index));
  const { keys, rejected } = await read([first, ...numbers].join('\n'));
  expect(keys).toEqual(numbers);
  expect(rejected).toEqual([[1, first]]);
});

test('a quote that closes far below swallows nothing either', async () => {
  const numbers = Array.from({ length: 120 }, (_, index) => String(1_144_440_000 + index));
  expect((await read(['tel;nota', '"1144449998;', ...numbers, '";x'].join('\n'))).keys).toEqual([
    '1144449998',
    ...numbers,
  ]);
});

test.each([
  ['a page', '<html><table><tr><td>1144440001</td></tr></table></html>', 'HTML'],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '.xls'],
  ['nothing', '', 'ningún número'],
  ['words', 'nada\nnunca', 'ningún número'],
])('%s is refused in one sentence', async (_name, bytes, message) => {
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message) as string,
  });
});

test('a file goes on behind the rows by which it is understood', async () => {
  const numbers = Array.from({ length: 50_000 }, (_, index) => String(1_150_000_000 + index));
  expect((await read(['teléfono;nombre', ...numbers.map((each) => `${each};Ana`)].join('\r\n'))).keys).toEqual(numbers);
});

test('one endless line is read past, without an end to the patience', async () => {
  const { keys, rejected } = await read(`${'1;'.repeat(2_000_000)}\n1144440001\n1144440002`);
  expect({ keys, lines: rejected.map(([line]) => line) }).toEqual({ keys: ['1144440001', '1144440002'], lines: [1] });
});

test('lines of any length and ending come out whole', async () => {
  const endings = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 9_900 }), endings), {
        minLength: 1,
        maxLength: 90,
      }),
      async (rows) => {
        const numbers = rows.map(([number]) => `11${String(number).padStart(8, '0')}`);
        const text = rows
          .map(([, spaces, ending], index) => `${' '.repeat(spaces)}${numbers[index]}${ending}`)
          .join('');
        expect((await read(text)).keys).toEqual(numbers);
      },
    ),
    { numRuns: 60, seed: 3 },
  );
});
