/**
 * Writes CSV lines for Excel in Spanish. Cells are separated by `;` and quoted, and formulas in them are made harmless.
 */

import { internationalNumberPattern } from '../phone/international-format.ts';

/** The byte order mark. A CSV file begins with it, so that Excel reads the file as UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/** Returns a CSV line with its line break. Null becomes an empty cell. */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`;
}

/**
 * Matches each character that could start a spreadsheet formula, at the start of the cell or after a separator. A
 * program that splits or unquotes the cell would also read a formula after a separator.
 * Also matches a leading tab or line break, which a program may drop. The lookbehind comes after the character, so that
 * it is tried at few places and long texts stay fast.
 */
const formula = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s"]*.)|^[\t\r\n]/g;

/** Puts an apostrophe before each formula sign. */
function withoutFormulas(cell: string): string {
  // Write phone numbers in E.164 without apostrophe: they begin with '+', like some formulas, but are safe.
  return internationalNumberPattern.test(cell) ? cell : cell.replace(formula, "'$&");
}
