/** Checks of a table cell that are cheap enough for millions of cells. */

/** True if a cell contains only the digits and punctuation of a telephone number, with 7 to 17 digits. */
export function looksLikePhoneNumber(cell: string): boolean {
  const text = cell.length > 40 ? '' : cell.trim();
  if (!/^[+(='"\d][\d\s().+/"'-]*$/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 17;
}

export const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';
