/** What the page shows of a recipients' file: counts, the first errors, the first rows. Everything else stays in the worker. Pure. */
import type { ColumnMapping } from './column-proposal.ts';
import type { CsvRow } from './csv-rows.ts';
import type { CampaignDetails } from './csv-sources.ts';
import type { RecipientColumns } from './recipient-columns.ts';

const previewRows = 10;
const previewColumns = 5;
const previewCellLength = 120;
const shownErrors = 5;
const shownSuggestions = 3;

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

/** A number as it stands in the file, and as it would be written internationally. */
export interface PhoneSuggestion {
  readonly from: string;
  readonly to: string;
}

/** rowCount = validCount + duplicateCount + rejectedCount. */
export interface RecipientSummary {
  /** Why the file as a whole can't be used; empty when it can. */
  readonly problems: readonly string[];
  /** Where the header does not say which columns are which, or the person has chosen them; null: the header says. */
  readonly mapping: ColumnMapping | null;
  readonly columnCount: number;
  readonly rowCount: number;
  /** Different numbers that will be called. */
  readonly validCount: number;
  /** Rows that repeat an earlier good row's number, however written. */
  readonly duplicateCount: number;
  /** Rows with at least one error. */
  readonly rejectedCount: number;
  readonly errorCount: number;
  readonly firstErrors: readonly RowError[];
  /** Rows whose number a suggestion would mend, or has mended. */
  readonly suggestionCount: number;
  readonly firstSuggestions: readonly PhoneSuggestion[];
  readonly preview: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly row: number; readonly cells: readonly string[]; readonly mistaken: boolean }[];
  };
  /** The first row that will be called, by its column names: what a test call speaks about. */
  readonly firstRecipient: Readonly<Record<string, string>> | null;
  /** Of an earlier campaign that the rows come from. */
  readonly campaign: CampaignDetails | null;
}

export interface Understood {
  readonly columns: RecipientColumns;
  /** As far as they are shown, in the file's order. */
  readonly rows: readonly CsvRow[];
  readonly accepted: readonly CsvRow[];
  readonly rejected: readonly RejectedRecipient[];
  readonly validCount: number;
  readonly suggestions: readonly PhoneSuggestion[];
  readonly problems: readonly string[];
  readonly mapping: ColumnMapping | null;
  readonly campaign: CampaignDetails | null;
}

export function summarise({
  columns,
  rows,
  accepted,
  rejected,
  validCount,
  suggestions,
  problems,
  mapping,
  campaign,
}: Understood): RecipientSummary {
  const shown = columns.names.slice(0, previewColumns);
  const mistaken = new Set(rejected.slice(0, previewRows).map(({ row }) => row));
  const [first] = accepted;
  return {
    problems,
    mapping,
    columnCount: columns.names.length,
    rowCount: rows.length,
    validCount,
    duplicateCount: accepted.length - validCount,
    rejectedCount: rejected.length,
    errorCount: rejected.reduce((sum, { errors }) => sum + errors.length, 0),
    firstErrors: rejected
      .slice(0, shownErrors)
      .flatMap(({ row, errors }) => errors.map((message) => ({ row, message })))
      .slice(0, shownErrors),
    suggestionCount: suggestions.length,
    firstSuggestions: suggestions.slice(0, shownSuggestions),
    preview: {
      columns: shown,
      rows: rows.slice(0, previewRows).map(({ row, cells }) => ({
        row,
        cells: shown.map((_name, position) => cellAt(cells, position).slice(0, previewCellLength)),
        mistaken: mistaken.has(row),
      })),
    },
    firstRecipient: first ? valuesOf(columns, first.cells) : null,
    campaign,
  };
}

/** A row may be shorter than the header: what is missing is empty. */
export function cellAt(cells: readonly string[], position: number): string {
  return cells[position] ?? '';
}

/** A good row keyed by its column names. */
export function valuesOf({ names }: RecipientColumns, cells: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, position) => [name, cellAt(cells, position)]));
}
