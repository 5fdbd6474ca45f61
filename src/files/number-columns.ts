/** Finds the columns of a table that contain phone numbers, by samples of cells and by the columns' names. */
import { findNumberInNumberingPlans, type CountryCode } from '../phone/numbering-plan.ts';
import {
  pickNumberOrSuggestion,
  parseWrittenPhoneNumber,
  type PhoneNumberReadingContext,
  type ParsedWrittenPhoneNumber,
} from '../phone/read-number.ts';
import { isFilledCell } from './cell-shapes.ts';
import { isPhoneColumnName, isNonPhoneDigitsColumnName } from './column-names.ts';
import type { FileTable } from './file-table.ts';

export interface PhoneNumberColumn {
  readonly position: number;
  /** Number of cells in the column that are not blank. */
  readonly filled: number;
  /** Number of cells in the column that can be read as phone numbers. An estimate if the column is long. */
  readonly numbers: number;
}

/** Indexes of the columns that together form a phone number: usually one; two if the area code has its own column. */
export type PhoneNumberColumnIndexes = readonly number[];

/**
 * Finds the columns with phone numbers, rather than with ids, documents or dates. Columns with a telephone name or
 * international numbers come first. The others follow by their number of phone numbers. The countries of international
 * numbers help to read national ones.
 */
export function findPhoneNumberColumns(
  { header, rows }: Pick<FileTable, 'header' | 'rows'>,
  context: PhoneNumberReadingContext,
): readonly PhoneNumberColumn[] {
  const samples = createPhoneColumnDetector();
  for (const { cells } of rows) samples.add(cells);
  return samples.findColumns(header, { otherCountries: samples.findCountries(), ...context });
}

/** Samples cells of a file's columns while its rows are read, so that a long file need not be kept in memory. */
export interface PhoneColumnDetector {
  add(cells: readonly string[]): void;
  findColumns(header: readonly string[], context: PhoneNumberReadingContext): readonly PhoneNumberColumn[];
  /** Finds all columns, or pairs of columns, that form a phone number, in column order. */
  findLayouts(header: readonly string[], context: PhoneNumberReadingContext): readonly PhoneNumberColumnIndexes[];
  /** Returns the countries of those sampled phone numbers that are written with a calling code. */
  findCountries(): ReadonlySet<CountryCode>;
}

const mostColumns = 200;
/** Maximum number of cells sampled per column. They are spread over all of its rows. */
const mostSampled = 256;
const sampledRows = 200;
const longestNumber = 200;

interface Sample {
  filled: number;
  cells: string[];
  stride: number;
}

export function createPhoneColumnDetector(): PhoneColumnDetector {
  const samples: Sample[] = [];
  const rows: (readonly string[])[] = [];

  function findColumns(header: readonly string[], context: PhoneNumberReadingContext): readonly PhoneNumberColumn[] {
    const judged = samples.map((sample, position) => judge(sample, header[position] ?? '', position, context));
    const likely = judged.filter(({ isLikely }) => isLikely);
    const isAnyNamed = likely.some(({ isNamed }) => isNamed);
    return likely
      .filter(({ isNamed, isSerial }) => isNamed || !isAnyNamed || !isSerial)
      .toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.numbers - a.numbers)
      .map(({ position, filled, numbers }) => ({ position, filled, numbers }));
  }

  function findPairs(
    header: readonly string[],
    taken: ReadonlySet<number>,
    context: PhoneNumberReadingContext,
  ): PhoneNumberColumnIndexes[] {
    const pairs: PhoneNumberColumnIndexes[] = [];
    for (let right = 1; right < samples.length; right += 1) {
      const left = right - 1;
      const isFree = ![left, right].some((position) => taken.has(position)) && !pairs.at(-1)?.includes(left);
      // Try to join an area code column and a number column that are adjacent. If another column already has whole
      // phone numbers, do so only if the second column's name means telephone.
      if (isFree && (taken.size === 0 || isPhoneColumnName(header[right] ?? '')) && isPair(rows, left, right, context))
        pairs.push([left, right]);
    }
    return pairs;
  }

  return {
    add(cells) {
      if (rows.length < sampledRows) rows.push(cells.slice(0, mostColumns));
      for (let position = 0; position < cells.length && position < mostColumns; position += 1) {
        const cell = cells[position] ?? '';
        const sample = (samples[position] ??= { filled: 0, cells: [], stride: 1 });
        if (isFilledCell(cell)) keep(sample, cell);
      }
    },
    findColumns,
    findLayouts(header, context) {
      const singles = findColumns(header, context).map(({ position }) => position);
      const pairs = findPairs(header, new Set(singles), context);
      const found = [...singles.map((position) => [position]), ...pairs];
      const named = samples.flatMap((sample, position) => {
        const isNamed = found.length === 0 && isPhoneColumnName(header[position] ?? '');
        return isNamed && readSample(sample, context, true).numbers > 0 ? [[position]] : [];
      });
      return [...found, ...named].toSorted(([a = 0], [b = 0]) => a - b);
    },
    findCountries() {
      const international = samples.flatMap(({ cells }) => cells.filter((cell) => /^\W{0,3}\+/.test(cell)));
      // The country passed here has no effect, because the calling code of an international number determines its
      // country.
      const numbers = international.flatMap(
        (cell) => pickNumberOrSuggestion(parseWrittenPhoneNumber(cell, { country: 'AR' })) ?? [],
      );
      return new Set(numbers.flatMap((number) => findNumberInNumberingPlans(number)?.country ?? []));
    },
  };
}

