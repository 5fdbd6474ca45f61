/**
 * What an uploaded file of numbers says: every column of numbers, every number of a cell, and which lines hold none. Read off the main
 * thread, row by row, so that a million lines need little more than their bytes; numbers come out packed in batches as they are stored.
 */
import { fileNoticeText, fileProblems } from '../../../labels/files-es.ts';
import { numberProblemText } from '../../../labels/phone-es.ts';
import { FileFailure } from '../../../files/file-failure.ts';
import type { FileRow } from '../../../files/file-table.ts';
import {
  createColumnSamples,
  textOfLayout,
  type ColumnSamples,
  type NumberLayout,
} from '../../../files/number-columns.ts';
import { openFile, type OpenFile } from '../../../files/open-file.ts';
import { numberKeyOf } from '../../../phone/number-key.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { readNumber, readNumbers, type NumberContext } from '../../../phone/read-number.ts';
import { AppError } from '../../platform/errors.ts';
import type { BodyReading } from '../../platform/http/body-reading.ts';

export interface NumberFile {
  /** A line for each number: its key, a tab, and how it was written. */
  readonly batches: readonly string[];
  /** Columns that were read, and how many numbers each gave. */
  readonly columns: readonly { readonly name: string; readonly numbers: number }[];
  /** Lines that hold no number, or digits that are none: how many, and the first of them. */
  readonly rejected: { readonly count: number; readonly lines: readonly RejectedLine[] };
  /** Sentences on what was left out or repaired. */
  readonly notices: readonly string[];
}

interface RejectedLine {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

const batchSize = 5_000;
const rejectedShown = 20;
const rejectedLength = 100;
const longestName = 60;
/** A cell of more lines is one whose quote closes by chance, far below. */
const mostLines = 50;
/** Of a first row; what is wider is no header. */
const mostCells = 200;

/** Throws `invalid_input` for a file that can't be read, or holds no number. */
async function readNumberFile(bytes: Buffer, country: CountryCode): Promise<NumberFile> {
  try {
    const file = await openFile(bytes);
    const sampled = sampleFile(file, country);
    if (!sampled.isSwallowed) return listNumbers(file, sampled, country);
    // Quotes that never close, or too far below, are signs like others: nothing that they hold is lost.
    const bare = await openFile(bytes, { quotes: false });
    return listNumbers(bare, sampleFile(bare, country), country);
  } catch (error) {
    if (error instanceof FileFailure && error.problem !== 'empty')
      throw new AppError('invalid_input', { message: fileProblems[error.problem], cause: error });
    throw error instanceof FileFailure ? noNumber() : error;
  }
}

export const bodyReading: BodyReading<Buffer, NumberFile, CountryCode> = {
  module: import.meta.url,
  threadBytes: 0,
  read: readNumberFile,
};

const noNumber = (): AppError =>
  new AppError('invalid_input', {
    message:
      'El archivo no tiene ningún número de teléfono. Debe tener un número por línea, o ser una planilla o un CSV con una columna de números.',
  });

interface SampledFile {
  readonly samples: ColumnSamples;
  /** The first row is one of the list's: there is no header. */
  readonly isBare: boolean;
  readonly isSwallowed: boolean;
}

function sampleFile(file: OpenFile, country: CountryCode): SampledFile {
  const samples = createColumnSamples();
  const isBare = isRowOfNumbers(file.header, { country });
  if (isBare) samples.add(file.header);
  let isSwallowed = file.header.some(holdsManyLines);
  const { unclosedRow } = file.forEachRow(({ cells }) => {
    samples.add(cells);
    isSwallowed ||= cells.some(holdsManyLines);
  });
  return { samples, isBare, isSwallowed: isSwallowed || unclosedRow !== null };
}

function listNumbers(file: OpenFile, { samples, isBare }: SampledFile, country: CountryCode): NumberFile {
  const names = isBare ? [] : file.header;
  const context: NumberContext = { country, otherCountries: samples.findCountries() };
  const found = samples.findLayouts(names, context);
  const collected = collectNumbers(found.length > 0 ? found : [[0]], file.separator, context);
  if (isBare) collected.add({ row: file.headerRow, cells: file.header, malformed: false });
  const { notices } = file.forEachRow((row) => collected.add(row));
  const { batches, counts, rejected } = collected.finish();
  if (batches.length === 0) throw noNumber();
  return {
    batches,
    // Of a plain list there is nothing to tell.
    columns:
      isBare && found.length < 2
        ? []
        : found.map((layout, index) => ({ name: nameOf(layout, names), numbers: counts[index] ?? 0 })),
    rejected,
    notices: notices.map((notice) => fileNoticeText(notice)),
  };
}

/** The first row of a list without a header. */
const isRowOfNumbers = (cells: readonly string[], context: NumberContext): boolean =>
  !cells.some((cell) => /\p{L}/u.test(cell)) ||
  cells.slice(0, mostCells).some((cell) => /\d{6}/.test(cell) || readNumbers(cell, context).length > 0);

const holdsManyLines = (cell: string): boolean => cell.length > mostLines && cell.split('\n').length > mostLines;

const nameOf = (layout: NumberLayout, names: readonly string[]): string =>
  layout.map((position) => (names[position]?.trim() || `columna ${position + 1}`).slice(0, longestName)).join(' + ');

/** Digits enough for a number that went wrong. */
const isBroken = (text: string): boolean => text.replaceAll(/\D/g, '').length > 4;

function collectNumbers(layouts: readonly NumberLayout[], separator: string, context: NumberContext) {
  const batches: string[] = [];
  const counts = layouts.map(() => 0);
  const lines: RejectedLine[] = [];
  let count = 0;
  let batch: string[] = [];

  function reject(line: number, text: string, reason: string): void {
    count += 1;
    if (lines.length < rejectedShown) lines.push({ line, text: text.slice(0, rejectedLength), reason });
  }

  function list(written: string, index: number): boolean {
    const numbers = readNumbers(written, context);
    for (const number of numbers) {
      const shown = numbers.length > 1 ? number : written.replaceAll(/[\t\n]/g, ' ');
      batch.push(`${numberKeyOf(number)}\t${shown}`);
    }
    counts[index] = (counts[index] ?? 0) + numbers.length;
    return numbers.length > 0;
  }

  function closeBatch(): void {
    if (batch.length > 0) batches.push(batch.join('\n'));
    batch = [];
  }

  return {
    add({ row, cells }: FileRow): void {
      const written = layouts.map((layout) => textOfLayout(cells, layout));
      const unread = written.filter((text, index) => text !== '' && !list(text, index));
      const isNothing = unread.length === written.filter((text) => text !== '').length;
      // Beside a number, a dash or a word says that there is no other; digits are one that went wrong.
      const wrong = isNothing ? (unread[0] ?? '') : unread.find(isBroken);
      if (wrong !== undefined) {
        const text = isNothing ? cells.slice(0, rejectedLength).join(separator).trim() : wrong;
        reject(row, text, numberProblemText(readNumber(wrong, context), wrong.slice(0, rejectedLength)));
      }
      if (batch.length >= batchSize) closeBatch();
    },
    finish() {
      closeBatch();
      return { batches, counts, rejected: { count, lines } };
    },
  };
}
