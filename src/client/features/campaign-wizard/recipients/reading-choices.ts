/** Choices of the user about how a list is read. A small module, because the page needs it before any list is read. */
import type { ColumnChoice } from './recipient-columns.ts';
import type { NumberCorrection } from './recipient-numbers.ts';

export interface ReadingChoices {
  /** Sheet of a spreadsheet. Null: the first one. */
  readonly sheet: string | null;
  /** Row number of the header, as in a spreadsheet. Null: detect it. */
  readonly headerRow: number | null;
  /** Chosen columns. Null: as the header says. */
  readonly columns: ColumnChoice | null;
  /** Accepted offers for numbers. Other numbers stay as written. */
  readonly mends: readonly NumberCorrection[];
  /** Treatment of people with doubtful names. Null: not decided. */
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
