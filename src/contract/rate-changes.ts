/** Decides whether a rate changed significantly between two periods: for verdicts, trend arrows and rankings. Pure. */

/** A rate as two numbers: `calls`, and how many of them are `hits`. For an answer rate, hits are answered calls. */
export interface RateCounts {
  readonly calls: number;
  readonly hits: number;
}

/** Minimum number of calls in each of two periods. With fewer, their rates are not compared. */
export const minCallsToCompareRates = 30;

/**
 * Results of comparing the rates of two periods. 'unclear': the difference may be chance. 'few': a period has fewer
 * than `minCallsToCompareRates` calls.
 */
export const rateChangeVerdicts = ['up', 'down', 'unclear', 'few'] as const;
export type RateChangeVerdict = (typeof rateChangeVerdicts)[number];

/** The 97.5 % quantile of the standard normal distribution, for a two-sided test at 95 %. */
const criticalDeviation = 1.959963985;

/** Percent, 0 to 100. Null without calls. */
export function computeRatePercent({ calls, hits }: RateCounts): number | null {
  return calls === 0 ? null : (100 * hits) / calls;
}

/**
 * Converts a rate in percent of `calls` calls back into counts: the number of calls, and the number of hits among them.
 */
export function toRateCounts(percent: number | null, calls: number): RateCounts {
  return { calls, hits: Math.round(((percent ?? 0) * calls) / 100) };
}

/** Compares two rates by the two-sided two-proportion z test at 95 %, with the pooled variance. */
export function judgeRateChange(now: RateCounts, before: RateCounts): RateChangeVerdict {
  if (Math.min(now.calls, before.calls) < minCallsToCompareRates) return 'few';
  const pooled = (now.hits + before.hits) / (now.calls + before.calls);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.calls + 1 / before.calls));
  const difference = now.hits / now.calls - before.hits / before.calls;
  if (Math.abs(difference) <= criticalDeviation * deviation) return 'unclear';
  return difference > 0 ? 'up' : 'down';
}
