/** Text of a CSV to rows of cells: finds the delimiter, honours Excel's `sep=;`, keeps each row's number. Pure. */
import Papa from 'papaparse';
import { findColumn, nameColumns, phoneColumns } from '../../../../contract/recipient-file.ts';

const delimiters = [';', ',', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** Characters of one parsing step: between steps the progress is told. */
const stepLength = 1024 * 1024;

export interface CsvRow {
  /** As a spreadsheet numbers it: the header is 1, empty lines count. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Quotes close where they should not: what the cells hold is doubtful. */
  readonly malformed: boolean;
}

export interface CsvTable {
  readonly header: readonly string[];
  /** Without the empty ones. */
  readonly rows: readonly CsvRow[];
  /** The row in which a quote opens that never closes; null as a rule. */
  readonly unclosedRow: number | null;
}

/** `onProgress` gets 0 to 1. `text` has \n line breaks only (csv-decoding.ts). */
export function parseCsv(text: string, onProgress: (share: number) => void = () => {}): CsvTable {
  const declared = /^sep=(.)\n/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const declaredDelimiter = delimiters.find((delimiter) => delimiter === declared?.[1]);
  const delimiter = declaredDelimiter ?? findDelimiter(body);
  let header: readonly string[] | null = null;
  const rows: CsvRow[] = [];
  let unclosedRow: number | null = null;
  let rowsBefore = 0;
  let lengthRead = 0;
  Papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    header: false,
    chunkSize: stepLength,
    chunk({ data, errors }: Papa.ParseResult<string[]>) {
      // A step's errors may lie in its last, unfinished row: that one comes again with the next step.
      const malformedAt = new Set(errors.filter(({ code }) => code === 'InvalidQuotes').map(({ row }) => row));
      const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
      for (const [index, cells] of data.entries()) {
        const row = rowsBefore + index + 1;
        if (unclosed?.row === index) unclosedRow ??= row;
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (header === null) header = cells;
        else rows.push({ row, cells, malformed: malformedAt.has(index) });
      }
      rowsBefore += data.length;
      lengthRead += stepLength;
      onProgress(Math.min(1, lengthRead / body.length));
    },
    complete: () => onProgress(1),
  });
  return { header: header ?? [], rows, unclosedRow };
}

/** The one that makes both required columns appear in the header; failing that, the one that cuts it into most columns. */
function findDelimiter(body: string): Delimiter {
  const start = body.slice(0, stepLength).replace(/^\n+/, '');
  const candidates = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, newline: '\n', preview: 1 });
    const columns = data[0] ?? [];
    const found = [phoneColumns, nameColumns].filter((accepted) => findColumn(columns, accepted) !== null).length;
    return { delimiter, score: found * 1_000_000 + columns.length };
  });
  return candidates.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}