function keep(sample: Sample, cell: string): void {
  sample.filled += 1;
  if (sample.filled % sample.stride !== 0) return;
  sample.cells.push(cell.slice(0, longestNumber + 1).trim());
  if (sample.cells.length < mostSampled) return;
  sample.cells = sample.cells.filter((_, index) => index % 2 === 1);
  sample.stride *= 2;
}

function judge(sample: Sample, name: string, position: number, context: PhoneNumberReadingContext) {
  const isNamed = isPhoneColumnName(name);
  const { numbers, international } = readSample(sample, context, isNamed);
  const { length } = sample.cells;
  const isInternational = international * 2 > length;
  return {
    position,
    filled: sample.filled,
    numbers: Math.round((sample.filled * numbers) / Math.max(1, length)),
    isNamed,
    isSure: isNamed || isInternational,
    isSerial: !isInternational && isSerial(sample.cells),
    isLikely: numbers > 0 && numbers * 2 >= length - 1 && (isInternational || !isNonPhoneDigitsColumnName(name)),
  };
}

/**
 * Counts the phone numbers in a column's sample. Numbers that fit no numbering plan count only if the column's name
 * means telephone.
 */
function readSample({ cells }: Sample, context: PhoneNumberReadingContext, isNamed: boolean) {
  const readings = cells.filter(mayBeNumber).map((cell) => parseWrittenPhoneNumber(cell, context));
  const found = readings.filter(
    (reading) => (isNamed ? pickNumberOrSuggestion(reading) : (reading.number ?? reading.offer)) !== null,
  );
  return { numbers: found.length, international: found.filter(isInternationalReading).length };
}

const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\d)(?![-/. ]\d{3})/;
const mayBeNumber = (cell: string): boolean => cell.replaceAll(/\D/g, '').length >= 6 && !date.test(cell);
const isInternationalReading = ({ number, offer }: ParsedWrittenPhoneNumber): boolean =>
  number !== null || (offer !== null && !offer.changes.includes('country'));

/** True if the cells are likely ids, because most of them increase by small steps from row to row. */
function isSerial(cells: readonly string[]): boolean {
  const steps = cells.slice(1).map((cell, index) => Number(cell) - Number(cells[index]));
  const small = steps.filter((step) => step > 0 && step <= 1_000);
  return steps.length > 0 && small.length * 5 >= steps.length * 4;
}

function isPair(
  rows: readonly (readonly string[])[],
  left: number,
  right: number,
  context: PhoneNumberReadingContext,
): boolean {
  const filled = rows.filter((cells) => isFilledCell(cells[left]) && isFilledCell(cells[right]));
  const numbers = filled.filter(
    (cells) =>
      pickNumberOrSuggestion(parseWrittenPhoneNumber(joinPhoneNumberCells(cells, [left, right]), context)) !== null,
  );
  return numbers.length > 0 && numbers.length * 2 >= filled.length - 1;
}

/** The number's text, joined from its cells. */
export const joinPhoneNumberCells = (cells: readonly string[], layout: PhoneNumberColumnIndexes): string =>
  layout
    .map((position) => cells[position] ?? '')
    .join(' ')
    .trim();
