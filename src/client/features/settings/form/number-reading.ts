/**
 * Parses numbers typed in the workspace's locale. An empty text is 0 (spec A 5), and a text that is not a number is
 * NaN. Pure.
 */
import type { DateLocale } from '../../../../contract/regional.ts';

/** '1.500,5' and '1500,5' → 1500.5 in es-AR. A point that can't separate thousands is a decimal point: '0.5' → 0.5. */
export function parseTypedDecimal(text: string, locale: DateLocale): number {
  const typed = text.replace(/\s/g, '');
  if (typed === '') return 0;
  const [group, decimal] = locale === 'en-US' ? [',', '.'] : ['.', ','];
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(typed);
  const plain = (grouped ? typed.replaceAll(group, '') : typed).replace(/[.,]/, '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Parses a number typed in the workspace's locale and drops its decimals: '12,7' → 12. */
export function parseTypedInteger(text: string, locale: DateLocale): number {
  return Math.trunc(parseTypedDecimal(text, locale));
}

/** Formats a number for an input field: 1500.5 → '1500,5'; NaN and null → ''. */
export function formatNumberForInput(value: number | null, locale: DateLocale): string {
  if (value === null || Number.isNaN(value)) return '';
  return locale === 'en-US' ? String(value) : String(value).replace('.', ',');
}
