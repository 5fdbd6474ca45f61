/**
 * Parses CSV text into numbered rows. Finds the separator, reads Excel's `sep=;` line and handles quotes. Takes linear
 * time for any input, even with a million quotes or an unclosed one.
 */
import { findColumnIndexByNames, recipientNameColumnNames, phoneColumnNames } from '../contract/recipient-file.ts';
import { looksLikePhoneNumber } from './cell-shapes.ts';
import type { FileRow } from './file-table.ts';

/** Supported separators of cells in CSV text. If two fit a text equally well, the first in this list is used. */
export const cellSeparators = [';', ',', '\t', '|'] as const;
export type CellSeparator = (typeof cellSeparators)[number];

/** Callback for each row of a file. Returns false to stop reading. */
export type FileRowCallback = (row: FileRow) => boolean | void;

export interface DelimitedText {
  /** The text without the `sep=` line. */
  readonly body: string;
  /** Offset of `body` in the text. */
  readonly bodyAt: number;
  /** Number of file rows before the data in `body`: 1 if the `sep=` line was saved as a quoted cell, otherwise 0. */
  readonly rowsAbove: number;
  readonly separator: CellSeparator;
}

const declaration = /^\s*(["']?)\s*sep\s*=\s*["']?(\\t|tab|[;,|\t])["']*[\s;,|]*(?:\n|$)/i;
/** Size of the sample from which the CSV separator is chosen: number of characters, and of rows. */
const sampleLength = 256 * 1_024;
const sampleRows = 200;
/**
 * Minimum share of CSV rows with the most common number of cells. A separator with a smaller share is scored only by
 * the column names that it yields.
 */
const leastShare = 0.3;

/** Finds the separator of a CSV text. The text must have LF line breaks. */
export function detectCsvSeparatorAndBody(text: string): DelimitedText {
  const declared = declaration.exec(text.slice(0, 200));
  const bodyAt = declared?.[0].length ?? 0;
  const body = bodyAt > 0 ? text.slice(bodyAt) : text;
  const named = cellSeparators.find((each) => each === declared?.[2]) ?? (declared?.[2] ? '\t' : undefined);
  return { body, bodyAt, rowsAbove: declared?.[1] ? 1 : 0, separator: findSeparator(body, named) };
}

/**
 * Chooses the CSV separator with the highest score: the share of rows with the most common number of cells, plus the
 * share of such rows with a phone number, plus 1 if a `sep=` line declares it. If the numbers of cells vary too much,
 * only the recognised column names count.
 */
function findSeparator(body: string, declared: CellSeparator | undefined): CellSeparator {
  const sample = body.slice(0, sampleLength);
  const candidates = cellSeparators.map((separator) => {
    const rows: FileRow[] = [];
    forEachDelimitedRow(sample, separator, (row) => rows.push(row) < sampleRows);
    const widths = rows.map(({ cells }) => cells.length);
    const width = findMostFrequent(widths.filter((each) => each > 1));
    const even = rows.filter(({ cells }) => cells.length === width);
    const share = even.length / Math.max(1, rows.length);
    const header = rows[0]?.cells ?? [];
    const named = [phoneColumnNames, recipientNameColumnNames].filter(
      (names) => findColumnIndexByNames(header, names) !== null,
    ).length;
    if (share < leastShare) return { separator, score: [0, 0, named] };
    const withNumber = even.filter(({ cells }) => cells.some(looksLikePhoneNumber)).length / Math.max(1, rows.length);
    const bonus = separator === declared && width > 1 ? 1 : 0;
    return { separator, score: [bonus + share + withNumber, withNumber, width] };
  });
  return candidates.reduce((best, each) => (isMore(each.score, best.score) ? each : best)).separator;
}

const isMore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

/**
 * Returns the most frequent value. If several values are equally frequent, returns the largest of them. Returns 0 if
 * there are no values.
 */
export function findMostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (isMore([each[1], each[0]], [best[1], best[0]]) ? each : best), [0, 0])[0];
}

export interface DelimitedReadOptions {
  /** The number of the first row. */
  readonly firstRow?: number;
  /** False if quotes are ordinary characters. */
  readonly quotes?: boolean;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Characters between two progress reports. */
const progressLength = 1_024 * 1_024;

/**
 * Calls `take` for each CSV row that is not blank. @returns the number of the row with an unclosed quote; null if there
 * is none.
 */
export function forEachDelimitedRow(
  text: string,
  separator: CellSeparator,
  take: FileRowCallback,
  { firstRow = 1, quotes = true, onProgress }: DelimitedReadOptions = {},
): number | null {
  const { length } = text;
  const find = (sign: string, from: number): number => {
    const found = text.indexOf(sign, from);
    return found < 0 ? length : found;
  };
  let nextSeparator = -1;
  let nextBreak = -1;
  let told = 0;
  let row = firstRow;
  let cells: string[] = [];
  let malformed = false;
  let unclosedRow: number | null = null;
  let at = 0;
  while (at < length || cells.length > 0) {
    let end: number;
    if (quotes && text[at] === '"') {
      const quoted = readQuoted(text, at, separator);
      cells.push(quoted.cell);
      malformed ||= quoted.malformed;
      if (!quoted.isClosed) unclosedRow = row;
      end = quoted.end;
    } else {
      if (nextSeparator < at) nextSeparator = find(separator, at);
      if (nextBreak < at) nextBreak = find('\n', at);
      end = Math.min(nextSeparator, nextBreak);
      cells.push(text.slice(at, end));
    }
    at = end + 1;
    if (end < length && text[end] === separator) {
      if (at < length) continue;
      cells.push('');
    }
    if (cells.some((cell) => cell.trim() !== '') && take({ row, cells, malformed }) === false) return unclosedRow;
    row += 1;
    cells = [];
    malformed = false;
    if (at - told >= progressLength) onProgress?.((told = at) / length);
  }
  onProgress?.(1);
  return unclosedRow;
}

/**
 * Reads a CSV cell that begins with a quote. A later quote closes the cell only before a separator, a line break or the
 * text's end.
 */
function readQuoted(text: string, start: number, separator: CellSeparator) {
  let malformed = false;
  for (let from = start + 1; ;) {
    const close = text.indexOf('"', from);
    if (close < 0) return { cell: text.slice(start + 1), end: text.length, malformed, isClosed: false };
    if (text[close + 1] === '"') {
      from = close + 2;
      continue;
    }
    let end = close + 1;
    while (text[end] === ' ') end += 1;
    if (end === text.length || text[end] === separator || text[end] === '\n') {
      return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end, malformed, isClosed: true };
    }
    malformed = true;
    from = end;
  }
}
