/** Writes a line of a CSV file for Excel in Spanish: `;` between cells, every cell quoted, and no formulas. */

import { internationalFormat } from '../phone/international-format.ts';

/** The byte order mark at the file's start, so that it is read as UTF-8. */
export const csvBom = '\uFEFF';

/** A CSV line with its line end. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`;
}

/**
 * Matches a sign that starts a formula, full-width or not, at the start of the cell or after a separator, because a
 * reader may split, trim or unquote the cell. Also matches leading white space that a reader may drop. The lookbehind
 * starts at signs only, so long texts stay fast.
 */
const formula = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s"]*.)|^[\t\r\n]/g;

/** Puts an apostrophe before each formula sign. */
function withoutFormulas(cell: string): string {
  // E.164 numbers begin with '+' as formulas do, but are kept unchanged.
  return internationalFormat.test(cell) ? cell : cell.replace(formula, "'$&");
}
