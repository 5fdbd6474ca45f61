/** Types for a table that is read from a file of any kind, and the reasons for failure. */

export interface FileRow {
  /** Number of the row in the file, as a spreadsheet shows it: from 1, counting empty rows. */
  readonly row: number;
  readonly cells: readonly string[];
  /** True if a quote closes in a wrong place in this row, so that its cells may be wrong. */
  readonly malformed: boolean;
}

export interface FileReadChoices {
  /** Name of the sheet to read from a spreadsheet. Null: its first sheet. */
  readonly sheet?: string | null;
  /** Number of the row that contains the column names. Null: find it automatically. */
  readonly headerRow?: number | null;
}

/** Notice to the user that a part of the file was left out or repaired. labels/files-es.ts has the texts. */
export type FileReadingNotice =
  /**
   * Notice: `count` lines with invalid UTF-8 were read as Windows-1252. `row` and `text` are the number and text of the
   * first such line.
   */
  | { readonly kind: 'damagedLine'; readonly row: number; readonly text: string; readonly count: number }
  /** Notice: `count` lines above the header row were ignored. `text` is the first ignored line. */
  | { readonly kind: 'titleAbove'; readonly count: number; readonly text: string }
  /** Notice: `count` lines below the table, such as totals, were ignored. `text` is the first ignored line. */
  | { readonly kind: 'footer'; readonly count: number; readonly text: string };

/** Reasons why a file can't be read. */
export type UnreadableFileReason =
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
  /** Number of the row with the column names, as a spreadsheet shows it. */
  readonly headerRow: number;
  /** The table's rows, without header, empty rows, footers and totals. */
  readonly rows: readonly FileRow[];
  /** Number of the row with an opening quote that is never closed. Null if there is none, as is usual. */
  readonly unclosedRow: number | null;
  readonly notices: readonly FileReadingNotice[];
  /** Names of the spreadsheet's sheets. Empty for other kinds of files. */
  readonly sheets: readonly string[];
  /** The sheet that was read. */
  readonly sheet: string | null;
  /** The file's first rows, also those above the table. A user can choose the header row from them. */
  readonly firstRows: readonly FileRow[];
}

/** A table without a header and rows. */
export const emptyFileTable: FileTable = {
  header: [],
  headerRow: 1,
  rows: [],
  unclosedRow: null,
  notices: [],
  sheets: [],
  sheet: null,
  firstRows: [],
};
