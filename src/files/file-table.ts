/** What a file of rows is once it is read, whatever program saved it, and why it may be none. */

export interface FileRow {
  /** As a spreadsheet numbers it: the first is 1, empty ones count. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Quotes close where they should not: what the cells hold is doubtful. */
  readonly malformed: boolean;
}

/** What a person chose where a file leaves a choice. */
export interface ReadChoices {
  /** Of a spreadsheet; null: its first one. */
  readonly sheet?: string | null;
  /** The row that names the columns; null: the one that looks like it. */
  readonly headerRow?: number | null;
}

/** What was left out or repaired, to be said. Texts are in labels/files-es.ts. */
export type FileNotice =
  /** Bytes that are no UTF-8 in a file that is: read as Windows-1252. `row` and `text` are the first such line's. */
  | { readonly kind: 'damagedLine'; readonly row: number; readonly text: string; readonly count: number }
  /** Lines above the header; `text` is the first one's. */
  | { readonly kind: 'titleAbove'; readonly count: number; readonly text: string }
  /** Lines below the table, and totals; likewise. */
  | { readonly kind: 'footer'; readonly count: number; readonly text: string };

/** Why nothing of a file can be read. */
export type FileProblem =
  | 'empty'
  | 'html'
  | 'oldSpreadsheet'
  | 'numbersApp'
  | 'pdf'
  | 'zip'
  | 'json'
  | 'unpackedTooLarge'
  | 'unreadableSpreadsheet';

export interface FileTable {
  readonly header: readonly string[];
  /** The header's row as a spreadsheet numbers it. */
  readonly headerRow: number;
  /** Below the header, without empty rows, footers and totals. */
  readonly rows: readonly FileRow[];
  /** The row in which a quote opens that never closes; null as a rule. */
  readonly unclosedRow: number | null;
  readonly notices: readonly FileNotice[];
  /** Of a spreadsheet: the names of its sheets. Else empty. */
  readonly sheets: readonly string[];
  /** The one that was read. */
  readonly sheet: string | null;
  /** The first rows as read, titles too, so that a person can say which is the header. */
  readonly firstRows: readonly FileRow[];
}
