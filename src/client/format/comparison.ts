/** Comparison of a figure with the range before, and whether the change is good. Pure. */
import { judgeChange, toShare, type Movement } from '../../contract/rate-changes.ts';
import { changeOf } from './changes.ts';

interface Measured {
  readonly now: number | null;
  readonly before: number | null;
}

/** A rate over a number of calls. Only rates can be tested against chance. */
interface MeasuredRate extends Measured {
  readonly isRate: true;
  readonly calls: { readonly now: number; readonly before: number };
  /** True if a rise is good, false if a fall is; without it neither is. */
  readonly moreIsBetter?: boolean;
}

/** A count, a mean or a cost: it changes in percent, and is neither better nor worse. */
interface MeasuredAmount extends Measured {
  readonly isRate?: false;
}

export interface Comparison {
  /** Direction of the change. `unclear`: within chance. `few`: a rate of too few calls. */
  readonly direction: 'up' | 'down' | 'same' | 'unclear' | 'few';
  /** Change with sign and one decimal, in percent or, for a rate, in points; null if the value before is 0. */
  readonly change: number | null;
  readonly verdict: 'better' | 'worse' | null;
}

/** Compares a figure; null if there is nothing to compare. A change that rounds to 0 is none. */
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
