/** Summary of a parsed recipient file for the page: counts, first errors, first rows. The worker keeps all rows. */
import type { RecipientNameDoubt } from '../../../../contract/spoken-name.ts';
import type { FileRow, FileTable } from '../../../../files/file-table.ts';
import { findNumberInNumberingPlans } from '../../../../phone/numbering-plan.ts';
import type { SuggestedPhoneNumberChange, SuggestedPhoneNumber } from '../../../../phone/read-number.ts';
import type { RecipientColumnMapping } from './column-proposal.ts';
import type { CopiedCampaignSettings } from './csv-sources.ts';
import type { RecipientParsingChoices } from './reading-choices.ts';
import type { ParsedRecipientHeader } from './recipient-columns.ts';
import {
  phoneNumberCorrectionKinds,
  type CachedPhoneNumberParser,
  type PhoneNumberCorrectionKind,
} from './recipient-numbers.ts';

const previewRows = 10;
const previewColumns = 5;
const previewCellLength = 120;
const shownErrors = 5;
const shownExamples = 3;
const shownSuggestions = 3;
const shownRowLength = 60;

export interface RecipientRowError {
  /** Row number as a spreadsheet program shows it, where the header is row 1. */
  readonly row: number;
  readonly message: string;
}

/** A row of the recipient file that is not called, because of errors or by the user's choice. */
export interface RejectedRecipientFileRow {
  readonly row: number;
  readonly errors: readonly string[];
  readonly cells: readonly string[];
  /** True if the rejected row has no error, but the user left it out because of a doubtful name. */
  readonly isChosen: boolean;
}

/** A row after reading. */
export interface CheckedRecipientRow extends FileRow {
  /** The number as written. */
  readonly phone: string;
  readonly isMistaken: boolean;
  /** True if the number can be called although it fits no country's numbering plan. */
  readonly isUnknown: boolean;
  /** Why the name in this row is doubtful; null if it is not, or if the row has errors. */
  readonly doubt: RecipientNameDoubt | null;
}

/** A phone number of the recipient file, with its suggested correction. */
export interface RecipientPhoneNumberCorrection {
  readonly kind: PhoneNumberCorrectionKind;
  readonly from: string;
  readonly offer: SuggestedPhoneNumber;
}

/**
 * All rows of the recipient file whose phone numbers have the same kind of suggested correction, whether or not the
 * user accepted the correction.
 */
export interface PhoneNumberCorrectionGroup {
  readonly kind: PhoneNumberCorrectionKind;
  readonly count: number;
  /** Country calling code, such as '+54', of the first number that would be corrected. */
  readonly callingCode: string;
  /**
   * Changes that the suggested corrections make, most frequent first. `count`: number of phone numbers that need the
   * change.
   */
  readonly changes: readonly { readonly change: SuggestedPhoneNumberChange; readonly count: number }[];
  readonly examples: readonly { readonly from: string; readonly to: string; readonly asMobile: string | null }[];
}

/** A cell that the user can edit. */
export interface EditableRecipientPreviewCell {
  readonly position: number;
  readonly isMistaken: boolean;
  /**
   * Suggested corrections of a wrong phone number, in international format. Empty if the cell's phone number is not
   * wrong, or the cell contains a name.
   */
  readonly suggestions: readonly string[];
}

/** The shown part of a row. */
export interface RecipientPreviewRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly isMistaken: boolean;
  /** Editable cells of the shown columns. */
  readonly marked: readonly EditableRecipientPreviewCell[];
}

/**
 * Filter for the rows of the recipient file's preview. `all`: all rows, those with errors first. `unknown`: rows with a
 * number outside any numbering plan. `doubtful`: rows with a doubtful name.
 */
export type RecipientPreviewFilter = 'all' | 'unknown' | 'doubtful';

