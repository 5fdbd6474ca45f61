/**
 * Splits text into search words. The server uses them to search calls, and the browser to mark matches. A word consists
 * of letters and digits; accents and case are ignored.
 */

/** Removes accents and case: 'Ñandú' → 'nandu'. */
export function removeAccentsAndCase(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the words of a text in order, without accents and in lower case. Repeated words are kept. */
export function splitIntoSearchWords(text: string): string[] {
  return removeAccentsAndCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the digits of a query that looks like a phone number, such as '+54 (11) 5555-1234'; otherwise null. */
export function extractPhoneQueryDigits(query: string): string | null {
  const digits = query.replace(/\D/g, '');
  return digits.length >= 3 && /^[\d\s+().-]+$/.test(query.trim()) ? digits : null;
}
