/** Compares a figure with its value in an earlier period, and says whether the change is good. Pure. */
import { judgeRateChange, toRateCounts, type RateChangeVerdict } from '../../contract/rate-changes.ts';
import { computeFigureChange } from './changes.ts';

interface Measured {
  readonly now: number | null;
  readonly before: number | null;
}

/**
 * A rate with its number of calls, in the current and in the comparison period. Only the change of a rate is tested for
 * statistical significance.
 */
interface MeasuredRate extends Measured {
  readonly isRate: true;
  readonly calls: { readonly now: number; readonly before: number };
  /** True if a higher rate is better. False if a lower rate is better. Absent if the rate is not judged. */
  readonly moreIsBetter?: boolean;
}

/**
 * A count, mean or cost in the current and in the comparison period. Its change is in percent, and is judged neither
 * better nor worse.
 */
interface MeasuredAmount extends Measured {
  readonly isRate?: false;
}

export interface FigureComparison {
  /** Direction of the figure's change. `unclear`: the change may be chance. `few`: too few calls to compare rates. */
  readonly direction: 'up' | 'down' | 'same' | 'unclear' | 'few';
  /** Signed change with one decimal: in points for a rate, otherwise in percent; null if the earlier value is 0. */
  readonly change: number | null;
  readonly verdict: 'better' | 'worse' | null;
}

/** Compares a figure with its earlier value; null if one of them is unknown. A change that rounds to 0 is 'same'. */
export function compareFigure(measured: MeasuredRate | MeasuredAmount): FigureComparison | null {
  const { now, before, isRate = false } = measured;
  if (now === null || before === null) return null;
  const change = computeFigureChange({ now, before, isRate });
  if (!measured.isRate) {
    const direction = change === 0 ? 'same' : now > before ? 'up' : 'down';
    return { direction, change, verdict: null };
  }
  const { calls, moreIsBetter = false } = measured;
  const direction = judgeRateChange(toRateCounts(now, calls.now), toRateCounts(before, calls.before));
  return { direction, change, verdict: moreIsBetter ? verdictOf(direction) : null };
}

function verdictOf(movement: RateChangeVerdict): FigureComparison['verdict'] {
  if (movement === 'up') return 'better';
  return movement === 'down' ? 'worse' : null;
}
