/** Telephone numbers in a readable format. Answers have them beside E.164, which files, filters and copies use. */
import { withheldNumber } from '../../labels/shown-number-es.ts';
import { groupNumber } from '../../phone/numbering-plan.ts';
import { isWithheldNumber } from '../../phone/withheld-number.ts';

/** A cache of readable telephone numbers, because parsing takes 50 µs and lists repeat their numbers. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** A telephone number as '+54 9 341 555-1533', or 'Número oculto'. A text that is no such number is unchanged. */
export function formatShownNumber(number: string): string {
  const before = known.get(number);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const shown = isWithheldNumber(number) ? withheldNumber : groupNumber(number);
  known.set(number, shown);
  return shown;
}

/** The telephone number in a readable format, or null for null. */
export function showKnownNumber(number: string | null): string | null {
  return number === null ? null : formatShownNumber(number);
}

/** Maps each E.164 number in a value to its readable format. Objects and lists are searched too. */
export function showNumbersIn(value: unknown): Record<string, string> {
  if (typeof value === 'string') return /^\+[1-9]\d{6,14}$/.test(value) ? { [value]: formatShownNumber(value) } : {};
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.values(value).map(showNumbersIn)) as Record<string, string>;
}
