/**
 * Parses a recipient file: which rows can be called, which repeat a phone number, and which have errors. Pure, for
 * tests; in the browser it runs in a Web Worker (csv-worker.ts), off the main thread.
 */
import {
  findColumnIndexByNames,
  isRecipientTemplateExampleRow,
  maxRecipientCellLength,
  maxCampaignRecipients,
  maxNewCampaignRecipientRows,
  priorityColumnNames,
  priorityErrorText,
  parseRecipientPriority,
  parseRecipientTimeZone,
  timeZoneColumnNames,
  timeZoneErrorText,
} from '../../../../contract/recipient-file.ts';
import { parseRecipientName, type ParsedRecipientName } from '../../../../contract/spoken-name.ts';
import type { FileRow, FileTable } from '../../../../files/file-table.ts';
import { describeFileNotice } from '../../../../labels/files-es.ts';
import { recipientFileMessages } from '../recipient-list-es.ts';
import type { ParsedWrittenPhoneNumber } from '../../../../phone/read-number.ts';
import { getTimeZoneCountryOrArgentina } from '../../../../phone/zone-country.ts';
import { formatCount } from '../../../format/numbers.ts';
import { defaultRegionalSettings, type RegionalFormatSettings } from '../../../format/regional.ts';
import { hasNoDigits, proposeColumnMapping } from './column-proposal.ts';
import type { ParsedRecipientSource } from './csv-sources.ts';
import { getCellKey, defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import { parseRecipientHeader, getUnnamedColumnName, type ParsedRecipientHeader } from './recipient-columns.ts';
import {
  applyPhoneNumberCorrections,
  getPhoneNumberCorrectionKind,
  describePhoneNumberError,
  type CachedPhoneNumberParser,
} from './recipient-numbers.ts';
import {
  getCellText,
  summariseRecipientFile,
  type CheckedRecipientRow,
  type RecipientPhoneNumberCorrection,
  type RecipientFileSummary,
  type RejectedRecipientFileRow,
} from './recipient-summary.ts';

/** A parsed recipient file. It stays in the Web Worker, and the page gets only its summary. */
export interface ParsedRecipientFile {
  readonly columns: ParsedRecipientHeader;
  /**
   * Rows without errors, in the order of the recipient file. They may repeat phone numbers, which the server then
   * drops.
   */
  readonly accepted: readonly FileRow[];
  /** List of rejected rows: rows with errors, and rows that the user left out because the name is doubtful ('NULL'). */
  readonly rejected: readonly RejectedRecipientFileRow[];
  readonly summary: RecipientFileSummary;
}

/**
 * Maximum number of rows that are parsed of a recipient file. A longer file is refused in any case, so parsing the rest
 * would only take time.
 */
const mostRows = maxNewCampaignRecipientRows + maxCampaignRecipients;

/**
 * Parses a recipient file. `regional` contains the number format of messages, and the time zone that determines the
 * country of local phone numbers.
 */
export function parseRecipientFile(
  { table, problem, campaign, readings }: ParsedRecipientSource,
  choices = defaultRecipientParsingChoices,
  regional: RegionalFormatSettings = defaultRegionalSettings,
): ParsedRecipientFile {
  const country = getTimeZoneCountryOrArgentina(regional.timeZone);
  const columns = parseRecipientHeader(table.header, choices.columns);
  const count = (value: number): string => formatCount(value, regional);
  const unclosed = table.unclosedRow === null ? null : recipientFileMessages.quotesUnclosed(count(table.unclosedRow));
  const refusal = problem ?? unclosed;
  const mapping = refusal === null ? proposeColumnMapping(table, choices.columns, country) : null;
  const problems = refusal === null ? columns.problems : [refusal];
  const written = choices.columns?.headerIsRow ? withHeader(table) : table.rows;
  const isReadable = problems.length === 0;
  const numbers = readings.of(country, isReadable ? phoneTexts(written, columns) : []);
  const judged = judgeRows(isReadable ? written.slice(0, mostRows) : [], { columns, choices, regional, numbers });
  const { accepted, rejected } = judged;
  const unusable = [
    ...(isReadable && written.length === 0 ? [recipientFileMessages.noRows] : []),
    ...(judged.validCount > maxCampaignRecipients
      ? [recipientFileMessages.tooManyRecipients(count(judged.validCount))]
      : []),
    ...(accepted.length > maxNewCampaignRecipientRows
      ? [recipientFileMessages.tooManyRows(count(accepted.length), count(maxNewCampaignRecipientRows))]
      : []),
    ...(rejected.length > maxCampaignRecipients ? [recipientFileMessages.tooManyErrors(count(rejected.length))] : []),
  ];
  const notices = [
    ...table.notices.map((notice) => describeFileNotice(notice, count)),
    ...(judged.examples > 0 ? [recipientFileMessages.exampleLeftOut] : []),
  ];
  const summary = summariseRecipientFile({
    ...judged,
    columns,
    // If the columns have a problem, the preview shows the rows without having checked them for errors.
    rows: isReadable || refusal !== null ? judged.rows : table.rows.map(unjudged),
    problems:
      written.length > mostRows
        ? [recipientFileMessages.tooManyRowsAtAll(count(written.length))]
        : [...problems, ...unusable],
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

const unjudged = (row: FileRow): CheckedRecipientRow => ({
  ...row,
  phone: '',
  isMistaken: false,
  isUnknown: false,
  doubt: null,
});

interface Judging {
  readonly columns: ParsedRecipientHeader;
  readonly choices: RecipientParsingChoices;
  readonly regional: RegionalFormatSettings;
  readonly numbers: CachedPhoneNumberParser;
}

function judgeRows(written: readonly FileRow[], judging: Judging) {
  const { columns, choices, numbers } = judging;
  /** All rows, as read. */
  const rows: CheckedRecipientRow[] = [];
  const accepted: FileRow[] = [];
  const rejected: RejectedRecipientFileRow[] = [];
  const offered: RecipientPhoneNumberCorrection[] = [];
  const keys = new Set<string>();
  let examples = 0;
  for (const each of written) {
    const row = withTyped(each, columns, choices.cells);
    const text = phoneText(row.cells, columns).trim();
    const name = parseRecipientName(getCellText(row.cells, columns.nameAt));
    if (isRecipientTemplateExampleRow(text, name.name)) {
      examples += 1;
      continue;
    }
    const reading = numbers.read(text);
    const phone = applyPhoneNumberCorrections(reading, choices.corrections);
    const kind = getPhoneNumberCorrectionKind(reading);
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
        errors: [recipientFileMessages.nameDoubtful(name.name)],
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

function* phoneTexts(rows: readonly FileRow[], columns: ParsedRecipientHeader): Iterable<string> {
  for (const { cells } of rows) yield phoneText(cells, columns);
}

/**
 * Returns the text of a row's phone number. If the phone column has no digits, the text of the column that the user
 * chose to fill in missing numbers is returned.
 */
function phoneText(cells: readonly string[], { phoneAt, fillAt }: ParsedRecipientHeader): string {
  const text = getCellText(cells, phoneAt);
  return fillAt >= 0 && hasNoDigits(text) && !hasNoDigits(cells[fillAt]) ? getCellText(cells, fillAt) : text;
}

/** Replaces one cell of a row, which may have fewer cells than the header. */
function withCell(cells: readonly string[], position: number, text: string): readonly string[] {
  if (getCellText(cells, position) === text) return cells;
  const length = Math.max(cells.length, position + 1);
  return Array.from({ length }, (_, each) => (each === position ? text : getCellText(cells, each)));
}

function withTyped(row: FileRow, { names }: ParsedRecipientHeader, typed: RecipientParsingChoices['cells']): FileRow {
  const cells = names.map((_name, position) => typed[getCellKey(row.row, position)]);
  if (cells.every((cell) => cell === undefined)) return row;
  const length = Math.max(row.cells.length, cells.length);
  return {
    ...row,
    cells: Array.from({ length }, (_, position) => cells[position] ?? getCellText(row.cells, position)),
  };
}

interface ReadCells {
  /** `text`: the phone number as in the file. `phone`: the number to call; null if it can't be called. */
  readonly text: string;
  readonly phone: string | null;
  readonly reading: ParsedWrittenPhoneNumber;
  readonly name: ParsedRecipientName;
}

function rowErrors(
  { cells, malformed }: FileRow,
  { text, phone, reading, name }: ReadCells,
  { columns: { names }, regional }: Judging,
): readonly string[] {
  if (malformed) return [recipientFileMessages.quotesMalformed];
  if (cells.findLastIndex((cell) => cell.trim() !== '') >= names.length) {
    return [
      recipientFileMessages.tooManyCells(formatCount(cells.length, regional), formatCount(names.length, regional)),
    ];
  }
  const priorityAt = findColumnIndexByNames(names, priorityColumnNames) ?? -1;
  const zoneAt = findColumnIndexByNames(names, timeZoneColumnNames) ?? -1;
  const long = cells.findIndex((cell) => cell.length > maxRecipientCellLength);
  return [
    ...(phone === null ? [describePhoneNumberError(text, reading)] : []),
    ...(name.name === '' ? [recipientFileMessages.nameMissing] : []),
    ...(priorityAt >= 0 && parseRecipientPriority(getCellText(cells, priorityAt)) === null ? [priorityErrorText] : []),
    ...(zoneAt >= 0 && parseRecipientTimeZone(getCellText(cells, zoneAt), names[zoneAt] ?? '') === null
      ? [timeZoneErrorText]
      : []),
    ...(long >= 0 ? [recipientFileMessages.cellTooLong(names[long] ?? getUnnamedColumnName(long))] : []),
  ];
}