/** Summary of a recipient file. rowCount = validCount + duplicateCount + rejectedCount + omittedCount. */
export interface RecipientFileSummary {
  /** Errors that make the whole file unusable; empty if there are none. */
  readonly problems: readonly string[];
  /** Notices about parts of the recipient file that were left out or repaired. */
  readonly notices: readonly string[];
  readonly mapping: RecipientColumnMapping | null;
  /** Sheets and first rows of the file, to choose a sheet and a header row; null for another campaign's recipients. */
  readonly layout: {
    readonly sheets: readonly string[];
    readonly sheet: string | null;
    readonly headerRow: number;
    readonly firstRows: readonly { readonly row: number; readonly text: string }[];
  } | null;
  readonly columnCount: number;
  readonly rowCount: number;
  /** Number of different phone numbers that will be called. */
  readonly validCount: number;
  /** Number of rows that repeat an earlier valid row's phone number, in any spelling. */
  readonly duplicateCount: number;
  /** Number of rows of the recipient file with at least one error. */
  readonly rejectedCount: number;
  /** Number of rows that the user left out because of a doubtful name. */
  readonly omittedCount: number;
  readonly errorCount: number;
  readonly firstErrors: readonly RecipientRowError[];
  readonly offers: readonly PhoneNumberCorrectionGroup[];
  /** Number of rows whose phone number can be called although it fits no numbering plan. */
  readonly unknownCount: number;
  /** Number and examples of doubtful names in rows without errors. */
  readonly doubtful: { readonly count: number; readonly examples: readonly string[]; readonly isDecided: boolean };
  readonly preview: {
    readonly columns: readonly { readonly name: string; readonly position: number }[];
    readonly rows: Readonly<Record<RecipientPreviewFilter, readonly RecipientPreviewRow[]>>;
  };
  /** Values of the first row to call, by column name, for the test call. Null if no row can be called. */
  readonly firstRecipient: Readonly<Record<string, string>> | null;
  /** Settings of the campaign from which the recipients were copied; null for other sources. */
  readonly campaign: CopiedCampaignSettings | null;
}

export interface CheckedRecipientList {
  readonly columns: ParsedRecipientHeader;
  /** All parsed rows of the recipient file, in its order. */
  readonly rows: readonly CheckedRecipientRow[];
  readonly accepted: readonly FileRow[];
  readonly rejected: readonly RejectedRecipientFileRow[];
  readonly validCount: number;
  readonly offered: readonly RecipientPhoneNumberCorrection[];
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  readonly mapping: RecipientColumnMapping | null;
  readonly layout: FileTable | null;
  readonly campaign: CopiedCampaignSettings | null;
  readonly names: RecipientParsingChoices['names'];
  readonly numbers: CachedPhoneNumberParser;
}

export function summariseRecipientFile(understood: CheckedRecipientList): RecipientFileSummary {
  const { columns, rows, accepted, rejected, validCount, offered, problems, notices, mapping, layout } = understood;
  const [first] = accepted;
  const mistaken = rejected.filter(({ isChosen }) => !isChosen);
  const doubtful = rows.filter(({ doubt }) => doubt !== null);
  const doubtfulNames = new Set(
    doubtful.map(({ cells }) => getCellText(cells, columns.nameAt).slice(0, shownRowLength)),
  );
  return {
    problems,
    notices,
    mapping,
    layout: layout && layoutOf(layout),
    columnCount: columns.names.length,
    rowCount: rows.length,
    validCount,
    duplicateCount: accepted.length - validCount,
    rejectedCount: mistaken.length,
    omittedCount: rejected.length - mistaken.length,
    errorCount: mistaken.reduce((sum, { errors }) => sum + errors.length, 0),
    firstErrors: mistaken
      .slice(0, shownErrors)
      .flatMap(({ row, errors }) => errors.map((message) => ({ row, message })))
      .slice(0, shownErrors),
    offers: groupOffers(offered),
    unknownCount: rows.filter(({ isUnknown }) => isUnknown).length,
    doubtful: {
      count: doubtful.length,
      examples: [...doubtfulNames].slice(0, shownErrors),
      isDecided: doubtful.length === 0 || understood.names !== null,
    },
    preview: previewOf(understood),
    firstRecipient: first ? getRowValuesByColumn(columns, first.cells) : null,
    campaign: understood.campaign,
  };
}

