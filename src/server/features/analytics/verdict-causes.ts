/** Finds the groups of calls that moved a rate. Pure. */
import { percentOfShare, type Share } from '../../../contract/rate-changes.ts';

export interface GroupRateContribution {
  readonly key: string;
  readonly now: Share;
  readonly before: Share;
  /** Percentage points, rounded to nine decimals so that equal contributions compare equal. */
  readonly contribution: number;
}

const none: Share = { calls: 0, hits: 0 };

/**
 * Computes for each group its share of the calls × (its rate − the old total rate), now minus before. The contributions
 * add up to the change of the total rate, because the earlier parts add up to zero. @returns an empty list if either
 * side has no call.
 */
export function contributionsOf(
  now: ReadonlyMap<string, Share>,
  before: ReadonlyMap<string, Share>,
): readonly GroupRateContribution[] {
  const [allNow, allBefore] = [addShares(now.values()), addShares(before.values())];
  const oldRate = percentOfShare(allBefore);
  if (oldRate === null || allNow.calls === 0) return [];
  const weightOf = ({ calls, hits }: Share, all: Share): number => (100 * hits - oldRate * calls) / all.calls;
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

/** Contributions below this many points are not shown. */
const leastPoints = 0.05;

/** The groups that moved the rate in that direction, largest contribution first. */
export function leadingCauses(
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

export function addShares(shares: Iterable<Share>): Share {
  let [calls, hits] = [0, 0];
  for (const share of shares) {
    calls += share.calls;
    hits += share.hits;
  }
  return { calls, hits };
}
