/** How a figure moved against the range before, and whether that is good. Pure. */
import { judgeChange, toShare, type Movement } from '../../contract/rate-changes.ts';
import { changeOf } from './changes.ts';

interface Measured {
  readonly now: number | null;
  readonly before: number | null;
}

/** Percent of so many calls: of it alone chance can be judged. */
interface MeasuredRate extends Measured {
  readonly isRate: true;
  readonly calls: { readonly now: number; readonly before: number };
  /** Whether up is better; without it neither way is. */
  readonly moreIsBetter?: boolean;
}

/** A count, a mean or a cost: it moves in percent of what it was, and is neither better nor worse. */
interface MeasuredAmount extends Measured {
  readonly isRate?: false;
}

export interface Comparison {
  /** `unclear`: within chance. `few`: a rate of too few calls. */
  readonly direction: 'up' | 'down' | 'same' | 'unclear' | 'few';
  /** Percent, or points of a rate, with its sign and one decimal; null where it was 0 before, of which nothing is a share. */
  readonly change: number | null;
  readonly verdict: 'better' | 'worse' | null;
}

/** Null: there is nothing to compare. What rounds to no change is none. */
export function compare(measured: MeasuredRate | MeasuredAmount): Comparison | null {
  const { now, before, isRate = false } = measured;
  if (now === null || before === null) return null;
  const change = changeOf({ now, before, isRate });
  if (!measured.isRate) {
    const direction = change === 0 ? 'same' : now > before ? 'up' : 'down';
    return { direction, change, verdict: null };
  }
  const { calls, moreIsBetter = false } = measured;
  const direction = judgeChange(toShare(now, calls.now), toShare(before, calls.before));
  return { direction, change, verdict: moreIsBetter ? verdictOf(direction) : null };
}

function verdictOf(movement: Movement): Comparison['verdict'] {
  if (movement === 'up') return 'better';
  return movement === 'down' ? 'worse' : null;
}
