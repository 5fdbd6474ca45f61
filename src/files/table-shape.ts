/**
 * Finds where the table begins and ends in a file, and splits rows whose separator differs from that of the file. Pure
 * functions.
 */
import { findColumnIndexByNames, recipientNameColumnNames, phoneColumnNames } from '../contract/recipient-file.ts';
import { isFilledCell, looksLikePhoneNumber } from './cell-shapes.ts';
import { forEachDelimitedRow, findMostFrequent, cellSeparators } from './delimited-rows.ts';
import type { FileRow } from './file-table.ts';

const mostTitles = 10;
const countFilled = ({ cells }: FileRow): number => cells.filter(isFilledCell).length;
/** Joins the filled cells of a row into one line for display. */
export const joinRowCells = ({ cells }: FileRow): string =>
  cells
    .filter(isFilledCell)
    .map((cell) => cell.trim())
    .join(' ');

const phoneName =
  /^(?:tel[eé]?f?|tlf|fono|phone|cel(?!d)|m[oó]vil|mobile|whats|n[uú]mero|abonado|l[ií]nea|phone_number|contacto)/i;
const longestName = 60;

const isColumnName = (cell: string): boolean =>
  cell.length <= longestName &&
  !/\d{4}/.test(cell) &&
  (findColumnIndexByNames([cell], [...phoneColumnNames, ...recipientNameColumnNames]) !== null ||
    phoneName.test(cell.trim()));

/** Returns the index of the row with the column names, among a file's first rows. */
export function findHeaderRowIndex(rows: readonly FileRow[]): number {
  const width = findMostFrequent(rows.map(countFilled));
  const isHeader =
    width > 1
      ? (row: FileRow) => countFilled(row) > 1 && countFilled(row) * 2 >= width
      : (row: FileRow) => row.cells.some(isColumnName);
  const found = rows.slice(0, mostTitles + 1).findIndex(isHeader);
  const isTitle = (row: FileRow): boolean => !row.cells.some(looksLikePhoneNumber) && !row.cells.some(isColumnName);
  return found > 0 && rows.slice(0, found).every(isTitle) ? found : 0;
}

/**
 * Splits a row that has another separator than its file, for example ';' in a file of ','. Returns other rows
 * unchanged. `width` is the table's number of columns.
 */
export function splitRowBySeparator(row: FileRow, width: number): FileRow {
  const [first = '', ...others] = row.cells;
  if (width < 2 || first === '' || others.some(isFilledCell)) return row;
  for (const separator of cellSeparators) {
    if (!first.includes(separator)) continue;
    let parts: readonly string[] = [];
    forEachDelimitedRow(first, separator, ({ cells }) => {
      parts = cells;
      return false;
    });
    if (parts.length === width && (parts.some(looksLikePhoneNumber) || parts.some(isColumnName)))
      return { ...row, cells: parts };
  }
  return row;
}

/** Minimum number of rows at the end of a file that are searched for a footer. */
export const fileFooterSearchRowCount = 20;

const footerText =
  /^[\s"*-]*(?:copyright\b|©|\(c\)|confidential|generated (?:by|on)|generado (?:por|el)|exportado (?:por|el)|fuente:|p[áa]gina \d|(?:sub|grand )?total(?:es)?(?: general(?:es)?)?\s*(?:$|[:=(]|de (?:registros|filas|clientes|contactos)\b)|suma\s*(?:$|:)|cantidad de (?:registros|filas)\b|(?:records?|registros?)\s*:)/i;

/**
 * Returns the index of the footer's first row among a file's last rows, or the number of rows if there is no footer.
 * `width`: number of columns of the table.
 */
export function findFileFooterIndex(rows: readonly FileRow[], width: number): number {
  let end = rows.length;
  while (end > 0) {
    const last = rows[end - 1];
    if (last && footerText.test(last.cells.find(isFilledCell) ?? '') && !last.cells.some(isWholeNumber)) {
      end -= 1;
      continue;
    }
    // Treat rows with a single filled cell as a footer if an empty row precedes them.
    let start = end - 1;
    while (start > 0 && (rows[start]?.row ?? 0) - (rows[start - 1]?.row ?? 0) === 1) start -= 1;
    const isBlock = start > 0 && width > 1 && rows.slice(start, end).every(isRemark);
    if (!isBlock) break;
    end = start;
  }
  return end;
}

const isWholeNumber = (cell: string): boolean => looksLikePhoneNumber(cell) && cell.replaceAll(/\D/g, '').length > 9;
const isRemark = (row: FileRow): boolean => countFilled(row) === 1 && !row.cells.some(looksLikePhoneNumber);
