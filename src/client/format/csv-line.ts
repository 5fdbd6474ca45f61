/** One line of a file that Excel in Spanish opens: `;` between cells, nothing that would run as a formula. Pure. */

/** First in such a file, so that it is read as UTF-8. */
export const csvBom = '\uFEFF';

/** With its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(neutralised(cell))).join(';')}\r\n`;
}

/** With the locale's comma and without its thousands, so that a spreadsheet reads a number; what is not known is empty. */
export function csvNumber(value: number | null, locale: string, decimals = 1): string {
  return value === null ? '' : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimals }).format(value);
}

const quoted = (cell: string) => (/[";\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A cell that a spreadsheet would run as a formula gets an apostrophe; international numbers stay as they are. */
const neutralised = (cell: string) => (/^[=+\-@\t\r\n]/.test(cell) && !/^\+\d{2,15}$/.test(cell) ? `'${cell}` : cell);
