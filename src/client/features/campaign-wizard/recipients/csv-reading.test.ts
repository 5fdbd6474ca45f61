// Files as people really save them, and the rows read from them.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { priorityErrorText } from '../../../../contract/recipient-file.ts';
import { fileProblemTexts } from '../../../../labels/files-es.ts';
import { parseRecipientFile, type ParsedRecipientFile } from './csv-reading.ts';
import { parseCopiedCampaignRecipients, parseRecipientFileBytes, parsePastedRecipients } from './csv-sources.ts';
import { defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import {
  createRecipientsJsonBlob,
  createRejectedRowsCsvBlob,
  createRejectedRowsJsonBlob,
} from './recipient-payload.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const readText = async (text: string, choices?: RecipientParsingChoices) =>
  parseRecipientFile(await parseRecipientFileBytes(utf8(text)), choices);
const json = async (blob: Blob): Promise<unknown> => JSON.parse(await blob.text());

it('names a priority that is none, by its row', async () => {
  const { summary } = await readText(
    'phone_number,name,PRIORIDAD\n+541145550101,Ana,10\n+541145550102,Beto,\n+541145550103,Caro,11\n',
  );
  expect(summary).toMatchObject({
    validCount: 2,
    rejectedCount: 1,
    firstErrors: [{ row: 4, message: priorityErrorText }],
  });
});

describe('the example as Excel in Spanish saves it', () => {
  let file: ParsedRecipientFile;
  beforeAll(async () => {
    file = parseRecipientFile(await parseRecipientFileBytes(readFileSync('examples/clientes.csv')));
  });

  it('counts each row once: 7 valid, 1 duplicate, 3 with errors', async () => {
    expect(file.summary).toMatchObject({
      problems: [],
      rowCount: 11,
      validCount: 7,
      duplicateCount: 1,
      rejectedCount: 3,
      errorCount: 3,
    });
  });

  it('names each error by its row and says how to correct it', async () => {
    expect(file.summary.firstErrors).toEqual([
      {
        row: 7,
        message:
          'Formato de teléfono inválido (debe ser como +54xxxxxxxxxx). Falta el código de país. ¿Es +541145550106? Corrígelo o acepta la sugerencia.',
      },
      { row: 9, message: expect.stringContaining('Excel dañó este número (5,49E+12): ') },
      { row: 10, message: 'Nombre del cliente es obligatorio' },
    ]);
  });

  it('keeps accents, quotes, commas and line breaks inside cells', async () => {
    const recipients = (await json(createRecipientsJsonBlob(file))) as Record<string, string>[];
    expect(recipients).toHaveLength(8);
    expect(recipients.map((each) => each['customer_name'])).toContain('Ñandú Viajes SRL');
    expect(recipients[2]?.['observaciones']).toBe('Preguntar por "Pepe" Güemes');
    expect(recipients[3]?.['observaciones']).toBe('Mudanza en marzo.\nConfirmar la dirección nueva');
    expect(recipients[0]?.['monto']).toBe('12.500,50');
  });

  it('sends what is left out with its row, reason and values, unchanged', async () => {
    expect(await json(createRejectedRowsJsonBlob(file))).toEqual([
      expect.objectContaining({ row: 7, values: expect.objectContaining({ phone_number: '011 4555-0106' }) }),
      expect.objectContaining({ row: 9, values: expect.objectContaining({ phone_number: '5,49E+12' }) }),
      expect.objectContaining({ row: 10, reason: 'Nombre del cliente es obligatorio' }),
    ]);
  });

  it('gives the mistaken rows back as a file that reads again', async () => {
    const { header, rows } = (await parseRecipientFileBytes(utf8(await createRejectedRowsCsvBlob(file).text()))).table;
    expect(header.slice(0, 4)).toEqual(['fila', 'error', 'phone_number', 'customer_name']);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['7', '9', '10']);
    expect(rows[1]?.cells[2]).toBe('5,49E+12');
  });

  it('previews 10 rows and 5 columns', async () => {
    expect(file.summary.preview.columns.map(({ name }) => name)).toEqual([
      'phone_number',
      'customer_name',
      'producto',
      'monto',
      'observaciones',
    ]);
    expect(file.summary.preview.rows.all).toHaveLength(10);
    expect(file.summary.preview.rows.all.filter(({ isMistaken }) => isMistaken).map(({ row }) => row)).toEqual([
      7, 9, 10,
    ]);
  });
});

