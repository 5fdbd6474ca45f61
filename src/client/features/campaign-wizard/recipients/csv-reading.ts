/**
 * A recipients' list understood: which rows can be called, which repeat a number, which are mistaken and why.
 * Pure, so that tests run it directly; in the browser it runs in csv-worker.ts, never on the page's own thread.
 */
import {
  findColumn,
  longestCell,
  maximumRecipients,
  mostRecipientRows,
  priorityColumns,
  priorityFormatText,
  readPriority,
  readZone,
  zoneColumns,
  zoneFormatText,
} from '../../../../contract/recipient-file.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { readerMessages } from '../../../../labels/wizard-es.ts';
import { formatCount } from '../../../format/numbers.ts';
import { defaultRegional, type Regional } from '../../../format/regional.ts';
import { proposeColumns } from './column-proposal.ts';
import type { CsvRow, CsvTable } from './csv-rows.ts';
import type { ParsedSource } from './csv-sources.ts';
import { localKindOf, mendPhone, phoneErrors, type LocalKind, type PhoneMend } from './recipient-checks.ts';
import { readHeader, unnamedColumn, type ColumnChoice, type RecipientColumns } from './recipient-columns.ts';
import {
  cellAt,
  summarise,
  type LocalNumber,
  type RecipientSummary,
  type RejectedRecipient,
} from './recipient-summary.ts';

/** What a person decided about a list beyond what it says itself. */
export interface ReadingChoices {
  /** Null: as the header says. */
  readonly columns: ColumnChoice | null;
  /** Numbers written the local way that become international; the others are errors. */
  readonly mends: readonly PhoneMend[];
  /** What was typed in place of single cells, by `cellKey`. */
  readonly cells: Readonly<Record<string, string>>;
}
export const noChoices: ReadingChoices = { columns: null, mends: [], cells: {} };
export const cellKey = (row: number, position: number): string => `${row}:${position}`;

/** All of a list. Stays in the worker: only its summary travels to the page. */
export interface RecipientFile {
  readonly columns: RecipientColumns;
  /** Rows without errors in the file's order, repeated numbers included: the server drops and counts those. */
  readonly accepted: readonly CsvRow[];
  readonly rejected: readonly RejectedRecipient[];
  readonly summary: RecipientSummary;
}

/** Messages write their counts as `regional` does. */
export function readRecipients(
  { table, problem, campaign }: ParsedSource,
  choices = noChoices,
  regional: Regional = defaultRegional,
): RecipientFile {
  const columns = readHeader(table.header, choices.columns);
  const isMapped = choices.columns !== null || columns.phoneAt < 0 || columns.nameAt < 0;
  const unclosed =
    table.unclosedRow === null ? null : readerMessages.quotesUnclosed(formatCount(table.unclosedRow, regional));
  const refusal = problem ?? unclosed;
  const mapping = isMapped && refusal === null ? proposeColumns(table, choices.columns) : null;
  const problems = refusal === null ? columns.problems : [refusal];
  if (problems.length > 0) {
    const rows = refusal === null ? table.rows : [];
    const nobody = { columns, accepted: [], rejected: [] };
    return {
      ...nobody,
      summary: summarise({ ...nobody, rows, validCount: 0, locals: [], problems, mapping, campaign }),
    };
  }
  const rows = choices.columns?.headerIsRow ? withHeader(table) : table.rows;
  const judged = judgeRows(rows, columns, choices, regional);
  const { accepted, rejected } = judged;
  const tooMany = [
    ...(rows.length === 0 ? [readerMessages.noRows] : []),
    ...(judged.validCount > maximumRecipients
      ? [readerMessages.tooManyRecipients(formatCount(judged.validCount, regional))]
      : []),
    ...(accepted.length > mostRecipientRows
      ? [readerMessages.tooManyRows(formatCount(accepted.length, regional), formatCount(mostRecipientRows, regional))]
      : []),
    ...(rejected.length > maximumRecipients
      ? [readerMessages.tooManyErrors(formatCount(rejected.length, regional))]
      : []),
  ];
  const summary = summarise({ columns, ...judged, problems: tooMany, mapping, campaign });
  return { columns, accepted, rejected, summary };
}

const withHeader = ({ header, rows }: CsvTable): readonly CsvRow[] => [
  { row: 1, cells: header, malformed: false },
  ...rows,
];

function judgeRows(written: readonly CsvRow[], columns: RecipientColumns, choices: ReadingChoices, regional: Regional) {
  /** All, as they are understood. */
  const rows: CsvRow[] = [];
  const accepted: CsvRow[] = [];
  const rejected: RejectedRecipient[] = [];
  const locals: LocalNumber[] = [];
  const numbers = new Set<string>();
  for (const each of written) {
    const row = withTyped(each, columns, choices.cells);
    const number = cellAt(row.cells, columns.phoneAt).trim();
    const kind: LocalKind | null = localKindOf(number);
    const phone = kind === null ? number : mendPhone(number, choices.mends);
    if (kind !== null) locals.push({ kind, from: number });
    const understood = phone === number ? row : { ...row, cells: row.cells.with(columns.phoneAt, phone) };
    rows.push(understood);
    const errors = rowErrors(row, phone, columns, regional);
    if (errors.length > 0) {
      rejected.push({ row: row.row, errors, cells: row.cells });
    } else {
      accepted.push(understood);
      numbers.add(numberKeyOf(phone));
    }
  }
  return { rows, accepted, rejected, locals, validCount: numbers.size };
}

function withTyped(row: CsvRow, { names }: RecipientColumns, typed: ReadingChoices['cells']): CsvRow {
  const cells = names.map((_name, position) => typed[cellKey(row.row, position)]);
  if (cells.every((cell) => cell === undefined)) return row;
  const length = Math.max(row.cells.length, cells.length);
  return { ...row, cells: Array.from({ length }, (_, position) => cells[position] ?? cellAt(row.cells, position)) };
}

function rowErrors(
  { cells, malformed }: CsvRow,
  phone: string,
  { names, nameAt }: RecipientColumns,
  regional: Regional,
): readonly string[] {
  if (malformed) return [readerMessages.quotesMalformed];
  if (cells.findLastIndex((cell) => cell.trim() !== '') >= names.length) {
    return [readerMessages.tooManyCells(formatCount(cells.length, regional), formatCount(names.length, regional))];
  }
  const priorityAt = findColumn(names, priorityColumns) ?? -1;
  const zoneAt = findColumn(names, zoneColumns) ?? -1;
  const long = cells.findIndex((cell) => cell.length > longestCell);
  return [
    ...phoneErrors(phone),
    ...(cellAt(cells, nameAt).trim() === '' ? [readerMessages.nameMissing] : []),
    ...(priorityAt >= 0 && readPriority(cellAt(cells, priorityAt)) === null ? [priorityFormatText] : []),
    ...(zoneAt >= 0 && readZone(cellAt(cells, zoneAt), names[zoneAt] ?? '') === null ? [zoneFormatText] : []),
    ...(long >= 0 ? [readerMessages.cellTooLong(names[long] ?? unnamedColumn(long))] : []),
  ];
}
