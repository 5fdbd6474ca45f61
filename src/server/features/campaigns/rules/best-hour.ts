/**
 * 'Mejor hora': whom a campaign calls first at an hour, by how often people answered at which hour of the week. What counts is what
 * an hour gains over the people's own mean, so that those who always answer do not take every hour. Pure.
 */
import type { BestHourComparison } from '../../../../contract/campaigns.ts';

/** Calls of one hour of the week, and those of them that connected. */
export interface HourCell {
  /** As `areaKeyOf` says it; '' where it is not known. */
  readonly area: string;
  /** From Monday at midnight, 0 to 167, by the clock of the person's place. */
  readonly hour: number;
  readonly calls: number;
  readonly answered: number;
}

export interface HourRates {
  /** Of all calls. */
  readonly whole: RateTable;
  /** Of each area that has enough. */
  readonly areas: ReadonlyMap<string, RateTable>;
}

interface RateTable {
  readonly mean: number;
  readonly cells: ReadonlyMap<number, { readonly calls: number; readonly answered: number }>;
}

/** An area with fewer goes by the whole workspace's, and a workspace with fewer knows nothing. */
const callsNeeded = 200;
/** Calls at the mean that each hour has besides its own: one with few calls says little. */
const callsAtMean = 20;

/** Null: too few calls. */
export function createHourRates(cells: readonly HourCell[]): HourRates | null {
  const whole = createTable(cells);
  if (whole === null) return null;
  const known = [...Map.groupBy(cells, ({ area }) => area)].flatMap(([area, own]): [string, RateTable][] => {
    const table = area === '' ? null : createTable(own);
    return table ? [[area, table]] : [];
  });
  return { whole, areas: new Map(known) };
}

function createTable(all: readonly HourCell[]): RateTable | null {
  const { calls, answered } = sumOf(all);
  if (calls < callsNeeded) return null;
  const hours = [...Map.groupBy(all, ({ hour }) => hour)];
  return { mean: answered / calls, cells: new Map(hours.map(([hour, cells]) => [hour, sumOf(cells)])) };
}

function sumOf(cells: readonly HourCell[]) {
  return cells.reduce((sum, { calls, answered }) => ({ calls: sum.calls + calls, answered: sum.answered + answered }), {
    calls: 0,
    answered: 0,
  });
}

function gainOf({ mean, cells }: RateTable, hour: number): number {
  const { calls, answered } = cells.get(hour) ?? { calls: 0, answered: 0 };
  return (answered + callsAtMean * mean) / (calls + callsAtMean) - mean;
}

/** What is gained by calling now. */
export interface HourGains {
  /** Of each place, its hour, and the gain of those whose area has no rates of its own. */
  readonly places: readonly { readonly place: string; readonly hour: number; readonly gain: number }[];
  /** Of areas that have, at each of these hours. */
  readonly areas: readonly { readonly area: string; readonly hour: number; readonly gain: number }[];
}

/** `hours`: which it is at each place. */
export function gainsAt({ whole, areas }: HourRates, hours: ReadonlyMap<string, number>): HourGains {
  const clocks = [...new Set(hours.values())];
  return {
    places: [...hours].map(([place, hour]) => ({ place, hour, gain: gainOf(whole, hour) })),
    areas: [...areas].flatMap(([area, table]) => clocks.map((hour) => ({ area, hour, gain: gainOf(table, hour) }))),
  };
}

/** What decides between the first of both lists. */
interface Ranked {
  readonly priority: number;
  /** They were promised this time. */
  readonly isCallBack: boolean;
}

/** As many of the people as are drawn to be called without it. */
const drawnShare = 0.1;

/**
 * Both in their own order, as one list of so many: of two with the same rank the drawn one is next as often as people are drawn, so
 * that both are called at the same time. `random`: 0 to 1.
 */
export function mergeDrawn<T extends Ranked>(
  byHour: readonly T[],
  drawn: readonly T[],
  limit: number,
  random: () => number,
): readonly T[] {
  const merged: T[] = [];
  let [next, nextDrawn] = [0, 0];
  while (merged.length < limit) {
    const [one, other] = [byHour[next], drawn[nextDrawn]];
    const takesDrawn =
      other !== undefined &&
      (one === undefined || isFirst(other, one) || (!isFirst(one, other) && random() < drawnShare));
    const taken = takesDrawn ? other : one;
    if (taken === undefined) break;
    merged.push(taken);
    if (takesDrawn) nextDrawn += 1;
    else next += 1;
  }
  return merged;
}

function isFirst(one: Ranked, other: Ranked): boolean {
  return one.priority > other.priority || (one.priority === other.priority && one.isCallBack && !other.isCallBack);
}

export type ComparedCalls = BestHourComparison['byHour'];

const callsCompared = 100;
/** Of the normal distribution: 95 % lie within. */
const z = 1.959964;

export function compareBestHour(byHour: ComparedCalls, withoutIt: ComparedCalls): BestHourComparison | null {
  if (byHour.calls < callsCompared || withoutIt.calls < callsCompared) return null;
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
