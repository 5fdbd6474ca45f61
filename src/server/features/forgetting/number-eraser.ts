/** Detects a phone number within texts, however it is written, and removes it. Pure. */
import { readNumberKey } from '../../../phone/number-key.ts';
import type { PhoneNumberReadingContext } from '../../../phone/read-number.ts';
import { erasedNumberText } from '../../../labels/forgetting-es.ts';

export interface PhoneNumberTextRemover {
  /** The number key, as `numberKeyOf` returns it. */
  readonly key: string;
  /**
   * POSIX regular expression for PostgreSQL. It matches every text that contains the phone number, and may also match a
   * few others.
   */
  readonly pattern: string;
  /** True if the text contains the number. */
  isIn(text: string): boolean;
  /** Returns a copy of a value in which the phone number is removed from all texts and from object keys. */
  erase<T>(value: T): T;
}

/** Number of digits at the end of a phone number that are the same in all its spellings. */
const suffixLength = 6;
/** Pattern of a phone number with the usual separators between digits, but without punctuation after it. */
const written = /(?:[+(]{1,2}|\b)\d(?:[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'-]{0,3}\d){7,17}/g;

/**
 * Creates the object that removes one phone number from texts. `context` has the country of numbers without a calling
 * code.
 */
export function createPhoneNumberTextRemover(key: string, context: PhoneNumberReadingContext): PhoneNumberTextRemover {
  // Match the bare number key too (see number-key.ts), because logs contain it. An Argentine number key is a national
  // number, which can't be parsed if `context` has another country.
  const isNumber = (text: string): boolean => text === key || readNumberKey(text, context) === key;
  const eraseText = (text: string): string =>
    text.replaceAll(written, (found) => (isNumber(found) ? erasedNumberText : found));

  function erase(value: unknown): unknown {
    if (typeof value === 'string') return eraseText(value);
    if (typeof value === 'number') return isNumber(String(value)) ? erasedNumberText : value;
    if (Array.isArray(value)) return value.map(erase);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [eraseText(name), erase(each)]));
  }

  return {
    key,
    pattern: key.slice(-suffixLength).replaceAll(/(?<=.)(?=.)/g, '[^0-9]{0,3}'),
    isIn: (text) => eraseText(text) !== text,
    erase: <T>(value: T) => erase(value) as T,
  };
}
