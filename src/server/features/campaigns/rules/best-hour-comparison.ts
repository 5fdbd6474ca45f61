/**
 * What 'Mejor hora' brings, by those of a campaign who were drawn to be called without it. Nothing before both have a hundred
 * calls. Pure.
 */
import type { BestHourComparison } from '../../../../contract/campaigns.ts';

export type ComparedCalls = BestHourComparison['byHour'];

const callsNeeded = 100;
/** Of the normal distribution: 95 % lie within. */
const z = 1.959964;

export function compareBestHour(byHour: ComparedCalls, withoutIt: ComparedCalls): BestHourComparison | null {
  if (byHour.calls < callsNeeded || withoutIt.calls < callsNeeded) return null;
  const { from, to } = differenceOf(byHour, withoutIt);
  return { byHour, withoutIt, differenceFrom: points(from), differenceTo: points(to) };
}

/**
 * Between which shares the former's rate less the latter's lies, with 95 % confidence: by Newcombe (1998, method 10), from both
 * rates' own intervals by Wilson. It holds for rates near none and near all too.
 */
export function differenceOf(former: ComparedCalls, latter: ComparedCalls) {
  const [one, other] = [wilson(former), wilson(latter)];
  const difference = one.rate - other.rate;
  return {
    from: difference - Math.hypot(one.rate - one.from, other.to - other.rate),
    to: difference + Math.hypot(one.to - one.rate, other.rate - other.from),
  };
}

function wilson({ calls, answered }: ComparedCalls) {
  const rate = answered / calls;
  const middle = rate + z ** 2 / (2 * calls);
  const half = z * Math.sqrt((rate * (1 - rate)) / calls + z ** 2 / (4 * calls ** 2));
  const all = 1 + z ** 2 / calls;
  return { rate, from: (middle - half) / all, to: (middle + half) / all };
}

/** As they are shown: what reads 0 is no difference. */
const points = (share: number): number => Math.round(1_000 * share) / 10;
