/** What a cell looks like before anything reads it: cheap questions, asked of millions of cells. */

/** Signs and digits of a telephone number, and nothing else. */
export function looksLikeNumber(cell: string): boolean {
  const text = cell.length > 40 ? '' : cell.trim();
  if (!/^[+(='"\d][\d\s().+/"'-]*$/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 17;
}

export const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';