describe('headers', () => {
  it('says which required column is missing', async () => {
    expect((await readText('telefono,nombre\n1,2')).summary.problems).toEqual([
      'Falta la columna obligatoria: phone_number o phone number',
      'Falta la columna obligatoria: customer_name, customer name, name o cliente',
    ]);
  });

  it.each([
    'Phone Number,CLIENTE',
    'phonenumber;Name',
    'PHONE_NUMBER\tCustomer Name',
    ' phone_number , customer name ',
  ])('accepts %j', async (header) => {
    const separator = /[;\t,]/.exec(header)?.[0] ?? ',';
    expect((await readText(`${header}\n+541145550101${separator}Ana`)).summary).toMatchObject({
      problems: [],
      validCount: 1,
    });
  });

  it('keeps a column named __proto__, a nameless one and a repeated one', async () => {
    const file = await readText('phone_number,name,__proto__,,saldo,saldo\n+541145550101,Ana,x,y,1,2');
    expect(await json(createRecipientsJsonBlob(file))).toEqual([
      { phone_number: '+541145550101', name: 'Ana', _proto_: 'x', columna_4: 'y', saldo: '1', 'saldo (2)': '2' },
    ]);
  });

  it('finds the delimiter by the columns, not by which sign is most frequent', async () => {
    const file = await readText('phone_number;name;"a, b, c, d, e"\n+541145550101;Ana;1,2,3');
    expect(file.summary).toMatchObject({ columnCount: 3, validCount: 1 });
  });

  it("honours Excel's sep= line, which no spreadsheet counts as a row", async () => {
    const { summary } = await readText('sep=;\r\nphone_number;name\r\n123;Ana\r\n');
    expect(summary.firstErrors.map(({ row }) => row)).toEqual([2]);
  });
});

describe('rows', () => {
  it('skips empty lines but counts them in the row numbers', async () => {
    const { summary } = await readText('phone_number,name\n\n ,\n+541145550101,Ana\n\nmal,Luis\n\n');
    expect(summary).toMatchObject({ rowCount: 2, validCount: 1, firstErrors: [{ row: 6 }] });
  });

  it('counts each repeated number and keeps all errors of a row', async () => {
    const { summary } = await readText(
      'phone_number,name\n+541145550101,Ana\n+541145550101,Eva\n +541145550101 ,Ema\nx,\n',
    );
    expect(summary).toMatchObject({ rowCount: 4, validCount: 1, duplicateCount: 2, rejectedCount: 1, errorCount: 2 });
  });

  it('shows the first 5 errors of more', async () => {
    const { summary } = await readText(`phone_number,name\n${'x,Ana\n'.repeat(8)}`);
    expect(summary.firstErrors).toHaveLength(5);
    expect(summary.errorCount).toBe(8);
  });

  it('refuses a row with more cells than columns, and a cell that is too long', async () => {
    const { summary } = await readText(
      `phone_number,name,nota\n+541145550101,Ana,a,b\n+541145550102,Luis,${'x'.repeat(5_001)}\n+541145550103,Eva,a,,\n`,
    );
    expect(summary.firstErrors).toEqual([
      { row: 2, message: 'La fila tiene 4 celdas y el encabezado 3 columnas' },
      { row: 3, message: 'La columna nota supera los 5.000 caracteres' },
    ]);
    expect(summary.validCount).toBe(1);
  });

  it('names quotes that never close', async () => {
    expect(
      (await readText('phone_number,name\n+541145550101,Ana\n+541145550102,"Luis\n+541145550103,Eva\n')).summary
        .problems,
    ).toEqual(['Hay comillas que se abren en la fila 3 y no se cierran.']);
  });

  it('takes 10.000 recipients, however often their numbers stand there, and not one more', async () => {
    const numbersOf = (count: number) =>
      Array.from({ length: count }, (_, index) => `+5411${10_000_000 + index},Ana`).join('\n');
    const fileOf = (count: number) => readText(`phone_number,name\n${numbersOf(count)}`);
    expect((await fileOf(10_000)).summary).toMatchObject({ problems: [], validCount: 10_000 });
    const repeated = '+541110000000,Ana\n';
    expect((await readText(`phone_number,name\n${repeated.repeat(400)}${numbersOf(10_000)}`)).summary).toMatchObject({
      problems: [],
      validCount: 10_000,
      duplicateCount: 400,
    });
    expect((await readText(`phone_number,name\n${repeated.repeat(20_001)}`)).summary.problems).toEqual([
      'Hay 20.001 filas sin errores y el máximo es 20.000, con los números repetidos. Quita los repetidos o divide el archivo.',
    ]);
    expect((await fileOf(10_001)).summary.problems).toEqual([
      'Hay 10.001 destinatarios y el máximo es 10.000. Divide el archivo en varias campañas.',
    ]);
  });
});

describe('what is no list at all', () => {
  it.each([
    ['nothing', utf8(''), 'El archivo está vacío.'],
    ['blank lines', utf8('\r\n\r\n'), 'El archivo está vacío.'],
    ['a header alone', utf8('phone_number,name\n'), 'El archivo tiene encabezado pero ninguna fila.'],
    ['a zip', Uint8Array.from([0x50, 0x4b, 3, 4, 0]), fileProblemTexts.unreadableSpreadsheet],
  ])('%s', async (_name, bytes, problem) => {
    expect(parseRecipientFile(await parseRecipientFileBytes(bytes)).summary.problems).toEqual([problem]);
  });

  it('a paste without a header', async () => {
    expect(parseRecipientFile(parsePastedRecipients(' \n')).summary.problems).toEqual([
      'No hay filas en lo que pegaste: incluye la fila de encabezados.',
    ]);
  });
});

