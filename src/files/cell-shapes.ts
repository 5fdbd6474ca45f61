/** Functions that check a cell of a table. They are fast enough for millions of cells. */

/** True if a cell has 7 to 17 digits, and otherwise only characters that occur in phone numbers. */
export function looksLikePhoneNumber(cell: string): boolean {
  const text = cell.length > 40 ? '' : cell.trim();
  if (!/^[+(='"\d][\d\s().+/"'-]*$/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 17;
}

export const isFilledCell = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';
