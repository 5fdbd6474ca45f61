/** All writers bound to one workspace's regional settings, so that a screen asks for them once. Pure. */
import { formatDate, formatDateTime, formatDay, formatShortDate, formatTime, formatTimeWithSeconds } from './dates.ts';
import { describeRate, formatCallCost, formatTotalCost } from './money.ts';
import {
  formatAmount,
  formatChange,
  formatCount,
  formatDecimal,
  formatFigure,
  formatPercent,
  formatTotal,
  type ChangeUnit,
} from './numbers.ts';
import type { Regional } from './regional.ts';

type Moment = string | null | undefined;

/** Figures that are null or no number read 'Sin datos'; moments that are null or unreadable read '-'. */
export interface RegionalFormat {
  /** What the writers are bound to. */
  readonly regional: Regional;
  /** 12345 → '12.345' */
  readonly count: (count: number) => string;
  /** A total that the server may have stopped counting: '10.000+'. */
  readonly total: (total: number, capped: boolean) => string;
  /** With exactly `digits` decimals. */
  readonly decimal: (figure: number | null, digits: number) => string;
  /** With as many decimals as the figure has, six at most. */
  readonly figure: (figure: number) => string;
  /** 0 to 100, one decimal: '12,5%'. */
  readonly percent: (percent: number | null) => string;
  /** How a figure moved: '−3,2 pts.', '+12,0%'. */
  readonly change: (change: number, unit: ChangeUnit) => string;
  /** The same without its sign, beside a word that tells the direction. */
  readonly amount: (change: number, unit: ChangeUnit) => string;
  /** What one call costs, of US cents in the workspace's currency: 'US$ 0,123'. */
  readonly callCost: (usCents: number | null) => string;
  /** What several calls cost together: 'US$ 12,35'. */
  readonly totalCost: (usCents: number | null) => string;
  /** Which dated rate costs are converted at, for their tooltip; null while they read in dollars. */
  readonly moneyNote: () => string | null;
  /** '21/11/2026', the day in the workspace's zone. */
  readonly date: (iso: Moment) => string;
  /** '21/11/2026' of a calendar day such as '2026-11-21', which no zone moves. */
  readonly day: (calendarDate: Moment) => string;
  /** '21/11': day and month in the locale's order. */
  readonly shortDate: (iso: Moment) => string;
  /** '21/11/2026 14:05' */
  readonly dateTime: (iso: Moment) => string;
  /** '14:05', 24 hours in every locale. */
  readonly time: (iso: Moment) => string;
  /** '14:05:09' */
  readonly timeWithSeconds: (iso: Moment) => string;
}

export function bindFormat(regional: Regional): RegionalFormat {
  return {
    regional,
    count: (count) => formatCount(count, regional),
    total: (total, capped) => formatTotal(total, capped, regional),
    decimal: (figure, digits) => formatDecimal(figure, digits, regional),
    figure: (figure) => formatFigure(figure, regional),
    percent: (percent) => formatPercent(percent, regional),
    change: (change, unit) => formatChange(change, unit, regional),
    amount: (change, unit) => formatAmount(change, unit, regional),
    callCost: (usCents) => formatCallCost(usCents, regional),
    totalCost: (usCents) => formatTotalCost(usCents, regional),
    moneyNote: () => describeRate(regional),
    date: (iso) => formatDate(iso, regional),
    day: (calendarDate) => formatDay(calendarDate, regional),
    shortDate: (iso) => formatShortDate(iso, regional),
    dateTime: (iso) => formatDateTime(iso, regional),
    time: (iso) => formatTime(iso, regional),
    timeWithSeconds: (iso) => formatTimeWithSeconds(iso, regional),
  };
}
