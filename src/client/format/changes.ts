/** Pure function for the change of a figure since an earlier period: points for rates, percent for counts and times. */
import { roundToShownPercent } from './numbers.ts';

/**
 * Signed change of a figure to one decimal. A rate's points are the difference of both rounded values, so that a reader
 * who subtracts them gets the same. Null if the earlier value is 0, because a percentage of it is undefined.
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
