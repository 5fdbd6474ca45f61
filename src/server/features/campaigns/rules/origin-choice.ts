/**
 * From which of its numbers a campaign calls a person: the one that spoke to them before, else one of their own area or country,
 * else the one that was used least today. A number that had its calls of the day calls nobody. Pure.
 */
import { phoneAreaOf } from './phone-area.ts';

export interface OriginFacts {
  /** Numbers of the campaign, in its order. */
  readonly phoneNumbers: readonly string[];
  /** They are not used, unless no other is left. */
  readonly setAside: ReadonlySet<string>;
  /** Of each number: calls of today that were placed, or may have been. */
  readonly callsToday: ReadonlyMap<string, number>;
  /** Calls a number and day; 0: any number of them. */
  readonly cap: number;
}

/** How one person is to be called. */
export interface OriginTerms {
  /** Spoke to them last, or called them last. */
  readonly spokeFrom: string | null;
  /** Taken only where no other is left. */
  readonly notFrom?: string | null;
  /** No other number may call them; all may unless told. */
  readonly among?: readonly string[];
}

export interface OriginChoice {
  /** The choice counts as a call of the number. Null: all that may call them had their calls of today. */
  choose(phoneNumber: string, terms: OriginTerms): string | null;
  /** Whether one of these has calls left today. */
  hasRoom(among: readonly string[]): boolean;
  /** Those of the campaign's numbers that have none. */
  readonly full: readonly string[];
}

/** A campaign's numbers without those that were set aside; all of them where none would be left. */
export function usableNumbers(phoneNumbers: readonly string[], setAside: ReadonlySet<string>): readonly string[] {
  const left = phoneNumbers.filter((number) => !setAside.has(number));
  return left.length > 0 ? left : phoneNumbers;
}

/** Calls that a campaign's numbers may make a day, all together, and those of today; null: any number of them. */
export function dayCallsOf({ phoneNumbers, setAside, callsToday, cap }: OriginFacts): {
  readonly perDay: number;
  readonly made: number;
} | null {
  if (cap === 0) return null;
  const usable = usableNumbers(phoneNumbers, setAside);
  const made = usable.reduce((sum, number) => sum + Math.min(cap, callsToday.get(number) ?? 0), 0);
  return { perDay: cap * usable.length, made };
}

export function createOriginChoice({ phoneNumbers, setAside, callsToday, cap }: OriginFacts): OriginChoice {
  const origins = phoneNumbers.map((number) => ({
    number,
    area: phoneAreaOf(number),
    calls: callsToday.get(number) ?? 0,
  }));
  const isFull = ({ calls }: (typeof origins)[number]): boolean => cap > 0 && calls >= cap;
  const free = (among: readonly string[]): typeof origins => {
    const usable = usableNumbers(among, setAside);
    return origins.filter((origin) => usable.includes(origin.number) && !isFull(origin));
  };
  return {
    choose(phoneNumber, { spokeFrom, notFrom = null, among = phoneNumbers }) {
      const person = phoneAreaOf(phoneNumber);
      const nearness = ({ number, area }: (typeof origins)[number]): number => {
        if (number === notFrom) return -1;
        if (number === spokeFrom) return 3;
        if (area.country !== person.country) return 0;
        return area.area !== null && area.area === person.area ? 2 : 1;
      };
      // Equals keep the campaign's order.
      const [chosen] = free(among).toSorted((one, other) => nearness(other) - nearness(one) || one.calls - other.calls);
      if (!chosen) return null;
      chosen.calls += 1;
      return chosen.number;
    },
    hasRoom: (among) => free(among).length > 0,
    get full() {
      return origins.filter(isFull).map(({ number }) => number);
    },
  };
}
