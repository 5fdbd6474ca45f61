/**
 * 'Mejor hora' (best hour) ranks a campaign's recipients by the answer rate of their telephone area in the current hour
 * of the week, minus the area's mean rate. Without the subtraction, areas with high rates would come first at every
 * hour. Pure.
 */
import type { BestHourEffect } from '../../../../contract/campaigns.ts';

/** Number of calls and answered calls of a telephone area in one hour of the week. */
export interface AreaHourAnswerCounts {
  /** Telephone area of the called numbers in the format of `buildPhoneAreaKey`; '' if unknown. */
  readonly area: string;
  /** Hour of the called person's week: 0 (Monday at midnight) to 167. */
  readonly hour: number;
  readonly calls: number;
  readonly answered: number;
}

export interface AnswerRatesByHour {
  /** Answer rates over all calls. */
  readonly whole: RateTable;
  readonly areas: ReadonlyMap<string, RateTable>;
}

interface RateTable {
  readonly mean: number;
  readonly cells: ReadonlyMap<number, { readonly calls: number; readonly answered: number }>;
}

/**
 * Minimum number of calls from which a telephone area gets its own answer rates. Areas with fewer calls use the
 * workspace's rates.
 */
const callsNeeded = 200;
/**
 * Number of imaginary calls that are added to the real calls of each hour. They have the mean answer rate, so that few
 * real calls change an hour's rate little.
 */
const callsAtMean = 20;

/** Calculates a workspace's answer rates by hour. Null if it has too few calls. */
export function calculateHourlyAnswerRates(cells: readonly AreaHourAnswerCounts[]): AnswerRatesByHour | null {
  const whole = createTable(cells);
  if (whole === null) return null;
  const known = [...Map.groupBy(cells, ({ area }) => area)].flatMap(([area, own]): [string, RateTable][] => {
    const table = area === '' ? null : createTable(own);
    return table ? [[area, table]] : [];
  });
  return { whole, areas: new Map(known) };
}

function createTable(all: readonly AreaHourAnswerCounts[]): RateTable | null {
  const { calls, answered } = sumOf(all);
  if (calls < callsNeeded) return null;
  const hours = [...Map.groupBy(all, ({ hour }) => hour)];
  return { mean: answered / calls, cells: new Map(hours.map(([hour, cells]) => [hour, sumOf(cells)])) };
}

function sumOf(cells: readonly AreaHourAnswerCounts[]) {
  return cells.reduce((sum, { calls, answered }) => ({ calls: sum.calls + calls, answered: sum.answered + answered }), {
    calls: 0,
    answered: 0,
  });
}

function gainOf({ mean, cells }: RateTable, hour: number): number {
  const { calls, answered } = cells.get(hour) ?? { calls: 0, answered: 0 };
  return (answered + callsAtMean * mean) / (calls + callsAtMean) - mean;
}

/** Gains from calling now. A gain is the answer rate at the present hour minus the mean rate. */
export interface AnswerRateGains {
  /**
   * For each place (country and zones): its local hour of the week, and the gain of all telephone areas with too few
   * calls.
   */
  readonly places: readonly { readonly place: string; readonly hour: number; readonly gain: number }[];
  /** Gain in answer rate of each telephone area that has enough calls, for each of the local hours in `places`. */
  readonly areas: readonly { readonly area: string; readonly hour: number; readonly gain: number }[];
}

/**
 * Calculates how far answer rates at the present hour differ from the mean. `hours`: present hour of the week in each
 * place.
 */
export function calculateAnswerRateGains(
  { whole, areas }: AnswerRatesByHour,
  hours: ReadonlyMap<string, number>,
): AnswerRateGains {
  const clocks = [...new Set(hours.values())];
  return {
    places: [...hours].map(([place, hour]) => ({ place, hour, gain: gainOf(whole, hour) })),
    areas: [...areas].flatMap(([area, table]) => clocks.map((hour) => ({ area, hour, gain: gainOf(table, hour) }))),
  };
}

interface Ranked {
  readonly priority: number;
  /** True if the recipient was promised a call back for this time. */
  readonly isCallBack: boolean;
}

/** Share of recipients drawn at random for the control group without 'Mejor hora'. */
const drawnShare = 0.1;

/**
 * Merges two sorted lists into one of at most `limit`: recipients ranked by best hour, and the control group (`drawn`).
 * The higher priority comes first, then a promised call back. Between equals the control group's recipient comes first
 * with probability 0.1, so that both groups are called at the same times. `random` returns 0 to 1.
 */
export function interleaveBestHourAndControlRecipients<T extends Ranked>(
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

export type BestHourComparisonCallCounts = BestHourEffect['byHour'];

const callsCompared = 100;
/** Number of standard deviations of the normal distribution that contain 95 %. */
const z = 1.959964;

export function computeBestHourEffect(
  byHour: BestHourComparisonCallCounts,
  withoutIt: BestHourComparisonCallCounts,
): BestHourEffect | null {
  if (byHour.calls < callsCompared || withoutIt.calls < callsCompared) return null;
  const { from, to } = calculateRateDifferenceInterval(byHour, withoutIt);
  return { byHour, withoutIt, differenceFrom: points(from), differenceTo: points(to) };
}

/**
 * Calculates the 95 % confidence interval of the difference between two rates, from their Wilson intervals (Newcombe
 * 1998, method 10). It is valid for rates near 0 and 1 too.
 */
export function calculateRateDifferenceInterval(
  former: BestHourComparisonCallCounts,
  latter: BestHourComparisonCallCounts,
) {
  const [one, other] = [wilson(former), wilson(latter)];
  const difference = one.rate - other.rate;
  return {
    from: difference - Math.hypot(one.rate - one.from, other.to - other.rate),
    to: difference + Math.hypot(one.to - one.rate, other.rate - other.from),
  };
}

function wilson({ calls, answered }: BestHourComparisonCallCounts) {
  const rate = answered / calls;
  const middle = rate + z ** 2 / (2 * calls);
  const half = z * Math.sqrt((rate * (1 - rate)) / calls + z ** 2 / (4 * calls ** 2));
  const all = 1 + z ** 2 / calls;
  return { rate, from: (middle - half) / all, to: (middle + half) / all };
}

const points = (share: number): number => Math.round(1_000 * share) / 10;
