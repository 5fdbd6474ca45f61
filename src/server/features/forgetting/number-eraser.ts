/** Finds one phone number in texts, in any spelling, and removes it. Pure. */
import { readNumberKey } from '../../../phone/number-key.ts';
import type { NumberContext } from '../../../phone/read-number.ts';
import { erasedNumber } from '../../../labels/forgetting-es.ts';

/** Finds and erases one phone number within a feature's texts. */
export interface NumberEraser {
  /** The number key, as `numberKeyOf` returns it. */
  readonly key: string;
  /** POSIX regular expression for the database that matches every text with the phone number, and few others. */
  readonly pattern: string;
  /** True if the text contains the number. */
  isIn(text: string): boolean;
  /** Returns a copy of a value with the phone number removed from all its texts, including object keys. */
  erase<T>(value: T): T;
}

/** Count of last digits that all spellings of a phone number share. */
const suffixLength = 6;
/** Pattern of a phone number in the groups that people write, without the punctuation that ends a sentence. */
const written = /(?:[+(]{1,2}|\b)\d(?:[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'-]{0,3}\d){7,17}/g;

/** Creates the eraser of one number. `context` gives the country of numbers without a calling code. */
export function createNumberEraser(key: string, context: NumberContext): NumberEraser {
  // Texts are also compared with the number key itself, because logs contain keys, and an Argentine key can't be read
  // as a phone number in another country.
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
    // The cast is safe, because erasing only changes texts within the value.
    erase: <T>(value: T) => erase(value) as T,
  };
}
