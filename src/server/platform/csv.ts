/** CSV as Excel in Spanish opens it: `;` between cells, a BOM before all, nothing that a spreadsheet would calculate. */
import Papa from 'papaparse';

/** First in a file, so that Excel reads it as UTF-8. */
export const csvBom = '\uFEFF';

/** What a spreadsheet may take for a formula. A telephone number in E.164 is none. */
const formula = /^(?!\+[1-9]\d{1,14}$)[=+\-@\t\r\n]/;

/** Lines with their ends. A cell that a spreadsheet would calculate gets an apostrophe before it; null is an empty cell. */
export function csvLines(rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as (string | number | null)[][], { delimiter: ';', newline: '\r\n', escapeFormulae: formula })}\r\n`;
}
