/** Reads numbers typed in the workspace's locale. Empty text counts as 0 (spec A 5), other text as NaN. Pure. */
import type { DateLocale } from '../../../../contract/regional.ts';

/** '1.500,5' and '1500,5' → 1500.5 in es-AR. A separator that can't group thousands is decimal: '0.5' → 0.5. */
export function readDecimal(text: string, locale: DateLocale): number {
  const typed = text.replace(/\s/g, '');
  if (typed === '') return 0;
  const [group, decimal] = locale === 'en-US' ? [',', '.'] : ['.', ','];
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(typed);
  const plain = (grouped ? typed.replaceAll(group, '') : typed).replace(/[.,]/, '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Reads a number typed in the workspace's locale and cuts its decimals: '12,7' → 12. */
export function readInteger(text: string, locale: DateLocale): number {
  return Math.trunc(readDecimal(text, locale));
}

/** A number as its input field shows it: 1500.5 → '1500,5'; NaN and null → ''. */
export function writeNumber(value: number | null, locale: DateLocale): string {
  if (value === null || Number.isNaN(value)) return '';
  return locale === 'en-US' ? String(value) : String(value).replace('.', ',');
}
