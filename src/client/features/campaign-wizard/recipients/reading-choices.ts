/** User choices about how a recipient file is parsed. The page loads this small module before any file. */
import type { ColumnChoice } from './recipient-columns.ts';
import type { NumberCorrection } from './recipient-numbers.ts';

export interface ReadingChoices {
  /** Name of the spreadsheet's sheet to read; null for the first one. */
  readonly sheet: string | null;
  /** Row number of the header, as in a spreadsheet; null to detect it. */
  readonly headerRow: number | null;
  /** Chosen columns. Null: as the header says. */
  readonly columns: ColumnChoice | null;
  /** Kinds of phone-number corrections that the user accepted. Other numbers stay as written. */
  readonly mends: readonly NumberCorrection[];
  /** Whether people with doubtful names are called or left out; null if not decided yet. */
  readonly names: 'call' | 'omit' | null;
  /** Texts typed into single cells, by `cellKey`. */
  readonly cells: Readonly<Record<string, string>>;
}

export const noChoices: ReadingChoices = {
  sheet: null,
  headerRow: null,
  columns: null,
  mends: [],
  names: null,
  cells: {},
};
export const cellKey = (row: number, position: number): string => `${row}:${position}`;
