/** The result of reading a table from a file of any kind, and the reasons for failure. */

export interface FileRow {
  /** The row's number as in a spreadsheet: it starts at 1 and counts empty rows. */
  readonly row: number;
  readonly cells: readonly string[];
  /** True if a quote closes in a wrong place, so that the cells may be wrong. */
  readonly malformed: boolean;
}

/** Choices of the user where a file can be read in several ways. */
export interface ReadChoices {
  /** The sheet to read. Null: the first one. */
  readonly sheet?: string | null;
  /** The row of the column names. Null: detect it. */
  readonly headerRow?: number | null;
}

/** Something that was left out or repaired. The user is informed with a text from labels/files-es.ts. */
export type FileNotice =
  /** Invalid UTF-8 bytes were read as Windows-1252. `row` and `text` are of the first damaged line, `count` is the number of such lines. */
  | { readonly kind: 'damagedLine'; readonly row: number; readonly text: string; readonly count: number }
  /** Lines above the header. `text` is the first line. */
  | { readonly kind: 'titleAbove'; readonly count: number; readonly text: string }
  /** Footers and totals below the table. `text` is the first line. */
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
  /** Row number of the header, as in a spreadsheet. */
  readonly headerRow: number;
  /** Rows below the header, without empty rows, footers and totals. */
  readonly rows: readonly FileRow[];
  /** The row of a quote that is never closed. Usually null. */
  readonly unclosedRow: number | null;
  readonly notices: readonly FileNotice[];
  /** Names of a spreadsheet's sheets. Empty for other files. */
  readonly sheets: readonly string[];
  /** The sheet that was read. */
  readonly sheet: string | null;
  /** The first rows, including titles, from which a user can choose the header. */
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
