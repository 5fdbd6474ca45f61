/** How a figure moved against the range before, and whether that is good. Pure. */
import { changeOf } from './changes.ts';

export interface Measured {
  readonly now: number | null;
  readonly before: number | null;
  /** Rates move by percentage points, everything else in percent of what it was. */
  readonly isRate?: boolean;
  /** Which way is good; none unless told. */
  readonly betterWhen?: 'up' | 'down' | undefined;
}

export interface Comparison {
  readonly direction: 'up' | 'down' | 'same';
  /** Percent, or points of a rate, with its sign and one decimal; null where it was 0 before, of which nothing is a share. */
  readonly change: number | null;
  readonly verdict: 'better' | 'worse' | null;
}

/** Null: there is nothing to compare. What rounds to no change is none. */
export function compare({ now, before, isRate = false, betterWhen }: Measured): Comparison | null {
  if (now === null || before === null) return null;
  const change = changeOf({ now, before, isRate });
  if (change === 0) return { direction: 'same', change, verdict: null };
  const direction = now > before ? 'up' : 'down';
  return {
    direction,
    change,
    verdict: betterWhen === undefined ? null : direction === betterWhen ? 'better' : 'worse',
  };
}
