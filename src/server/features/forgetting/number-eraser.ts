/** Finds one number in texts, in any spelling, and removes it. Pure. */
import { readNumberKey } from '../../../phone/number-key.ts';
import type { NumberContext } from '../../../phone/read-number.ts';
import { erasedNumber } from '../../../labels/forgetting-es.ts';

/** Finds and erases a number within a feature's texts. */
export interface NumberEraser {
  /** The number key, as `numberKeyOf` returns it. */
  readonly key: string;
  /** A regular expression (POSIX, for the database) that matches every text with the number, and few others. */
  readonly pattern: string;
  /** True if the text contains the number. */
  isIn(text: string): boolean;
  /** Returns the same value with the number removed from all its texts, including keys. */
  erase<T>(value: T): T;
}

/** Digits at the end that all spellings of a number share. */
const suffixLength = 6;
/** Digits in the groups that people write; the end of a sentence does not belong to them. */
const written = /(?:[+(]{1,2}|\b)\d(?:[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'-]{0,3}\d){7,17}/g;

/** `context` gives the country of numbers without a calling code. */
export function createNumberEraser(key: string, context: NumberContext): NumberEraser {
  // The text is also compared with the key itself: logs contain number keys, and an Argentine key cannot be read as a
  // number in another country.
  const isNumber = (text: string): boolean => text === key || readNumberKey(text, context) === key;
  const eraseText = (text: string): string =>
    text.replaceAll(written, (found) => (isNumber(found) ? erasedNumber : found));

  function erase(value: unknown): unknown {
    if (typeof value === 'string') return eraseText(value);
    if (typeof value === 'number') return isNumber(String(value)) ? erasedNumber : value;
    if (Array.isArray(value)) return value.map(erase);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [eraseText(name), erase(each)]));
  }

  return {
    key,
    pattern: key.slice(-suffixLength).replaceAll(/(?<=.)(?=.)/g, '[^0-9]{0,3}'),
    isIn: (text) => eraseText(text) !== text,
    // The cast is safe because only texts change.
    erase: <T>(value: T) => erase(value) as T,
  };
}
