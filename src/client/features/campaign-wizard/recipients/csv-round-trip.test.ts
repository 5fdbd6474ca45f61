// Any CSV, by any program's habits, is read back cell by cell.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRecipientFile } from './csv-reading.ts';
import { parseRecipientFileBytes } from './csv-sources.ts';
import { createRecipientsJsonBlob } from './recipient-payload.ts';

// Letters of Windows-1252, so that every encoding can write every cell, and CSV's special characters. Pairs like 'Ñ¿'
// are left out: nobody writes them, and their bytes in Windows-1252 are one letter in UTF-8.
const cell = fc
  .string({ unit: fc.constantFrom(...Array.from('aZñÑáÜ¿€º 09+=,;\t"\n|\'')) })
  .filter((text) => !/[ñÑáÜ][¿€º]/.test(text));
const habits = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-8 with BOM', 'utf-16le', 'windows-1252'),
  quoteAll: fc.boolean(),
  endsInLineBreak: fc.boolean(),
  declaresSeparator: fc.boolean(),
});
type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never;

const windows1252 = (text: string) => Uint8Array.from(text, (sign) => (sign === '€' ? 0x80 : sign.charCodeAt(0)));

function encode(text: string, encoding: Habits['encoding']): Uint8Array {
  if (encoding === 'windows-1252') return windows1252(text);
  if (encoding === 'utf-16le')
    return new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (sign) => sign.charCodeAt(0)).buffer);
  return new TextEncoder().encode(encoding === 'utf-8' ? text : `\uFEFF${text}`);
}

function writeCsv(
  rows: readonly (readonly string[])[],
  { delimiter, lineBreak, quoteAll, endsInLineBreak, declaresSeparator }: Habits,
): string {
  const write = (text: string) =>
    quoteAll || /[,;\t"\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll('\n', lineBreak)}"` : text;
  const lines = rows.map((cells) => cells.map(write).join(delimiter));
  return (
    [...(declaresSeparator ? [`sep=${delimiter}`] : []), ...lines].join(lineBreak) + (endsInLineBreak ? lineBreak : '')
  );
}

const isEmpty = (cells: readonly string[]) => cells.every((text) => text.trim() === '');

/** True if rows of a single cell follow an empty row, which are read as a remark below the table. */
function endsInRemark(rows: readonly (readonly string[])[]): boolean {
  const last = rows.findLast((cells) => !isEmpty(cells)) ?? [];
  return rows.some(isEmpty) && last.filter((text) => text.trim() !== '').length === 1;
}

it('rows come back from every delimiter, encoding, line break and way of quoting', async () => {
  const tables = fc
    .array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 12 })
    .filter((rows) => !endsInRemark(rows));
  await fc.assert(
    fc.asyncProperty(tables, habits, async (table, how) => {
      const header = ['phone_number', 'cliente', 'Ñota'];
      const { table: parsed } = await parseRecipientFileBytes(encode(writeCsv([header, ...table], how), how.encoding));
      expect(parsed.header).toEqual(header);
      const kept = table
        .map((cells, index) => ({ row: index + 2, cells, malformed: false }))
        .filter(({ cells }) => !isEmpty(cells));
      expect(parsed.rows).toEqual(kept);
      expect(parsed.unclosedRow).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it('each row is counted once: valid, duplicate or with errors', async () => {
  const row = fc.tuple(
    fc.oneof(fc.constantFrom('+541145550101', '+541145550102', ' +541145550103 '), cell),
    fc.oneof(fc.constantFrom('Ana', 'Ñandú'), cell),
  );
  const tables = fc.array(row, { maxLength: 30 }).filter((rows) => !endsInRemark(rows));
  await fc.assert(
    fc.asyncProperty(tables, habits, async (rows, how) => {
      const { summary, accepted, rejected } = parseRecipientFile(
        await parseRecipientFileBytes(encode(writeCsv([['phone_number', 'name'], ...rows], how), how.encoding)),
      );
      expect(summary.rowCount).toBe(rows.filter((cells) => !isEmpty(cells)).length);
      expect(summary.validCount + summary.duplicateCount + summary.rejectedCount).toBe(summary.rowCount);
      expect(accepted.length + rejected.length).toBe(summary.rowCount);
    }),
  );
});

it('any bytes at all are read without throwing, and what is accepted is a number and a name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const file = parseRecipientFile(
        await parseRecipientFileBytes(
          Uint8Array.from([...new TextEncoder().encode('phone_number,name\n+541145550101,Ana\n'), ...bytes]),
        ),
      );
      if (file.summary.problems.length > 0) return;
      const recipients = JSON.parse(await createRecipientsJsonBlob(file).text()) as Record<string, string>[];
      for (const each of recipients) {
        expect(each['phone_number']?.trim()).toMatch(/^\+[1-9]\d{1,14}$/);
        expect(each['name']?.trim()).not.toBe('');
      }
    }),
  );
});

it('steps of a long file join without a seam', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [
    `+5411${10_000_000 + index}`,
    `Ana "la ${index}"`,
    'dos\nlíneas; y más '.repeat(3),
  ]);
  const shares: number[] = [];
  const how = {
    delimiter: ';',
    lineBreak: '\n',
    encoding: 'utf-8',
    quoteAll: false,
    endsInLineBreak: true,
    declaresSeparator: false,
  } as const;
  const bytes = encode(writeCsv([['phone_number', 'name', 'nota'], ...rows], how), how.encoding);
  const { table: parsed } = await parseRecipientFileBytes(bytes, {}, (share) => shares.push(share));
  expect(parsed.rows.map(({ cells }) => cells)).toEqual(rows);
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.at(-1)).toBe(1);
});
