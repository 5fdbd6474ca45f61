/** A spreadsheet for tests: a zip of uncompressed parts. Numbers are numeric cells, texts inline ones. */
import { crc32 } from 'node:zlib';

type Cell = string | number;

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`;
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const cellXml = (cell: Cell, at: string): string =>
    typeof cell === 'number'
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellXml(cell, `${String.fromCodePoint(65 + column)}${row + 1}`));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return xml(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  );
}

/** Writes a spreadsheet. `sheets`: rows by sheet name. */
export function writeXlsx(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${spreadsheet}.${type}+xml"/>`;
  return zip({
    '[Content_Types].xml': xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${names.map((_, index) => override(`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('')}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packages}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheets[name] ?? [])]),
    ),
  });
}

function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name);
    const data = Buffer.from(content);
    // Fields: version, flags, method, time and date; checksum and both sizes; length of the name and of extra fields.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, end, path]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
