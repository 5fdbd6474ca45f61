/** Figures as es-AR writes them: 1.234 · 12,5% · US$ 0,123. All pure; what is not known reads 'Sin datos'. */
import { unknownFigure } from '../../labels/common-es.ts';

const locale = 'es-AR';
const integers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A count: 12345 → '12.345'. */
export function formatCount(count: number): string {
  return integers.format(count);
}

/** A total that the server may have stopped counting: '10.000+'. */
export function formatTotal(total: number, capped: boolean): string {
  return capped ? `${formatCount(total)}+` : formatCount(total);
}

/** A rate from 0 to 100 with one decimal: 12.5 → '12,5%'; null → 'Sin datos'. */
export function formatPercent(percent: number | null): string {
  return percent === null ? unknownFigure : `${oneDecimal.format(percent)}%`;
}

/** part / whole as percent 0 to 100; 0 when the divisor is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

/** US dollars, because the provider bills in them and `$` is the peso here: 0.123 → 'US$ 0,123'. */
export function formatDollars(dollars: number | null, decimals = 3): string {
  if (dollars === null) return unknownFigure;
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `US$ ${figure.format(dollars)}`;
}

/** The provider's cost, which travels in US cents: 12.3 → 'US$ 0,123'. */
export function formatCents(cents: number | null): string {
  return formatDollars(cents === null ? null : cents / 100);
}
