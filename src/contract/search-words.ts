/**
 * How text is cut into the words that calls are found by: by the server, which keeps and asks them, and by the browser,
 * which marks what was found. Accents and case do not count; a word is letters and digits.
 */

/** Without accents and case: 'Ñandú' → 'nandu'. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text in their order, folded; a word that stands in it twice comes twice. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A query that is a telephone number as people write it, as its digits: '+54 (11) 5555-1234'. Null: it is none. */
export function numberOf(query: string): string | null {
  const digits = query.replace(/\D/g, '');
  return digits.length >= 3 && /^[\d\s+().-]+$/.test(query.trim()) ? digits : null;
}
