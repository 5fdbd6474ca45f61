/** Opens a text file or spreadsheet. Recognises its kind and its table, whose rows can be read repeatedly. */
import { decodeFileText, normalizeFileText, type InvalidUtf8Damage } from './decode-text.ts';
import { forEachDelimitedRow, detectCsvSeparatorAndBody, type FileRowCallback } from './delimited-rows.ts';
import { UnreadableFileError } from './file-failure.ts';
import type { FileReadingNotice, UnreadableFileReason, FileRow, FileTable, FileReadChoices } from './file-table.ts';
import { findWorkbookPath, openSpreadsheet } from './spreadsheet-rows.ts';
import {
  findFileFooterIndex,
  findHeaderRowIndex,
  splitRowBySeparator,
  fileFooterSearchRowCount,
  joinRowCells,
} from './table-shape.ts';
import { isZip, listZipEntries } from './zip-archive.ts';

export interface OpenTableFileOptions extends FileReadChoices {
  /** False if quotes in the text are ordinary characters and don't enclose cells. */
  readonly quotes?: boolean;
}

type OnProgress = (share: number) => void;

/** Facts about a file that are known only after all of its rows were read. */
export type RowsReadSummary = Pick<FileTable, 'unclosedRow' | 'notices'>;

export interface OpenedTableFile extends Pick<FileTable, 'header' | 'headerRow' | 'sheets' | 'sheet' | 'firstRows'> {
  /** Separator of the cells in a row; a tab if the file is a spreadsheet. */
  readonly separator: string;
  /** Calls `take` for each row of the table, without header, empty rows, footers and totals. Throws `UnreadableFileError`. */
  forEachRow(take: (row: FileRow) => void, onProgress?: OnProgress): RowsReadSummary;
}

/** A file's rows before its header and footers are recognised. */
interface RowSource extends Pick<OpenedTableFile, 'sheets' | 'sheet' | 'separator'> {
  readonly notices: readonly FileReadingNotice[];
  /** @returns the number of the row with an opening quote that is never closed; null if there is none. */
  read(take: FileRowCallback, onProgress?: OnProgress): number | null;
}

/** Throws `UnreadableFileError`. */
export async function openTableFile(bytes: Uint8Array, options: OpenTableFileOptions = {}): Promise<OpenedTableFile> {
  const problem = findFalseKind(bytes);
  if (problem) throw new UnreadableFileError(problem);
  if (!isZip(bytes)) {
    const { text, damage } = decodeFileText(bytes);
    const textProblem = textKinds.find(([, pattern]) => pattern.test(text.slice(0, kindLength)));
    if (textProblem) throw new UnreadableFileError(textProblem[0]);
    return shape(textSource(text, damage, options.quotes), options);
  }
  const entries = listZipEntries(bytes);
  if (!entries) throw new UnreadableFileError('unreadableSpreadsheet');
  const workbook = findWorkbookPath(entries);
  if (workbook === null) throw new UnreadableFileError([...entries.keys()].some(isOfNumbers) ? 'numbersApp' : 'zip');
  const spreadsheet = await openSpreadsheet(entries, workbook, options.sheet ?? null);
  const { sheets, sheet } = spreadsheet;
  const read: RowSource['read'] = (take, onProgress) => {
    spreadsheet.forEachRow(take, onProgress);
    return null;
  };
  return shape({ sheets, sheet, separator: '\t', notices: [], read }, options);
}

/** Opens text from the clipboard. Throws `UnreadableFileError`. */
export const openPastedTextAsTable = (text: string, choices: FileReadChoices = {}): OpenedTableFile =>
  shape(textSource(normalizeFileText(text), null, true), choices);

