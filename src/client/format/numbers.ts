/** Formats figures in the workspace's locale: 1.234 · 12,5%. All pure; unknown figures read 'Sin datos'. */
import { noDataText } from '../../labels/common-es.ts';
import { getCachedNumberFormatter, type RegionalFormatSettings } from './regional.ts';

/** A count: 12345 → '12.345'. */
export function formatCount(count: number, regional: RegionalFormatSettings): string {
  return Number.isFinite(count) ? getCachedNumberFormatter(regional, 0).format(count) : noDataText;
}

/** Formats a total; adds '+' ('10.000+') if the server stopped counting at a limit. */
export function formatCappedTotal(total: number, capped: boolean, regional: RegionalFormatSettings): string {
  return capped ? `${formatCount(total, regional)}+` : formatCount(total, regional);
}

/** Formats a figure with exactly `digits` decimals: 1.5 → '1,50'. */
export function formatDecimal(figure: number | null, digits: number, regional: RegionalFormatSettings): string {
  return figure !== null && Number.isFinite(figure)
    ? getCachedNumberFormatter(regional, digits).format(figure)
    : noDataText;
}

/** Formats a figure with as many decimals as it has, at most six: 0.25 → '0,25', 3 → '3'. */
export function formatNumberUpToSixDecimals(figure: number, regional: RegionalFormatSettings): string {
  return Number.isFinite(figure) ? getCachedNumberFormatter(regional, 0, 6).format(figure) : noDataText;
}

/** Formats a rate from 0 to 100 with one decimal: 12.5 → '12,5%'; null → 'Sin datos'. */
export function formatPercent(percent: number | null, regional: RegionalFormatSettings): string {
  const figure = formatDecimal(percent, 1, regional);
  return figure === noDataText ? figure : `${figure}%`;
}

/** Rounds a rate as `formatPercent` does, so that its grade matches the displayed value. */
export function roundToShownPercent(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/** Unit of a figure's change: points for rates, percent for counts and times. */
export type FigureChangeUnit = 'points' | 'percent';

/** Formats a figure's change without its sign: '3,2 pts.', '12,0%'. */
export function formatUnsignedChange(change: number, unit: FigureChangeUnit, regional: RegionalFormatSettings): string {
  const figure = formatDecimal(Math.abs(change), 1, regional);
  return unit === 'points' ? `${figure} pts.` : `${figure}%`;
}

/** Formats a figure's change with its sign: '−3,2 pts.', '+12,0%'. */
export function formatSignedChange(change: number, unit: FigureChangeUnit, regional: RegionalFormatSettings): string {
  const sign = change === 0 ? '' : change > 0 ? '+' : '−';
  return `${sign}${formatUnsignedChange(change, unit, regional)}`;
}

/** Percentage that `part` is of `whole`, 0 to 100; 0 if the whole is 0. */
export function computePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}
