/**
 * Parses a recipient file: which rows can be called, which repeat a phone number, and which have errors. Pure, for
 * tests; in the browser it runs in a Web Worker (csv-worker.ts), off the main thread.
 */
import {
  findColumn,
  isTemplateExample,
  maxCellLength,
  maximumRecipients,
  maxRecipientRows,
  priorityColumns,
  priorityErrorText,
  readPriority,
  readTimeZone,
  timeZoneColumns,
  timeZoneErrorText,
} from '../../../../contract/recipient-file.ts';
import { readRecipientName, type RecipientNameReading } from '../../../../contract/spoken-name.ts';
import type { FileRow, FileTable } from '../../../../files/file-table.ts';
import { fileNoticeText } from '../../../../labels/files-es.ts';
import { readerMessages } from '../recipient-list-es.ts';
import type { NumberReading } from '../../../../phone/read-number.ts';
import { countryOfZone } from '../../../../phone/zone-country.ts';
import { formatCount } from '../../../format/numbers.ts';
import { defaultRegional, type Regional } from '../../../format/regional.ts';
import { hasNoDigits, proposeColumns } from './column-proposal.ts';
import type { ParsedSource } from './csv-sources.ts';
import { cellKey, noChoices, type ReadingChoices } from './reading-choices.ts';
import { readHeader, unnamedColumn, type RecipientColumns } from './recipient-columns.ts';
import { applyCorrections, correctionKindOf, phoneError, type NumberParser } from './recipient-numbers.ts';
import {
  cellAt,
  summariseRecipients,
  type JudgedRow,
  type SuggestedCorrection,
  type RecipientSummary,
  type RejectedRecipient,
} from './recipient-summary.ts';

/** A parsed recipient file. It stays in the Web Worker, and the page gets only its summary. */
export interface RecipientFile {
  readonly columns: RecipientColumns;
  /** Rows without errors, in the order of the recipient file. Repeated phone numbers are dropped by the server. */
  readonly accepted: readonly FileRow[];
  /** Rows with errors, and rows that the user chose to leave out because of a doubtful name. */
  readonly rejected: readonly RejectedRecipient[];
  readonly summary: RecipientSummary;
}

/** Maximum number of rows parsed of a recipient file. A longer file is refused anyway, and would take long. */
const mostRows = maxRecipientRows + maximumRecipients;

/** Parses a recipient file. `regional`: number format of messages, and time zone that gives the default country. */
export function readRecipients(
  { table, problem, campaign, readings }: ParsedSource,
  choices = noChoices,
  regional: Regional = defaultRegional,
): RecipientFile {
  const country = countryOfZone(regional.timeZone);
  const columns = readHeader(table.header, choices.columns);
  const count = (value: number): string => formatCount(value, regional);
  const unclosed = table.unclosedRow === null ? null : readerMessages.quotesUnclosed(count(table.unclosedRow));
  const refusal = problem ?? unclosed;
  const mapping = refusal === null ? proposeColumns(table, choices.columns, country) : null;
  const problems = refusal === null ? columns.problems : [refusal];
  const written = choices.columns?.headerIsRow ? withHeader(table) : table.rows;
  const isReadable = problems.length === 0;
  const numbers = readings.of(country, isReadable ? phoneTexts(written, columns) : []);
  const judged = judgeRows(isReadable ? written.slice(0, mostRows) : [], { columns, choices, regional, numbers });
  const { accepted, rejected } = judged;
  const unusable = [
    ...(isReadable && written.length === 0 ? [readerMessages.noRows] : []),
    ...(judged.validCount > maximumRecipients ? [readerMessages.tooManyRecipients(count(judged.validCount))] : []),
    ...(accepted.length > maxRecipientRows
      ? [readerMessages.tooManyRows(count(accepted.length), count(maxRecipientRows))]
      : []),
    ...(rejected.length > maximumRecipients ? [readerMessages.tooManyErrors(count(rejected.length))] : []),
  ];
  const notices = [
    ...table.notices.map((notice) => fileNoticeText(notice, count)),
    ...(judged.examples > 0 ? [readerMessages.exampleLeftOut] : []),
  ];
  const summary = summariseRecipients({
    ...judged,
    columns,
    // Until it is known which columns have phone and name, the preview of the file shows its rows as they are.
    rows: isReadable || refusal !== null ? judged.rows : table.rows.map(unjudged),
    problems:
      written.length > mostRows ? [readerMessages.tooManyRowsAtAll(count(written.length))] : [...problems, ...unusable],
    notices,
    mapping,
    layout: campaign ? null : table,
    campaign,
    names: choices.names,
    numbers,
  });
  return { columns, accepted, rejected, summary };
}

const withHeader = ({ header, headerRow, rows }: FileTable): readonly FileRow[] => [
  { row: headerRow, cells: header, malformed: false },
  ...rows,
];

const unjudged = (row: FileRow): JudgedRow => ({ ...row, phone: '', isMistaken: false, isUnknown: false, doubt: null });

