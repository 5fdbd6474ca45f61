/** How a figure moved against the range before; one rule for every screen that shows trends (GLOSSARY.md). */
import type { Trend } from '../../../contract/agent-scorecards.ts';

/** Within this share of what was before it is stable, both ends counted. */
const stableWithin = 0.02;
/** A change that is the limit but for the last bits of a division still lies within it. */
const rounding = 1e-9;

/** Null where either has no value. */
export function trendOf(now: number | null, before: number | null): Trend | null {
  if (now === null || before === null) return null;
  const change = now - before;
  const isStable = Math.abs(change) <= (stableWithin + rounding) * Math.abs(before);
  return {
    direction: isStable ? 'stable' : change > 0 ? 'up' : 'down',
    previous: before,
    percent: before === 0 ? null : (100 * change) / Math.abs(before),
  };
}
