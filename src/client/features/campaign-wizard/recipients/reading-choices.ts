/** What a person decided about a list beyond what it says itself. Small, because the page needs it before any list is read. */
import type { ColumnChoice } from './recipient-columns.ts';
import type { PhoneMend } from './recipient-numbers.ts';

export interface ReadingChoices {
  /** Of a spreadsheet; null: its first one. */
  readonly sheet: string | null;
  /** As a spreadsheet numbers it; null: as it is found. */
  readonly headerRow: number | null;
  /** Null: as the header says. */
  readonly columns: ColumnChoice | null;
  /** What is accepted of what is offered for numbers; the others stay as they are written. */
  readonly mends: readonly PhoneMend[];
  /** What becomes of people whose name seems to be none; null: not decided. */
  readonly names: 'call' | 'omit' | null;
  /** What was typed in place of single cells, by `cellKey`. */
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
