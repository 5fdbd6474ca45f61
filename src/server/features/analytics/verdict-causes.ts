/** Which groups of calls moved a rate. Pure. */
import { percentOfShare, type Share } from '../../../contract/rate-changes.ts';

export interface GroupChange {
  readonly key: string;
  readonly now: Share;
  readonly before: Share;
  /** Points, to nine decimals, so that equal ones are equal. */
  readonly contribution: number;
}

const none: Share = { calls: 0, hits: 0 };

/**
 * Of each group its share of the calls × (its rate − the old total rate), now less before. They add up to the change of the total
 * rate, for before they add up to nothing.
 * @returns nothing where either side has no call.
 */
export function contributionsOf(
  now: ReadonlyMap<string, Share>,
  before: ReadonlyMap<string, Share>,
): readonly GroupChange[] {
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

/** Less than this is shown as nothing. */
const leastPoints = 0.05;

/** The groups that moved the rate the way it went, the largest contribution first. */
export function leadingCauses(
  groups: readonly GroupChange[],
  movement: 'up' | 'down',
  most: number,
): readonly GroupChange[] {
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
