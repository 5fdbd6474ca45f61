/** Opens a file of rows whatever it is: finds out its kind, its table, and gives its rows one by one as often as they are asked for. */
import { decodeText, normalised, type TextDamage } from './decode-text.ts';
import { forEachDelimitedRow, openDelimited, type TakeRow } from './delimited-rows.ts';
import { FileFailure } from './file-failure.ts';
import type { FileNotice, FileProblem, FileRow, FileTable, ReadChoices } from './file-table.ts';
import { findWorkbook, openSpreadsheet } from './spreadsheet-rows.ts';
import { findFooter, findHeader, mendRow, mostFooters, textOfRow } from './table-shape.ts';
import { isZip, listEntries } from './zip-archive.ts';

/** How a file is opened beyond what a person chooses. */
export interface OpenOptions extends ReadChoices {
  /** False: quotes of a text are signs like others. */
  readonly quotes?: boolean;
}

type OnProgress = (share: number) => void;

/** How the rows ended, known once they were read. */
export type RowsEnd = Pick<FileTable, 'unclosedRow' | 'notices'>;

export interface OpenFile extends Pick<FileTable, 'header' | 'headerRow' | 'sheets' | 'sheet' | 'firstRows'> {
  /** What stands between two cells of a row; of a spreadsheet a tab. */
  readonly separator: string;
  /** Those below the header, without empty ones, footers and totals. Throws `FileFailure`. */
  forEachRow(take: (row: FileRow) => void, onProgress?: OnProgress): RowsEnd;
}

/** Rows before anybody asked what they mean. */
interface RowSource extends Pick<OpenFile, 'sheets' | 'sheet' | 'separator'> {
  readonly notices: readonly FileNotice[];
  /** @returns the row in which a quote opens that never closes. */
  read(take: TakeRow, onProgress?: OnProgress): number | null;
}

/** Throws `FileFailure`. */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenFile> {
  const problem = findFalseKind(bytes);
  if (problem) throw new FileFailure(problem);
  if (!isZip(bytes)) {
    const { text, damage } = decodeText(bytes);
    const textProblem = textKinds.find(([, pattern]) => pattern.test(text.slice(0, kindLength)));
    if (textProblem) throw new FileFailure(textProblem[0]);
    return shape(textSource(text, damage, options.quotes), options);
  }
  const entries = listEntries(bytes);
  if (!entries) throw new FileFailure('unreadableSpreadsheet');
  const workbook = findWorkbook(entries);
  if (workbook === null) throw new FileFailure([...entries.keys()].some(isOfNumbers) ? 'numbersApp' : 'zip');
  const spreadsheet = await openSpreadsheet(entries, workbook, options.sheet ?? null);
  const { sheets, sheet } = spreadsheet;
  const read: RowSource['read'] = (take, onProgress) => {
    spreadsheet.forEachRow(take, onProgress);
    return null;
  };
  return shape({ sheets, sheet, separator: '\t', notices: [], read }, options);
}

/** Text from a person's clipboard. Throws `FileFailure`. */
export const openText = (text: string, choices: ReadChoices = {}): OpenFile =>
  shape(textSource(normalised(text), null, true), choices);

/** Characters by which the kind of a text is told. */
const kindLength = 1_024;
const textKinds: readonly (readonly [FileProblem, RegExp])[] = [
  ['html', /^\s*(?:<(?:!doctype|html|head|body|table|meta|style|\?xml|!--)|MIME-Version:)/i],
  ['json', /^\s*(?:\{\s*"|\[\s*(?:\{|\[|"))/],
];
/** First bytes of files that are no text. */
const magicBytes: readonly (readonly [FileProblem, readonly number[]])[] = [
  ['oldSpreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['zip', [0x1f, 0x8b]],
  ['zip', [0x52, 0x61, 0x72, 0x21]],
  ['zip', [0x37, 0x7a, 0xbc, 0xaf]],
];
const isOfNumbers = (name: string): boolean => /(?:^|\/)Index(?:\.zip|\/.*\.iwa)$/.test(name);

const findFalseKind = (bytes: Uint8Array): FileProblem | null =>
  magicBytes.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

function textSource(text: string, damage: TextDamage | null, quotes = true): RowSource {
  const { body, bodyAt, rowsAbove, separator } = openDelimited(text);
  const firstRow = rowsAbove + 1;
  const notices = damage ? [damageNotice(body, Math.max(0, damage.at - bodyAt), damage.count)] : [];
  function damageNotice(whole: string, at: number, count: number): FileNotice {
    let row = rowsAbove;
    // With a sign of its own in the damaged line, so that it counts.
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

/** Rows that tell where the table begins. */
const sampledRows = 50;
/** Rows among which a person may choose the header. */
const shownRows = 20;
/** Characters of a line in a notice. */
const longestNotice = 200;

function shape(source: RowSource, { headerRow }: ReadChoices): OpenFile {
  const sample: FileRow[] = [];
  source.read((row) => sample.push(row) < sampledRows);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1));
  const rows = sample.map((row) => mendRow(row, width));
  const chosen = rows.findIndex(({ row }) => row === headerRow);
  const headerAt = chosen >= 0 ? chosen : findHeader(rows);
  const header = rows[headerAt];
  if (!header) throw new FileFailure('empty');
  const titles = rows.slice(0, headerAt);
  return {
    sheets: source.sheets,
    sheet: source.sheet,
    separator: source.separator,
    header: header.cells,
    headerRow: header.row,
    firstRows: rows.slice(0, shownRows),
    forEachRow(take, onProgress) {
      /** The last ones, until it is known that no footer begins with them. */
      let last: FileRow[] = [];
      const unclosedRow = source.read((row) => {
        if (row.row <= header.row) return;
        last.push(mendRow(row, header.cells.length));
        if (last.length < mostFooters * 2) return;
        for (const each of last.slice(0, mostFooters)) take(each);
        last = last.slice(mostFooters);
      }, onProgress);
      const footerAt = findFooter(last, header.cells.length);
      for (const each of last.slice(0, footerAt)) take(each);
      return {
        unclosedRow,
        notices: [...source.notices, ...noticeOf('titleAbove', titles), ...noticeOf('footer', last.slice(footerAt))],
      };
    },
  };
}

function noticeOf(kind: 'titleAbove' | 'footer', rows: readonly FileRow[]): readonly FileNotice[] {
  const [first] = rows;
  return first ? [{ kind, count: rows.length, text: textOfRow(first).slice(0, longestNotice) }] : [];
}
