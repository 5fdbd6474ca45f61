/** Finds origin numbers that are rarely answered, compared with the other numbers. Pure. */
import { pickUsableOriginNumbers } from './origin-choice.ts';

export interface OriginNumberAnswerCounts {
  readonly phoneNumber: string;
  readonly isSetAside: boolean;
  /** Number of finished calls of an origin number in the last seven days. `answered` are those that connected. */
  readonly over: number;
  readonly answered: number;
}

export interface RarelyAnsweredNumber {
  readonly phoneNumber: string;
  /** Answer rate in percent of this origin number. `others`: the rate of all other numbers together. */
  readonly percent: number;
  readonly others: number;
}

/** Minimum number of finished calls to judge an origin number's answer rate. */
const judgedFrom = 100;

/**
 * Finds origin numbers whose answer rate is below half of the other numbers' rate, the lowest first. Only numbers with
 * enough calls are compared. `campaigns`: the origin numbers of each campaign. Every campaign keeps at least one number
 * that is not excluded.
 */
export function findRarelyAnsweredNumbers(
  records: readonly OriginNumberAnswerCounts[],
  campaigns: readonly (readonly string[])[],
): readonly RarelyAnsweredNumber[] {
  const judged = records.filter(({ isSetAside, over }) => !isSetAside && over >= judgedFrom);
  const aside = new Set(records.filter(({ isSetAside }) => isSetAside).map(({ phoneNumber }) => phoneNumber));
  return judged
    .flatMap((each) => {
      const others = judged.filter((other) => other !== each);
      const rate = rateOf([each]);
      const ofOthers = rateOf(others);
      return others.length > 0 && rate < ofOthers / 2 ? [{ ...each, rate, ofOthers }] : [];
    })
    .toSorted((one, other) => one.rate - other.rate)
    .filter(({ phoneNumber }) => {
      const own = campaigns.filter((numbers) => numbers.includes(phoneNumber));
      const isLast = own.some((numbers) =>
        pickUsableOriginNumbers(numbers, aside).every((number) => number === phoneNumber),
      );
      if (own.length === 0 || isLast) return false;
      aside.add(phoneNumber);
      return true;
    })
    .map(({ phoneNumber, rate, ofOthers }) => ({ phoneNumber, percent: percentOf(rate), others: percentOf(ofOthers) }));
}

function rateOf(records: readonly OriginNumberAnswerCounts[]): number {
  const sum = (of: (record: OriginNumberAnswerCounts) => number): number =>
    records.reduce((all, each) => all + of(each), 0);
  return sum(({ answered }) => answered) / sum(({ over }) => over);
}

const percentOf = (rate: number): number => Math.round(rate * 1_000) / 10;
