/**
 * Reads the rows of an .xlsx file as texts: numbers with all digits, dates as day, month and year, formulas as their
 * values. Rows are read one by one, so that memory stays near the size of the sheet. The unpacked size is limited.
 */
import { normalizeFileText } from './decode-text.ts';
import type { FileRowCallback } from './delimited-rows.ts';
import { UnreadableFileError } from './file-failure.ts';
import { formatCellDate, formatCellNumber, type SpreadsheetDateFormats } from './spreadsheet-values.ts';
import { readXmlAttribute, scanXml, type XmlScanHandler } from './xml-scan.ts';
import { ZipContentTooLargeError, unpackZipEntry, type UnpackedByteBudget, type ZipEntry } from './zip-archive.ts';

/** Maximum unpacked size of an .xlsx file in bytes. A full sheet of a million rows with some columns fits. */
const largestUnpacked = 256 * 1_024 * 1_024;
const lastColumn = 16_384;
const lastRow = 1_048_576;
/**
 * Maximum number of empty cells to the left of filled cells, in all rows together. Empty cells take memory, and even a
 * short row may have one cell far to the right.
 */
const mostGaps = 20_000_000;

export interface Spreadsheet {
  /** Names of the visible sheets, in order. */
  readonly sheets: readonly string[];
  readonly sheet: string;
  /** Calls `take` for each row of the sheet that is not blank. Throws `UnreadableFileError`. */
  forEachRow(take: FileRowCallback, onProgress?: (share: number) => void): void;
}

type Entries = ReadonlyMap<string, ZipEntry>;

/** Returns the path of the workbook file inside an .xlsx archive. Null if the archive is not a spreadsheet. */
export const findWorkbookPath = (entries: Entries): string | null =>
  [...entries.keys()].find((name) => /^xl\/workbook\d*\.xml$/i.test(name)) ?? null;

/** Opens the sheet named `wanted`, or the first visible sheet if none has that name. Throws `UnreadableFileError`. */
export async function openSpreadsheet(entries: Entries, workbook: string, wanted: string | null): Promise<Spreadsheet> {
  try {
    return await open(entries, workbook, wanted);
  } catch (error) {
    throw failureOf(error);
  }
}

const failureOf = (error: unknown): UnreadableFileError =>
  error instanceof UnreadableFileError
    ? error
    : new UnreadableFileError(error instanceof ZipContentTooLargeError ? 'unpackedTooLarge' : 'unreadableSpreadsheet', {
        cause: error,
      });

async function open(entries: Entries, workbook: string, wanted: string | null): Promise<Spreadsheet> {
  const budget: UnpackedByteBudget = { left: largestUnpacked };
  const unpack = async (name: string | undefined): Promise<Uint8Array> => {
    const entry = name === undefined ? undefined : entries.get(name);
    return entry ? unpackZipEntry(entry, budget) : new Uint8Array();
  };
  const { sheets, startsIn1904 } = readWorkbook(await unpack(workbook));
  const parts = readRelations(await unpack(workbook.replace(/([^/]+)$/, '_rels/$1.rels')));
  const visible = sheets.filter(({ id, isHidden }) => !isHidden && parts.get(id)?.type === 'worksheet');
  const chosen = visible.find(({ name }) => name === wanted) ?? visible[0];
  const target = chosen && parts.get(chosen.id)?.target;
  if (!chosen || target === undefined || !entries.has(target)) throw new UnreadableFileError('unreadableSpreadsheet');
  const findPart = (type: string): string | undefined => [...parts.values()].find((part) => part.type === type)?.target;
  const formats = readFormats(await unpack(findPart('styles') ?? 'xl/styles.xml'), startsIn1904);
  const shared = readSharedTexts(await unpack(findPart('sharedStrings') ?? 'xl/sharedStrings.xml'));
  const bytes = await unpack(target);
  return {
    sheets: visible.map(({ name }) => name),
    sheet: chosen.name,
    forEachRow(take, onProgress) {
      try {
        scanXml(bytes, createSheetReader(shared, formats, take), onProgress);
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

interface Sheet {
  readonly name: string;
  /** The id of the sheet's relationship. */
  readonly id: string;
  readonly isHidden: boolean;
}

function readWorkbook(bytes: Uint8Array): { readonly sheets: readonly Sheet[]; readonly startsIn1904: boolean } {
  const sheets: Sheet[] = [];
  let startsIn1904 = false;
  scanXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr') startsIn1904 = /^(?:1|true)$/.test(readXmlAttribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      sheets.push({
        name: readXmlAttribute(attributes, 'name') ?? '',
        id: readXmlAttribute(attributes, 'id') ?? '',
        isHidden: (readXmlAttribute(attributes, 'state') ?? 'visible') !== 'visible',
      });
    },
  });
  return { sheets, startsIn1904 };
}

