/** Writes lines of CSV files for Excel in Spanish: `;` between cells, every cell quoted, no formulas. */

import { internationalFormat } from '../phone/international-format.ts';

/** The byte order mark at the start of a CSV file, so that it is read as UTF-8. */
export const csvBom = '\uFEFF';

/** Returns a CSV line with its line break. Null is an empty cell. */
export function writeCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`;
}

/**
 * Matches a sign that starts a spreadsheet formula, full-width or not, at the start of the cell or after a separator,
 * because a reader may split, trim or unquote the cell. Also matches leading white space that a reader may drop. The
 * lookbehind starts at signs only, so long texts stay fast.
 */
const formula = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s"]*.)|^[\t\r\n]/g;

/** Puts an apostrophe before each formula sign. */
function withoutFormulas(cell: string): string {
  // Phone numbers in E.164 begin with '+' as formulas do, but the CSV keeps them unchanged.
  return internationalFormat.test(cell) ? cell : cell.replace(formula, "'$&");
}
