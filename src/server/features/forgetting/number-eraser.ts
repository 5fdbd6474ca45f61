/** Finds one number in texts, however it is written there, and takes it out. Pure. */
import { readNumberKey } from '../../../phone/number-key.ts';
import type { NumberContext } from '../../../phone/read-number.ts';
import { erasedNumber } from '../../../labels/forgetting-es.ts';

/** How a feature finds and erases a number that it keeps within texts. */
export interface NumberEraser {
  /** The number's key, as from `numberKeyOf`. */
  readonly key: string;
  /** A regular expression (POSIX, for the database) that matches every text that holds the number, and few others. */
  readonly pattern: string;
  /** Whether the text holds the number. */
  isIn(text: string): boolean;
  /** The same value; every text in it, keys too, without the number. */
  erase<T>(value: T): T;
}

/** All spellings of one number end with so many digits alike. */
const suffixLength = 6;
/** Digits as people group them; a sentence's end is none of them. */
const written = /(?:[+(]{1,2}|\b)\d(?:[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'-]{0,3}\d){7,17}/g;

/** Numbers without a calling code are read by `context`. */
export function createNumberEraser(key: string, context: NumberContext): NumberEraser {
  // Logs contain keys unchanged. An Argentine key is not a valid number in other countries.
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
    // Nothing but texts changes.
    erase: <T>(value: T) => erase(value) as T,
  };
}
