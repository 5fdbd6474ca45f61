/**
 * Reads the phone numbers of an uploaded do-not-call file from all number columns, also several from one cell. Lines
 * without a number are reported. It runs off the main thread, row by row, so that a million lines need little memory
 * beyond the file. The numbers are returned as batches of lines for the database.
 */
import { describeFileNotice, fileProblemTexts } from '../../../labels/files-es.ts';
import { describePhoneNumberProblem } from '../../../labels/phone-es.ts';
import { UnreadableFileError } from '../../../files/file-failure.ts';
import type { FileRow } from '../../../files/file-table.ts';
import {
  createPhoneColumnDetector,
  joinPhoneNumberCells,
  type PhoneColumnDetector,
  type PhoneNumberColumnIndexes,
} from '../../../files/number-columns.ts';
import { openTableFile, type OpenedTableFile } from '../../../files/open-file.ts';
import { numberKeyOf } from '../../../phone/number-key.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import {
  parseWrittenPhoneNumber,
  parseAllPhoneNumbers,
  type PhoneNumberReadingContext,
} from '../../../phone/read-number.ts';
import { AppError } from '../../platform/errors.ts';
import type { BodyReadingStep } from '../../platform/http/body-reading.ts';

export interface ParsedDoNotCallFile {
  /** Batches of lines for the database, one line for each number: its number key, a tab, and its text in the file. */
  readonly batches: readonly string[];
  /** Columns of the do-not-call file that contain phone numbers, and the number of phone numbers in each column. */
  readonly columns: readonly { readonly name: string; readonly numbers: number }[];
  readonly rejected: { readonly count: number; readonly lines: readonly RejectedLine[] };
  /** Sentences about omitted or repaired content. */
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
/**
 * Maximum number of lines in one cell. In a longer cell the opening quote is assumed to be a stray one, which another
 * stray quote many lines below seems to close.
 */
const mostLines = 50;
const mostCells = 200;

/** Parses a do-not-call file. Throws `invalid_input` if it can't be read or has no phone number. */
async function readNumberFile(bytes: Buffer, country: CountryCode): Promise<ParsedDoNotCallFile> {
  try {
    const file = await openTableFile(bytes);
    const sampled = sampleFile(file, country);
    if (!sampled.isSwallowed) return listNumbers(file, sampled, country);
    // If a quote is never closed, or is closed only many lines below, treat quotes as ordinary characters. Otherwise
    // the rows in between would be lost.
    const bare = await openTableFile(bytes, { quotes: false });
    return listNumbers(bare, sampleFile(bare, country), country);
  } catch (error) {
    if (error instanceof UnreadableFileError && error.problem !== 'empty')
      throw new AppError('invalid_input', { message: fileProblemTexts[error.problem], cause: error });
    throw error instanceof UnreadableFileError ? noNumber() : error;
  }
}

export const bodyReading: BodyReadingStep<Buffer, ParsedDoNotCallFile, CountryCode> = {
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
  readonly samples: PhoneColumnDetector;
  readonly isBare: boolean;
  readonly isSwallowed: boolean;
}

function sampleFile(file: OpenedTableFile, country: CountryCode): SampledFile {
  const samples = createPhoneColumnDetector();
  const isBare = isRowOfNumbers(file.header, { country });
  if (isBare) samples.add(file.header);
  let isSwallowed = file.header.some(holdsManyLines);
  const { unclosedRow } = file.forEachRow(({ cells }) => {
    samples.add(cells);
    isSwallowed ||= cells.some(holdsManyLines);
  });
  return { samples, isBare, isSwallowed: isSwallowed || unclosedRow !== null };
}

function listNumbers(
  file: OpenedTableFile,
  { samples, isBare }: SampledFile,
  country: CountryCode,
): ParsedDoNotCallFile {
  const names = isBare ? [] : file.header;
  const context: PhoneNumberReadingContext = { country, otherCountries: samples.findCountries() };
  const found = samples.findLayouts(names, context);
  const collected = collectNumbers(found.length > 0 ? found : [[0]], file.separator, context);
  if (isBare) collected.add({ row: file.headerRow, cells: file.header, malformed: false });
  const { notices } = file.forEachRow((row) => collected.add(row));
  const { batches, counts, rejected } = collected.finish();
  if (batches.length === 0) throw noNumber();
  return {
    batches,
    columns:
      isBare && found.length < 2
        ? []
        : found.map((layout, index) => ({ name: nameOf(layout, names), numbers: counts[index] ?? 0 })),
    rejected,
    notices: notices.map((notice) => describeFileNotice(notice)),
  };
}

/** True if the first row is not a header, because it contains phone numbers or no letters. */
const isRowOfNumbers = (cells: readonly string[], context: PhoneNumberReadingContext): boolean =>
  !cells.some((cell) => /\p{L}/u.test(cell)) ||
  cells.slice(0, mostCells).some((cell) => /\d{6}/.test(cell) || parseAllPhoneNumbers(cell, context).length > 0);

const holdsManyLines = (cell: string): boolean => cell.length > mostLines && cell.split('\n').length > mostLines;

const nameOf = (layout: PhoneNumberColumnIndexes, names: readonly string[]): string =>
  layout.map((position) => (names[position]?.trim() || `columna ${position + 1}`).slice(0, longestName)).join(' + ');

/** True if a cell has so many digits that it may be a malformed phone number. */
const isBroken = (text: string): boolean => text.replaceAll(/\D/g, '').length > 4;

function collectNumbers(
  layouts: readonly PhoneNumberColumnIndexes[],
  separator: string,
  context: PhoneNumberReadingContext,
) {
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
    const numbers = parseAllPhoneNumbers(written, context);
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
      const written = layouts.map((layout) => joinPhoneNumberCells(cells, layout));
      const unread = written.filter((text, index) => text !== '' && !list(text, index));
      const isNothing = unread.length === written.filter((text) => text !== '').length;
      // In a row with a valid phone number, ignore other cells with dashes or words. Report a cell with many digits as
      // a malformed number.
      const wrong = isNothing ? (unread[0] ?? '') : unread.find(isBroken);
      if (wrong !== undefined) {
        const text = isNothing ? cells.slice(0, rejectedLength).join(separator).trim() : wrong;
        reject(
          row,
          text,
          describePhoneNumberProblem(parseWrittenPhoneNumber(wrong, context), wrong.slice(0, rejectedLength)),
        );
      }
      if (batch.length >= batchSize) closeBatch();
    },
    finish() {
      closeBatch();
      return { batches, counts, rejected: { count, lines } };
    },
  };
}
