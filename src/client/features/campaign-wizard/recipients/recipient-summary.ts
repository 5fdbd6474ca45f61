/** What the page shows of a recipients' file: counts, the first errors, the first rows. Everything else stays in the worker. Pure. */
import type { ColumnMapping } from './column-proposal.ts';
import type { CsvRow } from './csv-rows.ts';
import type { CampaignDetails } from './csv-sources.ts';
import { phoneErrors, suggestPhone, type LocalKind } from './recipient-checks.ts';
import type { RecipientColumns } from './recipient-columns.ts';

const previewRows = 10;
const previewColumns = 5;
const previewCellLength = 120;
const shownErrors = 5;
const shownExamples = 3;

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

/** A number that is not written internationally, as it stands in the file. */
export interface LocalNumber {
  readonly kind: LocalKind;
  readonly from: string;
}

/** Rows of one kind, that a choice would mend or has mended. */
export interface LocalNumbers {
  readonly kind: LocalKind;
  readonly count: number;
  readonly examples: readonly { readonly from: string; readonly to: string }[];
}

/** What of a row is shown. */
export interface PreviewRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly mistaken: boolean;
  /** Of the columns shown, those whose cell can be typed anew. */
  readonly bad: readonly {
    readonly position: number;
    /** Of a number: what it would be internationally. */
    readonly suggestion: string | null;
  }[];
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
  readonly locals: readonly LocalNumbers[];
  /** Mistaken rows before others, in the file's order; the phone's and the name's columns are among those shown. */
  readonly preview: {
    readonly columns: readonly { readonly name: string; readonly position: number }[];
    readonly rows: readonly PreviewRow[];
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
  readonly locals: readonly LocalNumber[];
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
  locals,
  problems,
  mapping,
  campaign,
}: Understood): RecipientSummary {
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
    locals: groupLocals(locals),
    preview: previewOf(columns, rows, rejected),
    firstRecipient: first ? valuesOf(columns, first.cells) : null,
    campaign,
  };
}

function groupLocals(locals: readonly LocalNumber[]): readonly LocalNumbers[] {
  return (['mobile', 'local', 'tidied'] as const).flatMap((kind) => {
    const found = locals.filter((each) => each.kind === kind);
    const examples = found.slice(0, shownExamples).map(({ from }) => ({ from, to: suggestPhone(from) ?? from }));
    return found.length === 0 ? [] : [{ kind, count: found.length, examples }];
  });
}

function previewOf(
  { names, phoneAt, nameAt }: RecipientColumns,
  rows: readonly CsvRow[],
  rejected: readonly RejectedRecipient[],
): RecipientSummary['preview'] {
  const needed = [phoneAt, nameAt].filter((position) => position >= 0);
  const others = names.map((_name, position) => position).filter((position) => !needed.includes(position));
  const positions = [...needed, ...others.slice(0, previewColumns - needed.length)].toSorted((a, b) => a - b);
  const mistaken = new Set(rejected.slice(0, previewRows).map(({ row }) => row));
  const good = rows.slice(0, 2 * previewRows).filter(({ row }) => !mistaken.has(row));
  const fill = good.slice(0, previewRows - mistaken.size);
  const shown = [...rows.filter(({ row }) => mistaken.has(row)), ...fill].toSorted((a, b) => a.row - b.row);
  return {
    columns: positions.map((position) => ({ name: names[position] ?? '', position })),
    rows: shown.map(({ row, cells, malformed }) => {
      const phone = cellAt(cells, phoneAt).trim();
      const isMistaken = mistaken.has(row);
      return {
        row,
        cells: positions.map((position) => cellAt(cells, position).slice(0, previewCellLength)),
        mistaken: isMistaken,
        bad:
          isMistaken && !malformed
            ? [
                ...(phoneErrors(phone).length > 0 ? [{ position: phoneAt, suggestion: suggestPhone(phone) }] : []),
                ...(cellAt(cells, nameAt).trim() === '' ? [{ position: nameAt, suggestion: null }] : []),
              ]
            : [],
      };
    }),
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
