/** Compares a figure with its value in the comparison period. All screens use this rule (GLOSSARY.md). */
import type { FigureTrend } from '../../../contract/agent-scorecards.ts';
import {
  minCallsToCompareRates,
  judgeRateChange,
  toRateCounts,
  type RateChangeVerdict,
} from '../../../contract/rate-changes.ts';

/** The value of a figure (rate or mean), with the number of calls behind it. */
export interface FigureWithCallCount {
  readonly value: number | null;
  readonly n: number;
}

const directions: Readonly<Record<RateChangeVerdict, FigureTrend['direction']>> = {
  up: 'up',
  down: 'down',
  unclear: 'stable',
  few: 'stable',
};

/**
 * Computes the trend of a figure. If `isShare`, the value is a percentage of calls, and a significance test ignores
 * changes that may be chance. Otherwise the trend only says whether the value rose or fell. @returns null if one of the
 * two values is missing.
 */
export function computeFigureTrend(
  now: FigureWithCallCount,
  before: FigureWithCallCount,
  { isShare }: { readonly isShare: boolean },
): FigureTrend | null {
  if (now.value === null || before.value === null) return null;
  const change = now.value - before.value;
  const movement = isShare
    ? judgeRateChange(toRateCounts(now.value, now.n), toRateCounts(before.value, before.n))
    : movementOfMean(change, Math.min(now.n, before.n));
  return {
    direction: directions[movement],
    isOfFew: movement === 'few',
    previous: before.value,
    percent: before.value === 0 ? null : (100 * change) / Math.abs(before.value),
  };
}

function movementOfMean(change: number, calls: number): RateChangeVerdict {
  if (calls < minCallsToCompareRates) return 'few';
  if (change === 0) return 'unclear';
  return change > 0 ? 'up' : 'down';
}
