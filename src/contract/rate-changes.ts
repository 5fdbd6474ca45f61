/** Decides whether a rate changed significantly, for every 'better', 'worse' and arrow (GLOSSARY.md). Pure. */

/** A rate as counts: all calls, and those that count as hits. */
export interface RateCounts {
  readonly calls: number;
  readonly hits: number;
}

/** Minimum number of calls, in each of two compared periods, for a verdict or a rank. */
export const minComparedCalls = 30;

/** Directions of a rate's change. `unclear`: within chance. `few`: a period has fewer than `minComparedCalls`. */
export const rateMovements = ['up', 'down', 'unclear', 'few'] as const;
export type RateMovement = (typeof rateMovements)[number];

/** The 97.5 % point of the standard normal distribution, for 95 % on both sides. */
const criticalDeviation = 1.959963985;

/** Percent, 0 to 100. Null without calls. */
export function percentOfCounts({ calls, hits }: RateCounts): number | null {
  return calls === 0 ? null : (100 * hits) / calls;
}

/** Converts a percentage of `calls` calls into counts. */
export function toRateCounts(percent: number | null, calls: number): RateCounts {
  return { calls, hits: Math.round(((percent ?? 0) * calls) / 100) };
}

/** The z test of two proportions with their pooled variance, two-sided at 95 %. */
export function judgeRateChange(now: RateCounts, before: RateCounts): RateMovement {
  if (Math.min(now.calls, before.calls) < minComparedCalls) return 'few';
  const pooled = (now.hits + before.hits) / (now.calls + before.calls);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.calls + 1 / before.calls));
  const difference = now.hits / now.calls - before.hits / before.calls;
  if (Math.abs(difference) <= criticalDeviation * deviation) return 'unclear';
  return difference > 0 ? 'up' : 'down';
}
