/**
 * One line of a file that Excel in Spanish opens, as server and browser write it: `;` between cells, every cell quoted,
 * nothing that a spreadsheet would calculate.
 */

import { internationalFormat } from '../phone/international-format.ts';

/** First in such a file, so that it is read as UTF-8. */
export const csvBom = '\uFEFF';

/** With its end. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`;
}

/**
 * A sign that begins a formula, full-width or not, at the cell's begin or behind what a reader may split it at, which may trim
 * or unquote what it finds; and white space at the begin that a reader may drop. It looks back from signs alone, so that no
 * text takes long.
 */
const formula = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s"]*.)|^[\t\r\n]/g;

/** With an apostrophe before each. */
function withoutFormulas(cell: string): string {
  // E.164 numbers begin with '+' as formulas do, but are kept unchanged.
  return internationalFormat.test(cell) ? cell : cell.replace(formula, "'$&");
}
