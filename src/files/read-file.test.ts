// Files as programs and people make them, and the expected table of each.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFileNotice, fileProblemTexts } from '../labels/files-es.ts';
import type { FileTable, FileReadChoices } from './file-table.ts';
import { parseTableFile, parsePastedTable } from './read-file.ts';
import { makeSpreadsheet, makeZip } from './testing/make-spreadsheet.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(file: string | Uint8Array, choices?: FileReadChoices): Promise<FileTable> {
  const table = await parseTableFile(typeof file === 'string' ? utf8(file) : file, choices);
  if (typeof table === 'string') throw new Error(table);
  return table;
}

const cellsOf = ({ rows }: Pick<FileTable, 'rows'>) => rows.map(({ cells }) => cells);

describe('encodings', () => {
  const text = 'teléfono;nombre\n+5491144440001;José Peña\n+5491144440002;Íñigo Güemes\n';
  const rows = [
    ['+5491144440001', 'José Peña'],
    ['+5491144440002', 'Íñigo Güemes'],
  ];
  const wide = (written: string) => Buffer.from(written, 'utf16le');
  test.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with BOM', utf8(`\ufeff${text}`)],
    ['UTF-16 LE', wide(text)],
    ['UTF-16 LE with BOM', wide(`\ufeff${text}`)],
    ['UTF-16 BE', wide(text).swap16()],
    ['UTF-16 BE with BOM', wide(`\ufeff${text}`).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['Mac Roman', toMacRoman(text)],
  ])('%s', async (_name, bytes) => {
    const { header, ...table } = await read(bytes);
    expect([header, cellsOf(table), table.notices]).toEqual([['teléfono', 'nombre'], rows, []]);
  });

  test.each(['D’Angelo', 'O’Brien – Córdoba', '«Año» 5º piso', '“Ñandú”', 'São Paulo', 'MUÑOZ'])(
    'Windows-1252 stays what it is: %s',
    async (name) => {
      const signs = new Map([
        ['’', 0x92],
        ['–', 0x96],
        ['“', 0x93],
        ['”', 0x94],
      ]);
      const bytes = Uint8Array.from(
        `telefono;nombre\n+5491144440001;${name}\n`,
        (sign) => signs.get(sign) ?? sign.charCodeAt(0),
      );
      expect(cellsOf(await read(bytes))[0]?.[1]).toBe(name);
    },
  );

  test.each(['María García', 'Díaz', 'Núñez', 'ÁVILA'])('Mac Roman is told by its words: %s', async (name) => {
    expect(cellsOf(await read(toMacRoman(`telefono;nombre\n+5491144440001;${name}\n`)))[0]?.[1]).toBe(name);
  });

  test('a stray byte of Windows-1252 is repaired where it stands, and said with its row', async () => {
    const bytes = Buffer.concat([
      utf8(
        'phone_number;customer_name;ciudad\n+5491144440111;María Ñandú;"Córdoba\nCapital"\n+5491144440112;José Peña;',
      ),
      Buffer.from('Ñorquinco', 'latin1'),
      utf8('\n+5491144440113;Íñigo Güemes;Tucumán\n'),
    ]);
    const table = await read(bytes);
    expect(cellsOf(table).map(([, name, city]) => [name, city])).toEqual([
      ['María Ñandú', 'Córdoba\nCapital'],
      ['José Peña', 'Ñorquinco'],
      ['Íñigo Güemes', 'Tucumán'],
    ]);
    expect(table.notices).toEqual([
      { kind: 'damagedLine', row: 3, text: '+5491144440112;José Peña;Ñorquinco', count: 1 },
    ]);
    expect(table.notices.map((notice) => describeFileNotice(notice))).toEqual([
      'La fila 3 tiene una letra dañada y se leyó así: «+5491144440112;José Peña;Ñorquinco». Revísala.',
    ]);
  });
});

