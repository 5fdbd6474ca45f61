/**
 * Reads a file of numbers: one a line, or a CSV of any separator, in UTF-8 or Windows-1252. The numbers stand in one
 * column, or, as the Registro Nacional No Llame writes them, area code and number in two neighbouring ones; which is
 * found by looking at the first rows. Read piece by piece, so that a million lines need little more than their bytes.
 */
import { isUtf8 } from 'node:buffer';
import { readNumberKey } from '../../../phone/number-key.ts';
import type { NumberContext } from '../../../phone/read-number.ts';

/** A line that holds something. `numberKey` null: no number that can be told. */
export interface NumberLine {
  /** In the file, from 1. */
  readonly line: number;
  readonly numberKey: string | null;
  /** The number as it is written; of a line without one, the line. */
  readonly text: string;
}

interface Row {
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[];
}

/** Cells whose text is the number, put together in this order. */
type Layout = readonly number[];

const sliceBytes = 256 * 1_024;
const sampleRows = 200;
const separators = [';', ',', '\t', '|'] as const;
/** A quote that is not closed within so many lines is no quote. */
const longestRowLines = 50;
/** Characters and cells; what is longer is no row of a list of numbers. */
const longestRow = 10_000;
const mostCells = 200;
const phoneHeader = /tel|phone|n[uú]mero|cel|m[oó]vil|abonado|l[ií]nea/i;

/**
 * The header's line is passed over in silence, empty lines too. Null after each piece, whatever it held: a moment to
 * let others on.
 */
export function* readNumberFile(bytes: Buffer, context: NumberContext): Generator<NumberLine | null> {
  const rows = readRows(bytes);
  const sample: Row[] = [];
  // By hand: leaving a for-of would end the rows.
  for (let next = rows.next(); !next.done; next = rows.next()) {
    if (next.value === null) yield null;
    else sample.push(next.value);
    if (sample.length === sampleRows) break;
  }
  const layout = findLayout(sample, context);
  const [first] = sample;
  const hasHeader =
    first !== undefined &&
    keyOf(first, layout, context) === null &&
    /\p{L}/u.test(first.text) &&
    !/\d{6}/.test(first.text);
  for (const row of hasHeader ? sample.slice(1) : sample) yield toLine(row, layout, context);
  for (const row of rows) yield row && toLine(row, layout, context);
}

function toLine(row: Row, layout: Layout, context: NumberContext): NumberLine {
  const numberKey = keyOf(row, layout, context);
  return { line: row.line, numberKey, text: numberKey === null ? row.text.trim() : textOf(row, layout) };
}

const textOf = ({ cells }: Row, layout: Layout): string =>
  layout
    .map((index) => cells[index] ?? '')
    .join(' ')
    .trim();
const keyOf = (row: Row, layout: Layout, context: NumberContext): string | null =>
  readNumberKey(textOf(row, layout), context);

/** The first column in which most cells are numbers, one with a fitting header before others; else two neighbours that make them. */
function findLayout(sample: readonly Row[], context: NumberContext): Layout {
  const columns = Array.from({ length: Math.max(1, ...sample.map(({ cells }) => cells.length)) }, (_, index) => index);
  const single = columns.filter((index) => isMostlyNumbers(sample, [index], context));
  const named = single.find((index) => phoneHeader.test(sample[0]?.cells[index] ?? ''));
  const pair = columns
    .slice(1)
    .map((index) => [index - 1, index])
    .find((layout) => isMostlyNumbers(sample, layout, context));
  return single.length > 0 ? [named ?? single[0] ?? 0] : (pair ?? [0]);
}

function isMostlyNumbers(sample: readonly Row[], layout: Layout, context: NumberContext): boolean {
  const filled = sample.filter(({ cells }) => layout.every((index) => (cells[index] ?? '') !== ''));
  const numbers = filled.filter((row) => keyOf(row, layout, context) !== null).length;
  return numbers > 0 && numbers * 2 >= filled.length - 1;
}

/** Rows with something in them; null after each piece. */
function* readRows(bytes: Buffer): Generator<Row | null> {
  let separator: string | null | undefined;
  let open: { readonly line: number; lines: string[] } | null = null;
  let line = 0;
  for (const lines of readLines(bytes)) {
    separator ??= findSeparator(lines);
    for (const text of lines) {
      line += 1;
      if (text === '' && open === null) continue;
      const isUneven = text.split('"').length % 2 === 0;
      if (open === null && !isUneven) {
        if (text.trim() !== '') yield { line, text, cells: cellsOf(text, separator) };
        continue;
      }
      open ??= { line, lines: [] };
      open.lines.push(text);
      const isClosed = isUneven && open.lines.length > 1;
      if (!isClosed && open.lines.length < longestRowLines) continue;
      yield* closeRow(open, isClosed, separator);
      open = null;
    }
    yield null;
  }
  if (open) yield* closeRow(open, false, separator ?? null);
}

/** A cell with line breaks; or, its quote never closed, the lines for what they are. */
function* closeRow(
  open: { readonly line: number; readonly lines: readonly string[] },
  isClosed: boolean,
  separator: string | null,
): Generator<Row> {
  const texts = isClosed ? [open.lines.join('\n')] : open.lines;
  for (const [index, text] of texts.entries()) {
    if (text.trim() !== '') yield { line: open.line + index, text, cells: cellsOf(text, separator) };
  }
}

/** The lines of one piece of the file after another; the last one of a piece waits for the rest of it. */
function* readLines(bytes: Buffer): Generator<string[]> {
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  let rest = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const isLast = at + sliceBytes >= bytes.length;
    const text = rest + decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: !isLast });
    // A carriage return at the very end may be half a line break.
    const end = isLast ? text.length : text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = isLast ? '' : (lines.pop() ?? '').slice(0, longestRow + 1) + text.slice(end);
    yield lines;
  }
}

/** The one that most of the first lines hold; null: none does. */
function findSeparator(lines: readonly string[]): string | null {
  const sample = lines.slice(0, sampleRows);
  const counted = separators.map((separator) => ({
    separator,
    count: sample.filter((line) => line.includes(separator)).length,
  }));
  const best = counted.toSorted((a, b) => b.count - a.count)[0];
  return best && best.count > 0 ? best.separator : null;
}

/** Without quotes, without Excel's `="…"`. */
function cellsOf(text: string, separator: string | null): string[] {
  if (text.length > longestRow) return [];
  if (!text.includes('"'))
    return separator === null ? [text.trim()] : text.split(separator, mostCells).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell].slice(0, mostCells).map((each) => each.trim().replace(/^=/, ''));
}
