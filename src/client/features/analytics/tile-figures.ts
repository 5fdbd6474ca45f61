/** Computes the figures of the Analytics tiles: value, number of calls behind it, and change. Pure. */
import type { Analytics, AnalyticsTotals } from '../../../contract/analytics.ts';
import type { AnalyticsTileName } from '../../../labels/analytics-es.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { compareFigure, type FigureComparison } from '../../format/comparison.ts';

interface TileRule {
  readonly value: (totals: AnalyticsTotals) => number | null;
  /** Number of calls from which an Analytics tile's figure is computed. */
  readonly base: (totals: AnalyticsTotals) => number;
  readonly write: (value: number, format: RegionalFormat) => string;
  /**
   * True if an Analytics tile's figure is a percentage. Its change is given in percentage points, and a rise counts as
   * good.
   */
  readonly isRate?: boolean;
}

const analysed = ({ successfulCalls, failedCalls }: AnalyticsTotals): number => successfulCalls + failedCalls;
const ifAnalysed = (count: (totals: AnalyticsTotals) => number) => (totals: AnalyticsTotals) =>
  analysed(totals) === 0 ? null : count(totals);
const asCount = (value: number, format: RegionalFormat): string => format.count(value);

const rules: Readonly<Record<AnalyticsTileName, TileRule>> = {
  totalCalls: { value: (totals) => totals.totalCalls, base: (totals) => totals.finishedCalls, write: asCount },
  successfulCalls: {
    value: ifAnalysed((totals) => totals.successfulCalls),
    base: analysed,
    write: asCount,
  },
  failedCalls: {
    value: ifAnalysed((totals) => totals.failedCalls),
    base: analysed,
    write: asCount,
  },
  successRate: {
    value: (totals) => totals.successRate,
    base: analysed,
    write: (value, format) => format.percent(value),
    isRate: true,
  },
  averageCallDuration: {
    value: (totals) => totals.averageCallDuration,
    base: (totals) => totals.callsWithDuration,
    write: (value) => formatAverageDuration(value),
  },
  averageLatency: {
    value: (totals) => totals.averageLatency,
    base: (totals) => totals.callsWithLatency,
    write: (value, format) => `${format.count(Math.round(value))} ms`,
  },
  totalCallCost: {
    value: (totals) => totals.totalCallCost,
    base: (totals) => totals.callsWithCost,
    write: (dollars, format) => format.totalCost(100 * dollars),
  },
  costPerSuccessfulCall: {
    value: (totals) => totals.costPerSuccessfulCall,
    base: (totals) => totals.successfulCalls,
    write: (dollars, format) => format.callCost(100 * dollars),
  },
};

export const analyticsTileNames = Object.keys(rules) as readonly AnalyticsTileName[];

export interface AnalyticsTileFigure {
  readonly name: AnalyticsTileName;
  /** The figure; null if unknown. */
  readonly value: number | null;
  readonly written: string | null;
  readonly base: number;
  readonly before: number | null;
  readonly writtenBefore: string | null;
  readonly isRate: boolean;
  /** Change of an Analytics tile's figure since the comparison range; null if nothing is compared. */
  readonly comparison: FigureComparison | null;
}

export function computeAnalyticsTileFigures(
  analytics: Analytics,
  format: RegionalFormat,
): readonly AnalyticsTileFigure[] {
  return analyticsTileNames.map((name) => {
    const { value: valueOf, base, write, isRate = false } = rules[name];
    const { previous } = analytics;
    const value = valueOf(analytics);
    const before = previous === null ? null : valueOf(previous);
    const calls = { now: base(analytics), before: previous === null ? 0 : base(previous) };
    return {
      name,
      value,
      written: value === null ? null : write(value, format),
      base: base(analytics),
      before,
      writtenBefore: before === null ? null : write(before, format),
      isRate,
      comparison: isRate
        ? compareFigure({ now: value, before, isRate, calls, moreIsBetter: true })
        : compareFigure({ now: value, before }),
    };
  });
}