describe('separators', () => {
  test.each([';', ',', '\t', '|'])('%j between cells', async (separator) => {
    const text = ['telefono,nombre', '+5491144440001,Ana', '+5491144440002,José'].join('\n').replaceAll(',', separator);
    expect(cellsOf(await read(text))).toEqual([
      ['+5491144440001', 'Ana'],
      ['+5491144440002', 'José'],
    ]);
  });

  test('the one that gives every row the same count wins, whatever the header holds', async () => {
    const { header, rows } = await read(
      'Nombre (apellido, nombre completo, obligatorio);Teléfono (con código, sin espacios);URL, enlaces\nPérez, Ana;+5491144440153;https://a.example/x,y\nDíaz, José;+5491144440154;-\n',
    );
    expect([header.length, rows[0]?.cells]).toEqual([3, ['Pérez, Ana', '+5491144440153', 'https://a.example/x,y']]);
  });

  test('of two that fit, the one that leaves numbers whole', async () => {
    expect(
      cellsOf(await read('Apellido, nombre;Tel\nPérez, Ana;+5491144440153\nDíaz, José;+5491144440154\n'))[0],
    ).toEqual(['Pérez, Ana', '+5491144440153']);
  });

  test('a list of numbers with a comma here and there has one column', async () => {
    const text = 'tel\n1144440001\n1144440002, 1144440003\n1144440004\n1144440005\n1144440006\n';
    expect(cellsOf(await read(text))[1]).toEqual(['1144440002, 1144440003']);
  });

  test.each([
    ['sep=;', 1],
    ['"sep=;"', 2],
    ['SEP = ;', 1],
    ["'sep=;'", 2],
    ['sep=;;', 1],
    ['sep=,', 1],
  ])('a line %s is no row', async (line, headerRow) => {
    const table = await read(`${line}\r\nphone_number;customer_name\r\n+5491144440101;Ana\r\n`);
    expect([table.header, table.headerRow, cellsOf(table)]).toEqual([
      ['phone_number', 'customer_name'],
      headerRow,
      [['+5491144440101', 'Ana']],
    ]);
  });

  test('a file of two separators, as a template with commas that Excel in Spanish filled in', async () => {
    const table = await read(
      'phone_number,customer_name;\r\n+541145678901,María;\r\n+5491144440491;Ana Nuñez\r\n+5491144440492;Jose Diaz\r\n',
    );
    expect(table.header).toEqual(['phone_number', 'customer_name']);
    expect(cellsOf(table)).toEqual([
      ['+541145678901', 'María'],
      ['+5491144440491', 'Ana Nuñez'],
      ['+5491144440492', 'Jose Diaz'],
    ]);
  });
});

