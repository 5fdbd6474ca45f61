/** Builds .xlsx files for tests, as programs write them. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A cell: a text, a stored number, or the XML of a whole cell with `{at}` as its address. */
export type TestCell = string | number | { readonly xml: string };

export interface TestSheet {
  readonly name: string;
  readonly rows: readonly (readonly TestCell[])[];
  readonly state?: 'hidden';
}

/** Cell styles: 1 is a date, 2 a date and time, 3 an amount. */
const styles = `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="[$USD]\\ #,##0.00&quot; dos&quot;"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

export function makeSpreadsheet(sheets: readonly TestSheet[], more: Readonly<Record<string, string>> = {}): Buffer {
  const texts: string[] = [];
  const list = sheets.map(({ name, state }, index) => {
    const hidden = state ? ` state="${state}"` : '';
    return `<sheet name="${escape(name)}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`;
  });
  const relations = sheets.map((_, index) =>
    relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  const parts = sheets.map(({ rows }, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet><sheetData>${rows.map((cells, at) => rowXml(cells, at + 1, texts)).join('')}</sheetData></worksheet>`,
  ]);
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><workbookPr/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[...relations, relation('rIdS', 'styles', '/xl/styles.xml'), relation('rIdT', 'sharedStrings', 'sharedStrings.xml')].join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(parts),
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    ...more,
  });
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\r', '_x000D_');

function rowXml(cells: readonly TestCell[], row: number, texts: string[]): string {
  const written = cells.map((cell, column) => {
    const at = `${String.fromCharCode(65 + column)}${row}`;
    if (cell === '') return '';
    if (typeof cell === 'object') return cell.xml.replace('{at}', at);
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    return `<c r="${at}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  });
  return cells.length === 0 ? '' : `<row r="${row}">${written.join('')}</row>`;
}

/** Packs each entry. The keys are the entries' names. */
export function makeZip(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(title.length, 22);
    const part = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, place, title]));
    local.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(local.length, 8);
  end.writeUInt16LE(local.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