it('reads what a spreadsheet puts on the clipboard', async () => {
  const { summary } = parseRecipientFile(
    parsePastedRecipients('phone_number\tcustomer_name\tnota\r\n+541145550101\tMaría, la de "Pepe"\t"dos\nlíneas"\r\n'),
  );
  expect(summary).toMatchObject({ problems: [], validCount: 1, columnCount: 3 });
});

describe('columns that the header does not name', () => {
  const choose = (phoneAt: number, nameAt: number, headerIsRow = false): RecipientParsingChoices => ({
    ...defaultRecipientParsingChoices,
    columns: { phoneAt, nameAt, headerIsRow },
  });

  it('are proposed by what stands in them, and by their own words', async () => {
    const text =
      'Alta;Nombre y apellido;Producto;Tel. móvil\n2019-03-01;Ana Díaz;Internet;11 4555-0101\n2020-01-09;Luis Gómez;Línea fija;+5491145550102\n';
    expect((await readText(text)).summary.mapping).toMatchObject({
      phoneAt: 3,
      nameAt: 1,
      mayHaveNoHeader: false,
      saidBy: 'nobody',
    });
    expect((await readText('customer_name,DNI\nAna,30111222\n')).summary.mapping).toMatchObject({
      phoneAt: null,
      nameAt: 0,
    });
  });

  it('travel under the names that the server looks for, whatever else is called so', async () => {
    const file = await readText('customer_name;Celular;Contacto\nviejo;+541145550101;Ana\n', choose(1, 2));
    expect(file.summary.problems).toEqual([]);
    expect(await json(createRecipientsJsonBlob(file))).toEqual([
      { 'customer_name (2)': 'viejo', phone_number: '+541145550101', customer_name: 'Ana' },
    ]);
  });

  it('may stand in a file without any header, whose first row is called too', async () => {
    const text = '+541145550101;Ana Díaz\n+541145550102;Luis Gómez\n';
    expect((await readText(text)).summary.mapping).toMatchObject({
      phoneAt: 0,
      nameAt: 1,
      mayHaveNoHeader: true,
      headerIsRow: true,
    });
    const file = await readText(text, choose(0, 1, true));
    expect(file.summary).toMatchObject({ rowCount: 2, validCount: 2 });
    expect(await json(createRecipientsJsonBlob(file))).toContainEqual({
      phone_number: '+541145550101',
      customer_name: 'Ana Díaz',
    });
  });
});

it('changes a local number only when asked, and counts one line once however it is written', async () => {
  const text = 'phone_number,name\n011 15-4555-0101,Ana\n+541145550101,Ana\nsin número,Luis\n';
  expect((await readText(text)).summary).toMatchObject({ validCount: 1, rejectedCount: 2, offers: [{ count: 1 }] });
  const accepted = await readText(text, { ...defaultRecipientParsingChoices, corrections: ['mobile', 'local'] });
  expect(accepted.summary).toMatchObject({
    validCount: 1,
    duplicateCount: 1,
    rejectedCount: 1,
    offers: [{ count: 1 }],
  });
  expect(await json(createRecipientsJsonBlob(accepted))).toContainEqual({
    phone_number: '+5491145550101',
    name: 'Ana',
  });
});

it('reads the recipients of an earlier campaign, whatever columns each has', async () => {
  const campaign = {
    name: 'Octubre',
    successDefinition: 'Acepta',
    phoneNumber: '+541150000001',
    agentId: null,
    agentVersion: null,
    retryPolicy: { busy: { attempts: 2, delayMinutes: 15 } },
    leftOut: { unconfirmed: 1, doNotCall: 0 },
  };
  const recipients = [
    { phone_number: '+541145550101', customer_name: 'Ana', saldo: '10' },
    { phone_number: '+541145550102', customer_name: 'Luis', plan: 'A' },
  ];
  const file = parseRecipientFile(parseCopiedCampaignRecipients(JSON.stringify({ ...campaign, recipients })));
  expect(file.summary).toMatchObject({
    problems: [],
    validCount: 2,
    campaign,
    firstRecipient: { ...recipients[0], plan: '' },
  });
  expect(await json(createRecipientsJsonBlob(file))).toEqual(
    recipients.map((recipient) => ({ saldo: '', plan: '', ...recipient })),
  );
  const empty = parseRecipientFile(parseCopiedCampaignRecipients(JSON.stringify({ ...campaign, recipients: [] })));
  expect(empty.summary.problems).toEqual(['No quedó ningún destinatario de esa campaña para volver a llamar.']);
});
