/** Finds the groups of calls (agents or hours) that made the goal rate rise or fall. Pure. */
import { computeRatePercent, type RateCounts } from '../../../contract/rate-changes.ts';

export interface GroupRateContribution {
  readonly key: string;
  readonly now: RateCounts;
  readonly before: RateCounts;
  /**
   * Contribution of one agent or hour to the goal rate's change, in percentage points. Rounded to nine decimals, so
   * that floating-point errors don't change the sort order.
   */
  readonly contribution: number;
}

const none: RateCounts = { calls: 0, hits: 0 };

/**
 * Computes the contribution of each group of calls to the change of the total rate. In each period, the group's share
 * of the calls is multiplied by (its rate − the former total rate). The contribution is this product now minus the
 * product before. All contributions add up to the change of the total rate. @returns an empty list if either period has
 * no call.
 */
export function computeRateChangeContributions(
  now: ReadonlyMap<string, RateCounts>,
  before: ReadonlyMap<string, RateCounts>,
): readonly GroupRateContribution[] {
  const [allNow, allBefore] = [addUpRateCounts(now.values()), addUpRateCounts(before.values())];
  const oldRate = computeRatePercent(allBefore);
  if (oldRate === null || allNow.calls === 0) return [];
  const weightOf = ({ calls, hits }: RateCounts, all: RateCounts): number => (100 * hits - oldRate * calls) / all.calls;
  return [...new Set([...now.keys(), ...before.keys()])].map((key) => {
    const [shareNow, shareBefore] = [now.get(key) ?? none, before.get(key) ?? none];
    return {
      key,
      now: shareNow,
      before: shareBefore,
      contribution: Number((weightOf(shareNow, allNow) - weightOf(shareBefore, allBefore)).toFixed(9)),
    };
  });
}

/** Minimum contribution of a group of calls to the goal rate's change, in percentage points, to be shown as a cause. */
const leastPoints = 0.05;

export function listLeadingRateChangeCauses(
  groups: readonly GroupRateContribution[],
  movement: 'up' | 'down',
  most: number,
): readonly GroupRateContribution[] {
  const way = movement === 'up' ? 1 : -1;
  return groups
    .filter(({ contribution }) => way * contribution >= leastPoints)
    .toSorted((a, b) => way * (b.contribution - a.contribution) || (a.key < b.key ? -1 : 1))
    .slice(0, most);
}

export function addUpRateCounts(shares: Iterable<RateCounts>): RateCounts {
  let [calls, hits] = [0, 0];
  for (const share of shares) {
    calls += share.calls;
    hits += share.hits;
  }
  return { calls, hits };
}
