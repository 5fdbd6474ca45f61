/**
 * Formats telephone numbers for display. API responses contain the displayed number beside the E.164 number, which
 * files and filters use.
 */
import { withheldPhoneNumberText } from '../../labels/shown-number-es.ts';
import { formatGroupedPhoneNumber } from '../../phone/numbering-plan.ts';
import { isWithheldCallerId } from '../../phone/withheld-number.ts';

/** Cache from numbers to their display format, because formatting takes 50 µs and lists repeat numbers. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** Formats a telephone number as '+54 9 341 555-1533', or 'Número oculto' if withheld. Other texts stay as they are. */
export function formatPhoneNumber(number: string): string {
  const before = known.get(number);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const shown = isWithheldCallerId(number) ? withheldPhoneNumberText : formatGroupedPhoneNumber(number);
  known.set(number, shown);
  return shown;
}

export function formatPhoneNumberOrNull(number: string | null): string | null {
  return number === null ? null : formatPhoneNumber(number);
}

/** Returns the display format of every E.164 number in a value, including nested objects and lists. Key: the number. */
export function collectDisplaysByPhoneNumber(value: unknown): Record<string, string> {
  if (typeof value === 'string') return /^\+[1-9]\d{6,14}$/.test(value) ? { [value]: formatPhoneNumber(value) } : {};
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.values(value).map(collectDisplaysByPhoneNumber)) as Record<string, string>;
}
