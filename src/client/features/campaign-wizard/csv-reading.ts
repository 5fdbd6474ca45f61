/**
 * A recipients' file read whole: bytes → rows that can be called, repeated ones, mistaken ones and why.
 * Pure, so that tests run it directly; in the browser it runs in csv-worker.ts, never on the page's own thread.
 */
import { formatCount } from '../../format/numbers.ts';
import { defaultRegional, type Regional } from '../../format/regional.ts';
import { readerMessages } from '../../../labels/wizard-es.ts';
import { decodeCsv, isSpreadsheet } from './csv-decoding.ts';
import { parseCsv, type CsvRow, type CsvTable } from './csv-rows.ts';
import { phoneErrors } from './recipient-checks.ts';
import { readHeader, unnamedColumn, type RecipientColumns } from './recipient-columns.ts';

export const maximumRecipients = 10_000;
const longestCell = 5_000;
const previewRows = 10;
const previewColumns = 5;
const previewCellLength = 120;
const shownErrors = 5;

export interface RowError {
  /** As a spreadsheet numbers it: the header is 1. */
  readonly row: number;
  readonly message: string;
}

/** A row that can't be called. */
export interface RejectedRecipient {
  readonly row: number;
  readonly errors: readonly string[];
  readonly cells: readonly string[];
}

/** All of a file. Stays in the worker: only its summary travels to the page. */
export interface RecipientFile {
  readonly columns: RecipientColumns;
  /** Rows without errors in the file's order, repeated numbers included: the server drops and counts those. */
  readonly accepted: readonly CsvRow[];
  readonly rejected: readonly RejectedRecipient[];
  readonly summary: RecipientSummary;
}

/** What the page shows. rowCount = validCount + duplicateCount + rejectedCount. */
export interface RecipientSummary {
  /** Why the file as a whole can't be used; empty when it can. */
  readonly problems: readonly string[];
  readonly columnCount: number;
  readonly rowCount: number;
  /** Different numbers that will be called. */
  readonly validCount: number;
  /** Rows that repeat an earlier good row's number. */
  readonly duplicateCount: number;
  /** Rows with at least one error. */
  readonly rejectedCount: number;
  readonly errorCount: number;
  readonly firstErrors: readonly RowError[];
  readonly preview: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly row: number; readonly cells: readonly string[]; readonly mistaken: boolean }[];
  };
}

/** A file's bytes. `onProgress` gets 0 to 1; messages write their counts as `regional` does. */
export function readRecipientFile(bytes: Uint8Array, onProgress?: (share: number) => void, regional: Regional = defaultRegional): RecipientFile {
  if (isSpreadsheet(bytes)) return unusable([readerMessages.spreadsheet]);
  return readTable(parseCsv(decodeCsv(bytes), onProgress), readerMessages.empty, regional);
}

/** Text from the clipboard; a spreadsheet puts tabs between its cells. */
export function readPastedRecipients(text: string, regional: Regional = defaultRegional): RecipientFile {
  const normalised = text.replaceAll(/\r\n?/g, '\n');
  return readTable(parseCsv(normalised), readerMessages.pastedEmpty, regional);
}

function unusable(problems: readonly string[]): RecipientFile {
  const columns = { names: [], phoneAt: -1, nameAt: -1, problems };
  return { columns, accepted: [], rejected: [], summary: summarise(columns, [], { validCount: 0, accepted: 0, rejected: [], problems }) };
}

function readTable({ header, rows, unclosedRow }: CsvTable, whenEmpty: string, regional: Regional): RecipientFile {
  if (rows.length === 0 && header.every((name) => name.trim() === '')) return unusable([whenEmpty]);
  if (unclosedRow !== null) return unusable([readerMessages.quotesUnclosed(formatCount(unclosedRow, regional))]);
  const columns = readHeader(header);
  if (columns.problems.length > 0) {
    return { columns, accepted: [], rejected: [], summary: summarise(columns, rows, { validCount: 0, accepted: 0, rejected: [], problems: columns.problems }) };
  }
  const accepted: CsvRow[] = [];
  const rejected: RejectedRecipient[] = [];
  const phones = new Set<string>();
  for (const row of rows) {
    const errors = rowErrors(row, columns, regional);
    if (errors.length > 0) {
      rejected.push({ row: row.row, errors, cells: row.cells });
    } else {
      accepted.push(row);
      phones.add(cellAt(row.cells, columns.phoneAt).trim());
    }
  }
  const problems = [
    ...(rows.length === 0 ? [readerMessages.noRows] : []),
    ...(accepted.length > maximumRecipients ? [readerMessages.tooManyRecipients(formatCount(accepted.length, regional))] : []),
    ...(rejected.length > maximumRecipients ? [readerMessages.tooManyErrors(formatCount(rejected.length, regional))] : []),
  ];
  const summary = summarise(columns, rows, { validCount: phones.size, accepted: accepted.length, rejected, problems });
  return { columns, accepted, rejected, summary };
}

function rowErrors({ cells, malformed }: CsvRow, { names, phoneAt, nameAt }: RecipientColumns, regional: Regional): readonly string[] {
  if (malformed) return [readerMessages.quotesMalformed];
  if (cells.findLastIndex((cell) => cell.trim() !== '') >= names.length) {
    return [readerMessages.tooManyCells(formatCount(cells.length, regional), formatCount(names.length, regional))];
  }
  const long = cells.findIndex((cell) => cell.length > longestCell);
  return [
    ...phoneErrors(cellAt(cells, phoneAt).trim()),
    ...(cellAt(cells, nameAt).trim() === '' ? [readerMessages.nameMissing] : []),
    ...(long >= 0 ? [readerMessages.cellTooLong(names[long] ?? unnamedColumn(long))] : []),
  ];
}

/** A row may be shorter than the header: what is missing is empty. */
export function cellAt(cells: readonly string[], position: number): string {
  return cells[position] ?? '';
}

interface Counted {
  readonly validCount: number;
  readonly accepted: number;
  readonly rejected: readonly RejectedRecipient[];
  readonly problems: readonly string[];
}

function summarise(columns: RecipientColumns, rows: readonly CsvRow[], { validCount, accepted, rejected, problems }: Counted): RecipientSummary {
  const shown = columns.names.slice(0, previewColumns);
  const first = rows.slice(0, previewRows);
  const mistaken = new Set(rejected.slice(0, previewRows).map(({ row }) => row));
  return {
    problems,
    columnCount: columns.names.length,
    rowCount: rows.length,
    validCount,
    duplicateCount: accepted - validCount,
    rejectedCount: rejected.length,
    errorCount: rejected.reduce((sum, { errors }) => sum + errors.length, 0),
    firstErrors: rejected
      .slice(0, shownErrors)
      .flatMap(({ row, errors }) => errors.map((message) => ({ row, message })))
      .slice(0, shownErrors),
    preview: {
      columns: shown,
      rows: first.map(({ row, cells }) => ({
        row,
        cells: shown.map((_name, position) => cellAt(cells, position).slice(0, previewCellLength)),
        mistaken: mistaken.has(row),
      })),
    },
  };
}
