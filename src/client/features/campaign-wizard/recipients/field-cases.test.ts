// Input files of the kinds that public bug reports describe (examples/cases), each with its expected result.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileProblemTexts } from '../../../../labels/files-es.ts';
import { recipientFileMessages } from '../recipient-list-es.ts';
import { findNumberInNumberingPlans } from '../../../../phone/numbering-plan.ts';
import { defaultRegionalSettings } from '../../../format/regional.ts';
import { parseRecipientFile } from './csv-reading.ts';
import { parseRecipientFileBytes } from './csv-sources.ts';
import { defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import { phoneNumberCorrectionKinds } from './recipient-numbers.ts';

const folder = 'examples/cases';

async function readCase(
  name: string,
  choices: Partial<RecipientParsingChoices> = {},
  timeZone = defaultRegionalSettings.timeZone,
) {
  const parsed = await parseRecipientFileBytes(readFileSync(`${folder}/${name}`), choices);
  const file = parseRecipientFile(
    parsed,
    { ...defaultRecipientParsingChoices, ...choices },
    { ...defaultRegionalSettings, timeZone },
  );
  const numbers = file.accepted.map(({ cells }) => cells[file.columns.phoneAt]);
  const names = file.accepted.map(({ cells }) => cells[file.columns.nameAt]);
  return { ...file, numbers, names };
}

/** The names of the proposed columns. */
async function proposed(name: string) {
  const { summary } = await readCase(name);
  const { columns = [], phoneAt = null, nameAt = null, saidBy } = summary.mapping ?? {};
  return { phone: columns[phoneAt ?? -1]?.name, name: columns[nameAt ?? -1]?.name, saidBy };
}

/** The file read with the proposed columns and every offer accepted. */
async function readAccepted(name: string, timeZone?: string) {
  const { mapping } = (await readCase(name)).summary;
  const { phoneAt, nameAt } = mapping ?? {};
  const columns = phoneAt == null || nameAt == null ? null : { phoneAt, nameAt, headerIsRow: false };
  return readCase(name, { columns, corrections: [...phoneNumberCorrectionKinds] }, timeZone);
}

test('invisible signs are dropped in silence', async () => {
  const { summary, numbers } = await readCase('a01-marcas-invisibles.csv');
  expect(summary).toMatchObject({ validCount: 10, rejectedCount: 0, offers: [], notices: [] });
  expect(numbers).toEqual(
    Array.from({ length: 10 }, (_, index) => `+54911444400${String(index + 1).padStart(2, '0')}`),
  );
});

test('an apostrophe is offered without', async () => {
  const { numbers } = await readAccepted('a03-apostrofo.csv');
  expect(numbers).toEqual(['+5491144440021', '+5491144440022', '+5491144440023', '+5491144440024']);
});

test('decimals go, and never a digit more comes', async () => {
  const { summary } = await readCase('a04-punto-cero.csv');
  expect(summary).toMatchObject({ validCount: 0, offers: [{ kind: 'tidied', count: 8 }] });
  expect(summary.offers[0]?.changes[0]).toEqual({ change: 'decimal', count: 8 });
  const { numbers } = await readAccepted('a04-punto-cero.csv');
  expect(numbers).toEqual([
    '+34612345678',
    '+525512345678',
    '+5491144440031',
    '+5491144440032',
    '+34612345679',
    '+56987654321',
    '+573001234567',
    // An offer is always a line in a numbering plan: Brazil's mobiles have nine digits.
    '+5511998765432',
  ]);
});

test('two numbers of a cell are told, and never joined', async () => {
  const { summary } = await readCase('a06-dos-numeros.csv');
  expect(summary.rejectedCount).toBe(8);
  for (const { message } of summary.firstErrors) expect(message).toContain('Hay dos números en la celda');
  expect(summary.preview.rows.all.map(({ marked }) => marked[0]?.suggestions)).toEqual([
    ['+34912345678'],
    // The second number does not say its country.
    ['+34912345678'],
    ['+541144440051', '+5491144440051'],
    ['+5491144440053', '+5491144440054'],
    ['+5491144440055', '+5491144440056'],
    ['+5491144440057'],
    [],
    ['+541144440061', '+5491144440062'],
  ]);
  const { numbers } = await readAccepted('a06-dos-numeros.csv');
  expect(numbers).toEqual([
    '+34912345678',
    '+34912345678',
    '+541144440051',
    '+5491144440053',
    '+5491144440055',
    '+5491144440057',
    '+541144440061',
  ]);
});

test('leads of Facebook: UTF-16 with tabs, the person’s own name, the number without its p:', async () => {
  expect(await proposed('a08-facebook-leads.csv')).toEqual({
    phone: 'phone_number',
    name: 'full_name',
    saidBy: 'nobody',
  });
  const { numbers, names } = await readAccepted('a08-facebook-leads.csv');
  expect(numbers).toEqual(['+5491144440081', '+5491144440082', '+5491144440083']);
  expect(names).toEqual(['Ana Núñez', 'José Ibáñez', 'Lucía Gómez']);
});

test('a title above is left out, and another row can be chosen as the header', async () => {
  const { summary } = await readCase('a09-titulo-arriba.csv');
  expect(summary).toMatchObject({ problems: [], validCount: 2, layout: { headerRow: 3 } });
  expect(summary.notices).toEqual(['Se dejó fuera el título de arriba: «Listado de clientes noviembre 2026».']);
  expect((await readCase('a09-titulo-arriba.csv', { headerRow: 4 })).summary).toMatchObject({
    mapping: { saidBy: 'nobody', mayHaveNoHeader: true },
    layout: { headerRow: 4 },
  });
});

test('a line sep= in quotes is none of the rows', async () => {
  expect((await readCase('a10-sep-entre-comillas.csv')).names).toEqual(['Ana', 'José']);
});

test('a stray byte damages its own line alone, and is shown', async () => {
  const { names, summary } = await readCase('a11-utf8-con-un-byte-suelto.csv');
  expect(names).toEqual(['María Ñandú', 'José Peña', 'Íñigo Güemes']);
  expect(summary.notices).toEqual([expect.stringContaining('«+5491144440112;José Peña;Ñorquinco»')]);
});

test('what only bears the name of a CSV says what it is', async () => {
  expect((await readCase('a13-html-como-xls.csv')).summary.problems).toEqual([fileProblemTexts.html]);
  expect((await readCase('a13b-xls-antiguo.csv')).summary.problems).toEqual([fileProblemTexts.oldSpreadsheet]);
});

test('a header with commas in it is cut at its semicolons', async () => {
  const { numbers, names } = await readAccepted('a15b-encabezado-con-comas.csv');
  expect(numbers).toEqual(['+5491144440153', '+5491144440154']);
  expect(names).toEqual(['Pérez, Ana', 'Díaz, José']);
});

test('HubSpot: the emptier column is said to be, and the other one can be chosen or fill its gaps', async () => {
  const { summary } = await readCase('a18b-hubspot.csv');
  expect(summary).toMatchObject({ validCount: 1, rejectedCount: 2, mapping: { saidBy: 'header', rowCount: 3 } });
  expect(summary.mapping?.columns.map(({ numbers }) => numbers)).toEqual([0, 0, 0, 0, 1, 2, 0]);
  expect(summary.mapping?.fills).toContainEqual({ phoneAt: 4, from: 5, count: 2 });
  const columns = { phoneAt: 5, nameAt: 3, headerIsRow: false };
  expect((await readCase('a18b-hubspot.csv', { columns })).numbers).toEqual(['+5491144440184', '+5491144440185']);
  expect((await readCase('a18b-hubspot.csv', { columns: { ...columns, fillAt: 4 } })).numbers).toEqual([
    '+5491144440184',
    '+5491144440185',
    '+541144440186',
  ]);
});

test('numbers that can be called are offered as they are written today, and those that no plan has are counted', async () => {
  const { summary } = await readCase('a19b-mas-con-15-pegado.csv');
  expect(summary).toMatchObject({
    validCount: 6,
    rejectedCount: 1,
    unknownCount: 2,
    offers: [{ kind: 'respelled', count: 4 }],
  });
  expect(summary.offers[0]?.changes).toEqual([
    { change: 'mobilePrefix', count: 3 },
    { change: 'trunkZero', count: 1 },
  ]);
  expect(summary.preview.rows.unknown.map(({ row }) => row)).toEqual([6, 7]);
  const { numbers } = await readAccepted('a19b-mas-con-15-pegado.csv');
  expect(numbers).toEqual([
    '+5491155550199',
    '+5491155550198',
    '+541145555677',
    '+5491155550196',
    '+54915555550197',
    '+549115555',
  ]);
});

test('Brazil with and without the ninth digit and Mexico with and without 1 are two people', async () => {
  const { summary } = await readCase('a20-brasil-mexico.csv');
  expect(summary).toMatchObject({ validCount: 2, duplicateCount: 2, offers: [{ kind: 'respelled', count: 2 }] });
});

test('names that are none are asked about, called or left out', async () => {
  const { summary, accepted } = await readCase('a33-nombres-nulos.csv');
  expect(summary).toMatchObject({
    validCount: 8,
    rejectedCount: 1,
    firstErrors: [{ row: 7, message: recipientFileMessages.nameMissing }],
    doubtful: { count: 8, examples: ['NULL', '#N/A', 'undefined', 'nan', '-'], isDecided: false },
  });
  expect(accepted).toHaveLength(8);
  expect((await readCase('a33-nombres-nulos.csv', { names: 'call' })).summary).toMatchObject({
    validCount: 8,
    doubtful: { count: 8, isDecided: true },
  });
  const { summary: omitted, rejected } = await readCase('a33-nombres-nulos.csv', { names: 'omit' });
  expect(omitted).toMatchObject({ validCount: 0, rejectedCount: 1, omittedCount: 8, errorCount: 1 });
  expect(rejected[0]).toMatchObject({ row: 2, errors: ['No parece un nombre: «NULL»'] });
});

test('Salesforce: the contact’s name, and no lines of the footer', async () => {
  expect(await proposed('a44-salesforce-pie.csv')).toMatchObject({ phone: 'Mobile', name: 'Contact Name' });
  const { numbers, summary } = await readAccepted('a44-salesforce-pie.csv');
  expect(numbers).toEqual(['+5491144440441', '+5491144440442']);
  expect(summary.rowCount).toBe(2);
  expect(summary.notices).toEqual([expect.stringContaining('Se dejaron fuera 3 líneas')]);
});

test('local numbers are those of the workspace’s country', async () => {
  const mexico = 'America/Mexico_City';
  const { summary } = await readCase('a48-locales-mexico.csv', {}, mexico);
  expect(summary.offers).toMatchObject([{ kind: 'national', count: 3, callingCode: '+52' }]);
  expect((await readAccepted('a48-locales-mexico.csv', mexico)).numbers).toEqual([
    '+523312345678',
    '+525512345678',
    '+525512345679',
  ]);
});

test('the template of before, filled in and saved by Excel in Spanish, is read without its example', async () => {
  const { numbers, names, summary } = await readCase('a49-plantilla-en-excel.csv');
  expect(numbers).toEqual(['+5491144440491', '+5491144440492']);
  expect(names).toEqual(['Ana Nuñez', 'Jose Diaz']);
  expect(summary.notices).toEqual([recipientFileMessages.exampleLeftOut]);
});

test('of two columns of numbers the fuller one is proposed, and the other may fill its gaps', async () => {
  expect(await proposed('a50-dos-telefonos.csv')).toMatchObject({ phone: 'Teléfono 2', name: 'Nombre' });
  const columns = { phoneAt: 3, fillAt: 2, nameAt: 0, headerIsRow: false };
  const { numbers } = await readCase('a50-dos-telefonos.csv', { columns, corrections: ['tidied'] });
  expect(numbers).toEqual(['+5491144440501', '+5491144440502', '+541144440503']);
});

test('whatever is offered is a line, and nothing is changed unasked', async () => {
  for (const name of readdirSync(folder).filter((file) => file.startsWith('a') && file.endsWith('.csv'))) {
    const { summary, accepted, columns } = await readCase(name);
    for (const { examples } of summary.offers)
      for (const { to } of examples) expect([name, findNumberInNumberingPlans(to)?.number]).toEqual([name, to]);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    for (const { cells } of accepted)
      if (name !== 'a01-marcas-invisibles.csv') expect(text).toContain(cells[columns.phoneAt]);
  }
});
