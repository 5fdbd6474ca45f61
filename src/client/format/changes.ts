/**
 * Change of a figure since an earlier period. For rates the change is in percentage points, for counts and times in
 * percent. Pure.
 */
import { roundToShownPercent } from './numbers.ts';

/**
 * Returns the signed change of a figure to one decimal. For a rate it is the difference of the two rounded rates, as a
 * reader would subtract them. Null if the earlier value is 0, because a percentage of 0 is undefined.
 */
export function computeFigureChange({
  now,
  before,
  isRate,
}: {
  readonly now: number;
  readonly before: number;
  readonly isRate: boolean;
}): number | null {
  const difference = now - before;
  if (isRate) return roundToShownPercent(roundToShownPercent(now) - roundToShownPercent(before));
  if (difference === 0) return 0;
  return before === 0 ? null : roundToShownPercent((100 * difference) / Math.abs(before));
}
