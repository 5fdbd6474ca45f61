/** Numbers in a readable format. Answers contain them beside E.164, which files, filters and copies use. */
import { withheldNumber } from '../../labels/shown-number-es.ts';
import { groupNumber } from '../../phone/numbering-plan.ts';
import { isWithheldNumber } from '../../phone/withheld-number.ts';

/** A cache, because parsing takes 50 µs and lists repeat their numbers. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** '+54 9 341 555-1533', or 'Número oculto'. A text that matches no numbering plan is returned unchanged. */
export function showNumber(number: string): string {
  const before = known.get(number);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const shown = isWithheldNumber(number) ? withheldNumber : groupNumber(number);
  known.set(number, shown);
  return shown;
}

/** The number in a readable format, or null for null. */
export function showKnownNumber(number: string | null): string | null {
  return number === null ? null : showNumber(number);
}

/** Maps each text in the value that is just a number to its readable format. Objects and lists are searched too. */
export function showNumbersIn(value: unknown): Record<string, string> {
  if (typeof value === 'string') return /^\+[1-9]\d{6,14}$/.test(value) ? { [value]: showNumber(value) } : {};
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.values(value).map(showNumbersIn)) as Record<string, string>;
}
