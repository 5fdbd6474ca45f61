/**
 * Formats costs. All functions are pure. The provider bills in US dollars. They are shown as 'US$ 0,123', because a
 * bare `$` means pesos here. Costs are converted to the workspace's currency only if an admin has entered an exchange
 * rate with its date.
 */
import type { WorkspaceCurrency } from '../../contract/regional.ts';
import { noDataText } from '../../labels/common-es.ts';
import { exchangeRateLabels } from '../../labels/help-es.ts';
import { findLabelEntry } from '../../labels/known.ts';
import { formatCalendarDay } from './dates.ts';
import { formatDecimal } from './numbers.ts';
import type { RegionalFormatSettings } from './regional.ts';

const signs: Readonly<Record<WorkspaceCurrency, string>> = { USD: 'US$', ARS: '$', BRL: 'R$', EUR: '€' };

/**
 * Sign of a currency. The peso's sign is `$` in es-AR, but 'ARS' in other locales, where readers would take `$` for a
 * dollar.
 */
function signOf(currency: WorkspaceCurrency, { dateLocale }: RegionalFormatSettings): string {
  return currency === 'ARS' && dateLocale !== 'es-AR' ? 'ARS' : (findLabelEntry(signs, currency) ?? currency);
}

/** The dollar rate of the workspace's currency, with its date; null for dollars, or if no rate is set. */
function rateOf({
  currency,
  usdRate,
}: RegionalFormatSettings): { readonly rate: number; readonly date: string } | null {
  return currency === 'USD' ? null : usdRate;
}

/** Formats a cost in US cents in the workspace's currency. */
function formatCents(cents: number | null, regional: RegionalFormatSettings, decimals: number): string {
  if (cents === null || !Number.isFinite(cents)) return noDataText;
  const dollars = cents / 100;
  const rate = rateOf(regional);
  if (rate === null) return `${signs.USD} ${formatDecimal(dollars, decimals, regional)}`;
  // If one dollar is worth ten or more units of the currency, show at most two decimals, because a third would mean
  // very little.
  const figure = formatDecimal(dollars * rate.rate, rate.rate >= 10 ? Math.min(decimals, 2) : decimals, regional);
  return `${signOf(regional.currency, regional)} ${figure}`;
}

/** Formats the cost of one call from US cents, with three decimals: 12.3 → 'US$ 0,123'. */
export function formatCallCost(cents: number | null, regional: RegionalFormatSettings): string {
  return formatCents(cents, regional, 3);
}

/** Formats the cost of several calls from US cents, with two decimals. */
export function formatTotalCost(cents: number | null, regional: RegionalFormatSettings): string {
  return formatCents(cents, regional, 2);
}

/** Text on the dollar rate and its date, for the tooltip of a converted cost; null if costs are in dollars. */
export function describeDollarRate(regional: RegionalFormatSettings): string | null {
  const rate = rateOf(regional);
  if (rate === null) return null;
  const digits = rate.rate >= 10 ? 2 : 4;
  const one = `${signOf(regional.currency, regional)} ${formatDecimal(rate.rate, digits, regional)}`;
  return exchangeRateLabels.convertedAt(formatCalendarDay(rate.date, regional), one);
}