interface Judging {
  readonly columns: RecipientColumns;
  readonly choices: ReadingChoices;
  readonly regional: Regional;
  readonly numbers: NumberParser;
}

function judgeRows(written: readonly FileRow[], judging: Judging) {
  const { columns, choices, numbers } = judging;
  /** All rows, as read. */
  const rows: JudgedRow[] = [];
  const accepted: FileRow[] = [];
  const rejected: RejectedRecipient[] = [];
  const offered: SuggestedCorrection[] = [];
  const keys = new Set<string>();
  let examples = 0;
  for (const each of written) {
    const row = withTyped(each, columns, choices.cells);
    const text = phoneText(row.cells, columns).trim();
    const name = readRecipientName(cellAt(row.cells, columns.nameAt));
    if (isTemplateExample(text, name.name)) {
      examples += 1;
      continue;
    }
    const reading = numbers.read(text);
    const phone = applyCorrections(reading, choices.mends);
    const kind = correctionKindOf(reading);
    if (kind !== null && reading.offer) offered.push({ kind, from: text, offer: reading.offer });
    const cells = withCell(withCell(row.cells, columns.phoneAt, phone ?? text), columns.nameAt, name.name);
    const errors = rowErrors(row, { text, phone, reading, name }, judging);
    const isMistaken = errors.length > 0;
    const isOmitted = !isMistaken && name.doubt !== null && choices.names === 'omit';
    const isUnknown = !isMistaken && !reading.isKnown;
    rows.push({ ...row, cells, phone: text, isMistaken, isUnknown, doubt: isMistaken ? null : name.doubt });
    if (isMistaken) rejected.push({ row: row.row, errors, cells: row.cells, isChosen: false });
    else if (isOmitted) {
      rejected.push({
        row: row.row,
        errors: [readerMessages.nameDoubtful(name.name)],
        cells: row.cells,
        isChosen: true,
      });
    } else {
      accepted.push({ ...row, cells });
      if (phone !== null) keys.add(numbers.keyOf(phone));
    }
  }
  return { rows, accepted, rejected, offered, examples, validCount: keys.size };
}

function* phoneTexts(rows: readonly FileRow[], columns: RecipientColumns): Iterable<string> {
  for (const { cells } of rows) yield phoneText(cells, columns);
}

/** Text of a row's phone column or, if it has no digits, of the column chosen to fill in missing numbers. */
function phoneText(cells: readonly string[], { phoneAt, fillAt }: RecipientColumns): string {
  const text = cellAt(cells, phoneAt);
  return fillAt >= 0 && hasNoDigits(text) && !hasNoDigits(cells[fillAt]) ? cellAt(cells, fillAt) : text;
}

/** Replaces one cell of a row, which may have fewer cells than the header. */
function withCell(cells: readonly string[], position: number, text: string): readonly string[] {
  if (cellAt(cells, position) === text) return cells;
  const length = Math.max(cells.length, position + 1);
  return Array.from({ length }, (_, each) => (each === position ? text : cellAt(cells, each)));
}

function withTyped(row: FileRow, { names }: RecipientColumns, typed: ReadingChoices['cells']): FileRow {
  const cells = names.map((_name, position) => typed[cellKey(row.row, position)]);
  if (cells.every((cell) => cell === undefined)) return row;
  const length = Math.max(row.cells.length, cells.length);
  return { ...row, cells: Array.from({ length }, (_, position) => cells[position] ?? cellAt(row.cells, position)) };
}

interface ReadCells {
  /** `text`: the phone number as in the file. `phone`: the number to call; null if it can't be called. */
  readonly text: string;
  readonly phone: string | null;
  readonly reading: NumberReading;
  readonly name: RecipientNameReading;
}

function rowErrors(
  { cells, malformed }: FileRow,
  { text, phone, reading, name }: ReadCells,
  { columns: { names }, regional }: Judging,
): readonly string[] {
  if (malformed) return [readerMessages.quotesMalformed];
  if (cells.findLastIndex((cell) => cell.trim() !== '') >= names.length) {
    return [readerMessages.tooManyCells(formatCount(cells.length, regional), formatCount(names.length, regional))];
  }
  const priorityAt = findColumn(names, priorityColumns) ?? -1;
  const zoneAt = findColumn(names, timeZoneColumns) ?? -1;
  const long = cells.findIndex((cell) => cell.length > maxCellLength);
  return [
    ...(phone === null ? [phoneError(text, reading)] : []),
    ...(name.name === '' ? [readerMessages.nameMissing] : []),
    ...(priorityAt >= 0 && readPriority(cellAt(cells, priorityAt)) === null ? [priorityErrorText] : []),
    ...(zoneAt >= 0 && readTimeZone(cellAt(cells, zoneAt), names[zoneAt] ?? '') === null ? [timeZoneErrorText] : []),
    ...(long >= 0 ? [readerMessages.cellTooLong(names[long] ?? unnamedColumn(long))] : []),
  ];
}
