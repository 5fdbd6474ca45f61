/**
 * Splits text into search words. The server stores and searches them, and the browser marks matches. A word is letters
 * and digits; accents and case are ignored.
 */

/** Removes accents and case: 'Ñandú' → 'nandu'. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Splits a text into its words in order, without accents and case. Repeated words are repeated. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Digits of a search query that is written as a telephone number: '+54 (11) 5555-1234'. Null for other queries. */
export function digitsOfPhoneQuery(query: string): string | null {
  const digits = query.replace(/\D/g, '');
  return digits.length >= 3 && /^[\d\s+().-]+$/.test(query.trim()) ? digits : null;
}