describe('what is no row of the table', () => {
  test('a title above is left out and said; a person may choose another header', async () => {
    const text =
      'Listado de clientes, noviembre 2026\n\nphone_number;customer_name;saldo\n+5491144440091;Ana;1200\n+5491144440092;José;900\n';
    const table = await read(text);
    expect([table.header[0], table.headerRow, table.rows.length, table.firstRows.length]).toEqual([
      'phone_number',
      3,
      2,
      4,
    ]);
    expect(table.notices).toEqual([{ kind: 'titleAbove', count: 1, text: 'Listado de clientes, noviembre 2026' }]);
    const chosen = await read(text, { headerRow: 4 });
    expect([chosen.header[1], chosen.rows.map(({ row }) => row)]).toEqual(['Ana', [5]]);
  });

  test.each([
    ['no header', '+5491144440091;\n+5491144440092;José\n+5491144440093;Ana\n', '+5491144440091'],
    ['a header that names one column', 'telefono;\n+5491144440091;a\n+5491144440092;b\n', 'telefono'],
    ['a plain list', 'Bajas\n1144440001\n1144440002\n', 'Bajas'],
  ])('%s is no title', async (_name, text, first) => {
    const { header, notices } = await read(text);
    expect([header[0], notices]).toEqual([first, []]);
  });

  test('footers and totals are left out and said; a person without a name is not', async () => {
    const table = await read(
      '"Contact Name","Mobile","Account Name"\n"Núñez, Ana","+54 9 11 4444-0441","Acme"\n,"+54 9 11 4444-0442",\n"Total Seguros","+54 9 11 4444-0443",\n\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\n"Confidential Information - Do Not Distribute"\n"Generated By: usuario 20/11/2026"\n',
    );
    expect(table.rows.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(table.notices).toEqual([
      { kind: 'footer', count: 3, text: 'Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved.' },
    ]);
    expect((await read('tel;monto\n1144440001;10\n1144440002;20\nTotal;30\n')).rows).toHaveLength(2);
  });
});

describe('spreadsheets', () => {
  const date = (serial: string, style: number) => ({ xml: `<c r="{at}" s="${style}"><v>${serial}</v></c>` });
  const file = makeSpreadsheet([
    { name: 'Vieja', state: 'hidden', rows: [['no']] },
    {
      name: 'Clientes & más',
      rows: [
        ['phone_number', 'customer_name', 'alta', 'monto', 'ok'],
        [5491144440001, ' Ñandú "SRL" <x>', date('46387', 1), 1234.5, { xml: '<c r="{at}" t="b"><v>1</v></c>' }],
        [],
        [
          { xml: '<c r="{at}" t="str"><f>"+"&amp;B1</f><v>+5491144440002</v></c>' },
          { xml: '<c r="{at}" t="inlineStr"><is><r><t>José </t></r><r><t>Peña</t></r><rPh><t>x</t></rPh></is></c>' },
          date('46387.770833333336', 2),
          { xml: '<c r="{at}" s="3"><v>0.30000000000000004</v></c>' },
          { xml: '<c r="{at}" t="e"><v>#N/A</v></c>' },
        ],
        [{ xml: '<c r="{at}"><v>5.491144440003E12</v></c>' }, 'dos\r\nlíneas', date('0.5', 1), '', ''],
        [{ xml: '<x:c xmlns:x="y" r=\'{at}\'><x:f>1+1</x:f><x:v>5491144440004</x:v></x:c>' }, '', '', '', 'x'],
      ],
    },
    { name: 'Otra', rows: [['a'], ['b']] },
  ]);

  test('cells as a person reads them: whole numbers, dates, values of formulas', async () => {
    const table = await read(file);
    expect([table.sheets, table.sheet]).toEqual([['Clientes & más', 'Otra'], 'Clientes & más']);
    expect(table.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, '5491144440001', ' Ñandú "SRL" <x>', '31/12/2026', '1234.5', 'VERDADERO'],
      [4, '+5491144440002', 'José Peña', '31/12/2026 18:30', '0.3', '#N/A'],
      [5, '5491144440003', 'dos\nlíneas', '12:00'],
      [6, '5491144440004', '', '', '', 'x'],
    ]);
  });

  test('another sheet where a person chose it', async () => {
    expect(await read(file, { sheet: 'Otra' })).toMatchObject({ sheet: 'Otra', header: ['a'] });
  });

  test.each([
    ['no XML', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' }, 'unreadableSpreadsheet'],
    ['no sheet', { 'xl/workbook.xml': '<workbook/>' }, 'unreadableSpreadsheet'],
    ['too much in it', { 'xl/worksheets/sheet1.xml': '\n'.repeat(257 * 2 ** 20) }, 'unpackedTooLarge'],
    [
      'a cell at the far end of each row',
      {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000)}</sheetData></worksheet>`,
      },
      'unpackedTooLarge',
    ],
  ])('one with %s is refused', async (_name, parts, problem) => {
    expect(await parseTableFile(makeSpreadsheet([{ name: 'A', rows: [['x']] }], parts))).toBe(problem);
  });

  test('one that was cut off or changed anywhere is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: file.length }), fc.nat({ max: 255 }), fc.boolean(), async (at, byte, isCut) => {
        const bytes = Buffer.from(isCut ? file.subarray(0, at) : file);
        if (!isCut && at < bytes.length) bytes[at] = byte;
        const table = await parseTableFile(bytes);
        expect(typeof table === 'string' ? table in fileProblemTexts : table.header.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['', 'empty'],
  ['\r\n ;\r\n', 'empty'],
  ['<html><head></head><body><table><tr><td>1</td></tr></table></body></html>', 'html'],
  ['\ufeff\n<!DOCTYPE html><p>', 'html'],
  ['<?xml version="1.0"?><Workbook/>', 'html'],
  [Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'oldSpreadsheet'],
  [makeZip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }), 'numbersApp'],
  ['%PDF-1.7\n', 'pdf'],
  [makeZip({ 'clientes.csv': 'telefono\n1144440001\n' }), 'zip'],
  [makeZip({ 'word/document.xml': 'x' }), 'zip'],
  [Buffer.from('1f8b0800', 'hex'), 'zip'],
  [Uint8Array.of(0x50, 0x4b, 3, 4, 0), 'unreadableSpreadsheet'],
  ['[{"phone_number":"+5491144440001"}]', 'json'],
  ['{"recipients": []}', 'json'],
])('%j is %s, said in one sentence', async (file, problem) => {
  const found = await parseTableFile(typeof file === 'string' ? utf8(file) : file);
  expect(found).toBe(problem);
  expect(fileProblemTexts[found as keyof typeof fileProblemTexts]).toMatch(/^[A-ZÁÉ].*\.$/);
});

test('a paste has tabs; one of nothing has no header', () => {
  const pasted = parsePastedTable(
    'phone_number\tcustomer_name\tnota\r\n+541145550101\tMaría, la de "Pepe"\t"dos\nlíneas"\r\n',
  );
  expect(cellsOf(pasted)).toEqual([['+541145550101', 'María, la de "Pepe"', 'dos\nlíneas']]);
  expect(parsePastedTable(' \n')).toMatchObject({ header: [], rows: [] });
});

test('the example comes out whole', async () => {
  const table = await read(readFileSync('examples/clientes.csv'));
  expect([table.rows.length, table.notices, table.unclosedRow]).toEqual([11, [], null]);
});

test('any bytes at all are read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const table = await parseTableFile(bytes);
      expect(typeof table === 'string' ? table in fileProblemTexts : table.header.length > 0).toBe(true);
    }),
  );
});

const size = 2 * 2 ** 20;
test.each([
  ['one line', 'x'.repeat(size)],
  ['one line of cells', 'x;'.repeat(size / 2)],
  ['separators', ';'.repeat(size)],
  ['line breaks', '\n'.repeat(size)],
  ['quotes', '"'.repeat(size)],
  ['quotes that are malformed', '"x '.repeat(size / 3)],
  ['quotes and spaces', `${'"x "'.repeat(size / 8)}${' '.repeat(size / 2)}`],
  ['a quote that never closes', `"${'1144440001;x\n'.repeat(size / 13)}`],
  ['blank rows and footers', 'x\n\n'.repeat(size / 3)],
  ['bytes that are no text', Uint8Array.from({ length: size }, (_, at) => 0x80 + (at % 0x80))],
  ['bytes that went astray', Buffer.from(`ñ${'ñ\n'.repeat(size / 8)}${'\xf1'.repeat(size / 8)}`, 'latin1')],
  ['line breaks and quotes in turn', '"\n'.repeat(size / 2)],
])('a file of nothing but %s takes no time that grows with its square', async (_name, file) => {
  // Quadratic time on two million characters takes hours, so the test would time out.
  expect(await parseTableFile(typeof file === 'string' ? utf8(file) : file)).toBeDefined();
});

function toMacRoman(text: string): Uint8Array {
  const decoder = new TextDecoder('macintosh');
  const codes = new Map(Array.from({ length: 0x80 }, (_, at) => [decoder.decode(Uint8Array.of(0x80 + at)), 0x80 + at]));
  return Uint8Array.from(text, (sign) => codes.get(sign) ?? sign.charCodeAt(0));
}
