/** The user's choices on how a recipient file is parsed, in a small module that the page loads early. */
import type { RecipientColumnChoice } from './recipient-columns.ts';
import type { PhoneNumberCorrectionChoice } from './recipient-numbers.ts';

export interface RecipientParsingChoices {
  /** Name of the spreadsheet's sheet to read; null for the first one. */
  readonly sheet: string | null;
  /** Row number of the header, as in a spreadsheet; null to detect it. */
  readonly headerRow: number | null;
  /** Chosen columns. Null: as the header says. */
  readonly columns: RecipientColumnChoice | null;
  /**
   * Kinds of phone number corrections that the user accepted. Numbers that need any other correction stay as written.
   */
  readonly corrections: readonly PhoneNumberCorrectionChoice[];
  /** Whether to call people with doubtful names or leave them out; null until the user decides. */
  readonly names: 'call' | 'omit' | null;
  /** Texts typed into single cells, by `getCellKey`. */
  readonly cells: Readonly<Record<string, string>>;
}

export const defaultRecipientParsingChoices: RecipientParsingChoices = {
  sheet: null,
  headerRow: null,
  columns: null,
  corrections: [],
  names: null,
  cells: {},
};
export const getCellKey = (row: number, position: number): string => `${row}:${position}`;
