/** The result of reading a table from a file of any kind, and the reasons for failure. */

export interface FileRow {
  /** Row number in the file, as in a spreadsheet: from 1, counting empty rows. */
  readonly row: number;
  readonly cells: readonly string[];
  /** True if a quote of the row closes in a wrong place, so that its cells may be wrong. */
  readonly malformed: boolean;
}

/** The user's choices where a file can be read in several ways. */
export interface ReadChoices {
  /** Name of the spreadsheet's sheet to read. Null: the first one. */
  readonly sheet?: string | null;
  /** Number of the row with the column names. Null: detect it. */
  readonly headerRow?: number | null;
}

/** A part of a file that was left out or repaired. The user gets a text from labels/files-es.ts. */
export type FileNotice =
  /** Invalid UTF-8 bytes were read as Windows-1252. `row` and `text` are the first such line, `count` their number. */
  | { readonly kind: 'damagedLine'; readonly row: number; readonly text: string; readonly count: number }
  /** Lines above the table's header were left out. `text` is the first one. */
  | { readonly kind: 'titleAbove'; readonly count: number; readonly text: string }
  /** Footers and totals below the table were left out. `text` is the first line. */
  | { readonly kind: 'footer'; readonly count: number; readonly text: string };

/** Reasons why a file can't be read. */
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
  /** Row number of the table's header, as in a spreadsheet. */
  readonly headerRow: number;
  /** Rows below the table's header, without empty rows, footers and totals. */
  readonly rows: readonly FileRow[];
  /** Number of the row with a quote that is never closed. Usually null. */
  readonly unclosedRow: number | null;
  readonly notices: readonly FileNotice[];
  /** Names of a spreadsheet's sheets. Empty for other files. */
  readonly sheets: readonly string[];
  /** The sheet that was read. */
  readonly sheet: string | null;
  /** The file's first rows, including titles, from which a user can choose the header. */
  readonly firstRows: readonly FileRow[];
}

/** A table without a header and rows. */
export const emptyTable: FileTable = {
  header: [],
  headerRow: 1,
  rows: [],
  unclosedRow: null,
  notices: [],
  sheets: [],
  sheet: null,
  firstRows: [],
};