interface Part {
  /** Last segment of the type URL in a workbook relationship: 'worksheet', 'styles' or 'sharedStrings'. */
  readonly type: string;
  /** Path in the archive. */
  readonly target: string;
}

function readRelations(bytes: Uint8Array): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  scanXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = (readXmlAttribute(attributes, 'Target') ?? '').replaceAll('\\', '/');
      const type = (readXmlAttribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      parts.set(readXmlAttribute(attributes, 'Id') ?? '', { type, target: path });
    },
  });
  return parts;
}

/** Reads the number formats of the cell styles. A cell is a date if its style has a date format. */
function readFormats(bytes: Uint8Array, startsIn1904: boolean): SpreadsheetDateFormats {
  const codes = new Map<number, string>();
  const styles: { readonly id: number; readonly code: string | null }[] = [];
  let isCell = false;
  scanXml(bytes, {
    open(name, attributes) {
      const id = Number(readXmlAttribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, readXmlAttribute(attributes, 'formatCode') ?? '');
      if (name === 'cellXfs') isCell = true;
      if (name === 'xf' && isCell) styles.push({ id, code: codes.get(id) ?? null });
    },
    close(name) {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return { styles, startsIn1904 };
}

/** Reads an .xlsx file's shared strings. Cells refer to them by index. Leaves out phonetic hints (rPh). */
function readSharedTexts(bytes: Uint8Array): readonly string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isAside = false;
  scanXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isAside = true;
      isText = name === 't' && !isAside;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isAside = false;
      if (name === 'si') texts.push(withoutEscapes(text));
    },
    text(part) {
      if (isText) text += part;
    },
  });
  return texts;
}

/** Decodes escapes such as `_x000D_` in texts of .xlsx files. They represent characters that XML can't contain. */
const withoutEscapes = (text: string): string =>
  normalizeFileText(
    text.includes('_x')
      ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : text,
  );

function createSheetReader(
  shared: readonly string[],
  formats: SpreadsheetDateFormats,
  take: FileRowCallback,
): XmlScanHandler {
  let row = 0;
  let cells: string[] = [];
  let gaps = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let text = '';
  let isValue = false;
  let isAside = false;
  let isDone = false;
  const put = (): void => {
    const value = valueOf(type, text, style, shared, formats);
    if (value === '' || column >= lastColumn) return;
    gaps += Math.max(0, column - cells.length);
    if (gaps > mostGaps) throw new ZipContentTooLargeError();
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };
  return {
    open(name, attributes) {
      if (name === 'row') {
        const given = Number(readXmlAttribute(attributes, 'r') ?? Number.NaN);
        row = Number.isInteger(given) && given > row && given <= lastRow ? given : row + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(readXmlAttribute(attributes, 'r')) ?? column + 1;
        type = readXmlAttribute(attributes, 't') ?? 'n';
        style = Number(readXmlAttribute(attributes, 's') ?? 0);
        text = '';
      } else if (name === 'rPh') isAside = true;
      isValue = name === 'v' || (name === 't' && !isAside);
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isAside = false;
      else if (name === 'c') put();
      else if (name === 'row' && !isDone && cells.some((cell) => cell.trim() !== '')) {
        isDone = take({ row, cells, malformed: false }) === false;
      }
    },
    text(part) {
      if (isValue) text += part;
    },
    isDone: () => isDone,
  };
}

/** Returns the index of the column in a cell address, from 0: 27 for 'AB12'. */
function columnOf(address: string | null): number | null {
  const [, letters] = /^([A-Z]{1,3})\d*$/i.exec(address ?? '') ?? [];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function valueOf(
  type: string,
  text: string,
  style: number,
  shared: readonly string[],
  formats: SpreadsheetDateFormats,
): string {
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'inlineStr' || type === 'str') return withoutEscapes(text);
  if (type === 'b') return text.trim() === '1' ? 'VERDADERO' : text === '' ? '' : 'FALSO';
  if (type === 'n') return formatCellDate(text, style, formats) ?? formatCellNumber(text);
  return text;
}
