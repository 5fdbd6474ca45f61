/** Creates formatters of figures and times for one workspace's regional settings. Pure. */
import {
  formatDate,
  formatDateTime,
  formatCalendarDay,
  formatShortDate,
  formatTime,
  formatTimeWithSeconds,
} from './dates.ts';
import { describeDollarRate, formatCallCost, formatTotalCost } from './money.ts';
import {
  formatUnsignedChange,
  formatSignedChange,
  formatCount,
  formatDecimal,
  formatNumberUpToSixDecimals,
  formatPercent,
  formatCappedTotal,
  type FigureChangeUnit,
} from './numbers.ts';
import type { RegionalFormatSettings } from './regional.ts';

type Moment = string | null | undefined;

/** Formatters for one workspace. Unknown figures read 'Sin datos', unknown or invalid times '-'. */
export interface RegionalFormat {
  /** Regional settings that these formatters use. */
  readonly regional: RegionalFormatSettings;
  /** A count: 12345 → '12.345' */
  readonly count: (count: number) => string;
  /** Formats a total; adds '+' ('10.000+') if the server stopped counting at a limit. */
  readonly total: (total: number, capped: boolean) => string;
  /** A figure with exactly `digits` decimals. */
  readonly decimal: (figure: number | null, digits: number) => string;
  /** Formats a figure with as many decimals as it has, at most six. */
  readonly figure: (figure: number) => string;
  /** Formats a rate from 0 to 100 with one decimal: '12,5%'. */
  readonly percent: (percent: number | null) => string;
  /** Formats a figure's change with its sign: '−3,2 pts.', '+12,0%'. */
  readonly change: (change: number, unit: FigureChangeUnit) => string;
  /** Formats the size of a figure's change without sign, for use beside a word such as 'subió'. */
  readonly amount: (change: number, unit: FigureChangeUnit) => string;
  /** Formats the cost of one call from US cents, in the workspace's currency: 'US$ 0,123'. */
  readonly callCost: (usCents: number | null) => string;
  /** Cost of several calls: 'US$ 12,35'. */
  readonly totalCost: (usCents: number | null) => string;
  /** Text on the dollar rate and its date, for the tooltip of a converted cost; null if costs are in dollars. */
  readonly moneyNote: () => string | null;
  /** Date of a moment in the workspace's zone: '21/11/2026'. */
  readonly date: (iso: Moment) => string;
  /** Formats a calendar day such as '2026-11-21' as '21/11/2026', independent of any time zone. */
  readonly day: (calendarDate: Moment) => string;
  /** Formats a moment's day and month in the locale's order: '21/11'. */
  readonly shortDate: (iso: Moment) => string;
  /** Date and time of a moment: '21/11/2026 14:05' */
  readonly dateTime: (iso: Moment) => string;
  /** Time of a moment, 24 hours in every locale: '14:05'. */
  readonly time: (iso: Moment) => string;
  /** Time with seconds: '14:05:09' */
  readonly timeWithSeconds: (iso: Moment) => string;
}

export function createRegionalFormat(regional: RegionalFormatSettings): RegionalFormat {
  return {
    regional,
    count: (count) => formatCount(count, regional),
    total: (total, capped) => formatCappedTotal(total, capped, regional),
    decimal: (figure, digits) => formatDecimal(figure, digits, regional),
    figure: (figure) => formatNumberUpToSixDecimals(figure, regional),
    percent: (percent) => formatPercent(percent, regional),
    change: (change, unit) => formatSignedChange(change, unit, regional),
    amount: (change, unit) => formatUnsignedChange(change, unit, regional),
    callCost: (usCents) => formatCallCost(usCents, regional),
    totalCost: (usCents) => formatTotalCost(usCents, regional),
    moneyNote: () => describeDollarRate(regional),
    date: (iso) => formatDate(iso, regional),
    day: (calendarDate) => formatCalendarDay(calendarDate, regional),
    shortDate: (iso) => formatShortDate(iso, regional),
    dateTime: (iso) => formatDateTime(iso, regional),
    time: (iso) => formatTime(iso, regional),
    timeWithSeconds: (iso) => formatTimeWithSeconds(iso, regional),
  };
}
