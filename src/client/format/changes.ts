/** How a figure moved against the one before: rates by points, counts and times in percent, one decimal. Pure. */
import { shownPercent } from './numbers.ts';

/**
 * Signed, to one decimal. A rate's points are the difference of both as they are shown, so that whoever subtracts them
 * finds the same. Null where what was before is 0 and no share of it can be told.
 */
export function changeOf({
  now,
  before,
  isRate,
}: {
  readonly now: number;
  readonly before: number;
  readonly isRate: boolean;
}): number | null {
  const difference = now - before;
  if (isRate) return shownPercent(shownPercent(now) - shownPercent(before));
  if (difference === 0) return 0;
  return before === 0 ? null : shownPercent((100 * difference) / Math.abs(before));
}