/** Number of characters at the beginning of a text in which signs of HTML or JSON are looked for. */
const kindLength = 1_024;
const textKinds: readonly (readonly [UnreadableFileReason, RegExp])[] = [
  ['html', /^\s*(?:<(?:!doctype|html|head|body|table|meta|style|\?xml|!--)|MIME-Version:)/i],
  ['json', /^\s*(?:\{\s*"|\[\s*(?:\{|\[|"))/],
];
/** First bytes by which unsupported kinds of binary files are recognised. */
const magicBytes: readonly (readonly [UnreadableFileReason, readonly number[]])[] = [
  ['oldSpreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['zip', [0x1f, 0x8b]],
  ['zip', [0x52, 0x61, 0x72, 0x21]],
  ['zip', [0x37, 0x7a, 0xbc, 0xaf]],
];
const isOfNumbers = (name: string): boolean => /(?:^|\/)Index(?:\.zip|\/.*\.iwa)$/.test(name);

const findFalseKind = (bytes: Uint8Array): UnreadableFileReason | null =>
  magicBytes.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

function textSource(text: string, damage: InvalidUtf8Damage | null, quotes = true): RowSource {
  const { body, bodyAt, rowsAbove, separator } = detectCsvSeparatorAndBody(text);
  const firstRow = rowsAbove + 1;
  const notices = damage ? [damageNotice(body, Math.max(0, damage.at - bodyAt), damage.count)] : [];
  function damageNotice(whole: string, at: number, count: number): FileReadingNotice {
    let row = rowsAbove;
    // To find the row number of the damaged line, count the rows up to the damage. Append 'x', so that the damaged line
    // counts even if the damage is at its start.
    forEachDelimitedRow(`${whole.slice(0, at)}x`, separator, (each) => void (row = rowsAbove + each.row));
    const end = whole.indexOf('\n', at);
    return {
      kind: 'damagedLine',
      row,
      text: whole.slice(at, end < 0 ? undefined : end).slice(0, longestNotice),
      count,
    };
  }
  return {
    sheets: [],
    sheet: null,
    separator,
    notices,
    read: (take, onProgress) => forEachDelimitedRow(body, separator, take, { firstRow, quotes, onProgress }),
  };
}

/** Number of rows at the beginning among which the header row is searched. */
const sampledRows = 50;
/** Number of rows at the beginning of a file among which a user may choose the header row. */
const shownRows = 20;
/** Maximum length of a quoted line in a notice, in characters. */
const longestNotice = 200;

function shape(source: RowSource, { headerRow }: FileReadChoices): OpenedTableFile {
  const sample: FileRow[] = [];
  source.read((row) => sample.push(row) < sampledRows);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1));
  const rows = sample.map((row) => splitRowBySeparator(row, width));
  const chosen = rows.findIndex(({ row }) => row === headerRow);
  const headerAt = chosen >= 0 ? chosen : findHeaderRowIndex(rows);
  const header = rows[headerAt];
  if (!header) throw new UnreadableFileError('empty');
  const titles = rows.slice(0, headerAt);
  return {
    sheets: source.sheets,
    sheet: source.sheet,
    separator: source.separator,
    header: header.cells,
    headerRow: header.row,
    firstRows: rows.slice(0, shownRows),
    forEachRow(take, onProgress) {
      /** The last rows read. They are not passed to `take` yet, because they may belong to the table's footer. */
      let last: FileRow[] = [];
      const unclosedRow = source.read((row) => {
        if (row.row <= header.row) return;
        last.push(splitRowBySeparator(row, header.cells.length));
        if (last.length < fileFooterSearchRowCount * 2) return;
        for (const each of last.slice(0, fileFooterSearchRowCount)) take(each);
        last = last.slice(fileFooterSearchRowCount);
      }, onProgress);
      const footerAt = findFileFooterIndex(last, header.cells.length);
      for (const each of last.slice(0, footerAt)) take(each);
      return {
        unclosedRow,
        notices: [...source.notices, ...noticeOf('titleAbove', titles), ...noticeOf('footer', last.slice(footerAt))],
      };
    },
  };
}

function noticeOf(kind: 'titleAbove' | 'footer', rows: readonly FileRow[]): readonly FileReadingNotice[] {
  const [first] = rows;
  return first ? [{ kind, count: rows.length, text: joinRowCells(first).slice(0, longestNotice) }] : [];
}
