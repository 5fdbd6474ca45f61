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
 * Matches each character that could start a spreadsheet formula: at the start of the cell, or after a separator,
 * because a program may split or unquote the cell. Also matches leading white space that a program may drop. The
 * lookbehind is tried at such characters only, so that long texts stay fast.
 */
const formula = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s"]*.)|^[\t\r\n]/g;

/** Puts an apostrophe before each formula sign. */
function withoutFormulas(cell: string): string {
  // Write phone numbers in E.164 without apostrophe: they begin with '+', like some formulas, but are safe.
  return internationalNumberPattern.test(cell) ? cell : cell.replace(formula, "'$&");
}
