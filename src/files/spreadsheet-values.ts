/** Writes numbers and dates of spreadsheet cells as text. Pure functions. */

export interface SpreadsheetDateFormats {
  /** Number formats by index of the cell style. `code` is null if the file does not define the format. */
  readonly styles: readonly { readonly id: number; readonly code: string | null }[];
  /** True if the workbook counts dates from 1904, as old Excel for Mac, instead of 1900. */
  readonly startsIn1904: boolean;
}

/** Ranges of ids of Excel's built-in formats for dates and times. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const dayMs = 86_400_000;
/** Serial number of 9999-12-31. */
const lastDay = 2_958_465;
/** Serial number of 29 February 1900. Excel counts this day, although it never existed. */
const falseDay = 60;
const daysTo1904 = 1_462;

/**
 * Formats the number of a spreadsheet cell. Integers below 1e21 lose their exponent, and larger ones stay as they are
 * written. Other numbers are rounded to 15 digits. A text that is no number is only trimmed.
 */
export function formatCellNumber(text: string): string {
  const written = text.trim();
  if (written === '' || /^-?\d+$/.test(written)) return written;
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? value.toFixed(0) : written;
  // Rounds to fifteen digits, as Excel does: 0.30000000000000004 becomes 0.3.
  return String(Number(value.toPrecision(15)));
}

/** Writes a cell's date as '31/12/2026', '31/12/2026 18:30' or '18:30'. Null if the cell is not a date. */
export function formatCellDate(
  text: string,
  style: number,
  { styles, startsIn1904 }: SpreadsheetDateFormats,
): string | null {
  const format = styles[style];
  if (!format || !isDate(format)) return null;
  const serial = Number(text) + (startsIn1904 && Number(text) >= 1 ? daysTo1904 : 0);
  if (text.trim() === '' || !(serial >= 0 && serial <= lastDay)) return null;
  const days = serial < falseDay ? serial + 1 : serial;
  const moment = new Date(Math.round(((days - 25_569) * dayMs) / 1_000) * 1_000).toISOString();
  const [year, month, day] = moment.slice(0, 10).split('-');
  const time = moment.slice(17, 19) === '00' ? moment.slice(11, 16) : moment.slice(11, 19);
  if (serial < 1) return time;
  return `${day}/${month}/${year}${time === '00:00' ? '' : ` ${time}`}`;
}

function isDate({ id, code }: SpreadsheetDateFormats['styles'][number]): boolean {
  if (code === null) return builtInDates.some(([first, last]) => id >= first && id <= last);
  // Remove the parts of a cell's number format that show no date: quoted texts, escaped characters, padding, colours
  // and currencies. Their letters could be mistaken for date codes.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}