const layoutOf = ({ sheets, sheet, headerRow, firstRows }: FileTable): RecipientFileSummary['layout'] => ({
  sheets,
  sheet,
  headerRow,
  firstRows: firstRows.map(({ row, cells }) => ({
    row,
    text: cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' · ')
      .slice(0, shownRowLength),
  })),
});

function groupOffers(offered: readonly RecipientPhoneNumberCorrection[]): readonly PhoneNumberCorrectionGroup[] {
  return phoneNumberCorrectionKinds.flatMap((kind) => {
    const found = offered.filter((each) => each.kind === kind);
    const [first] = found;
    if (!first) return [];
    const counts = new Map<SuggestedPhoneNumberChange, number>();
    for (const { offer } of found)
      for (const change of offer.changes) counts.set(change, (counts.get(change) ?? 0) + 1);
    const changes = [...counts].map(([change, count]) => ({ change, count }));
    return {
      kind,
      count: found.length,
      callingCode: `+${findNumberInNumberingPlans(first.offer.number)?.callingCode ?? ''}`,
      changes: changes.toSorted((one, other) => other.count - one.count),
      examples: found
        .slice(0, shownExamples)
        .map(({ from, offer: { number, asMobile } }) => ({ from, to: number, asMobile })),
    };
  });
}

function previewOf({ columns, rows, numbers, names: decision }: CheckedRecipientList): RecipientFileSummary['preview'] {
  const { names, phoneAt, nameAt } = columns;
  const needed = [phoneAt, nameAt].filter((position) => position >= 0);
  const others = names.map((_name, position) => position).filter((position) => !needed.includes(position));
  const positions = [...needed, ...others.slice(0, previewColumns - needed.length)].toSorted((a, b) => a - b);

  function markedCells({
    phone,
    cells,
    malformed,
    isMistaken,
    isUnknown,
    doubt,
  }: CheckedRecipientRow): readonly EditableRecipientPreviewCell[] {
    if (malformed || phoneAt < 0) return [];
    const isBadPhone = isMistaken && numbers.read(getCellText(cells, phoneAt)).number === null;
    const isBadName = isMistaken && getCellText(cells, nameAt).trim() === '';
    const suggestions = isBadPhone ? numbers.offersOf(phone).slice(0, shownSuggestions) : [];
    return [
      ...(isBadPhone || isUnknown ? [{ position: phoneAt, isMistaken: isBadPhone, suggestions }] : []),
      ...(isBadName || (doubt !== null && decision === null)
        ? [{ position: nameAt, isMistaken: isBadName, suggestions: [] }]
        : []),
    ];
  }
  const shown = (some: readonly CheckedRecipientRow[]): readonly RecipientPreviewRow[] =>
    some.map((row) => ({
      row: row.row,
      cells: positions.map((position) => getCellText(row.cells, position).slice(0, previewCellLength)),
      isMistaken: row.isMistaken,
      marked: markedCells(row),
    }));
  const mistaken = rows.filter(({ isMistaken }) => isMistaken).slice(0, previewRows);
  const good = rows.filter(({ isMistaken }) => !isMistaken).slice(0, previewRows - mistaken.length);
  return {
    columns: positions.map((position) => ({ name: names[position] ?? '', position })),
    rows: {
      all: shown([...mistaken, ...good].toSorted((a, b) => a.row - b.row)),
      unknown: shown(rows.filter(({ isUnknown }) => isUnknown).slice(0, previewRows)),
      doubtful: shown(rows.filter(({ doubt }) => doubt !== null).slice(0, previewRows)),
    },
  };
}

/** Text of a row's cell; empty if the row has fewer cells than the header. */
export function getCellText(cells: readonly string[], position: number): string {
  return cells[position] ?? '';
}

/** A row's values keyed by column names. */
export function getRowValuesByColumn(
  { names }: ParsedRecipientHeader,
  cells: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, position) => [name, getCellText(cells, position)]));
}
