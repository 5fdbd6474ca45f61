/**
 * From which of its numbers a campaign calls a person: the one that spoke to them before, else one of their own area or country,
 * else the one that was used least today. A number that had its calls of the day calls nobody. Pure.
 */
import { phoneAreaOf, type PhoneArea } from './phone-area.ts';

export interface OriginFacts {
  /** They are not used, unless no other is left. */
  readonly setAside: ReadonlySet<string>;
  /** Calls of today by number: placed, or perhaps placed. */
  readonly callsToday: ReadonlyMap<string, number>;
  /** Calls a number and day; 0: any number of them. */
  readonly cap: number;
}

/** Nothing is known of the numbers, and nothing bounds them. */
export const unboundNumbers: OriginFacts = { setAside: new Set(), callsToday: new Map(), cap: 0 };

/** How one person is to be called. */
export interface OriginTerms {
  readonly phoneNumber: string;
  /** Spoke to them last, or called them last. */
  readonly spokeFrom: string | null;
  /** Taken only where no other is left. */
  readonly notFrom: string | null;
  /** No other number may call them. In the campaign's order. */
  readonly among: readonly string[];
}

/** A campaign's numbers without those that were set aside; all of them where none would be left. */
export function usableNumbers(phoneNumbers: readonly string[], setAside: ReadonlySet<string>): readonly string[] {
  const left = phoneNumbers.filter((number) => !setAside.has(number));
  return left.length > 0 ? left : phoneNumbers;
}

/** Calls that a campaign's numbers may make a day, all together, and those of today; null: any number of them. */
export function dayCallsOf({
  phoneNumbers,
  setAside,
  callsToday,
  cap,
}: OriginFacts & { readonly phoneNumbers: readonly string[] }): {
  readonly perDay: number;
  readonly made: number;
} | null {
  if (cap === 0) return null;
  const usable = usableNumbers(phoneNumbers, setAside);
  const made = usable.reduce((sum, number) => sum + Math.min(cap, callsToday.get(number) ?? 0), 0);
  return { perDay: cap * usable.length, made };
}

export function isFull({ cap, callsToday }: OriginFacts, number: string): boolean {
  return cap > 0 && (callsToday.get(number) ?? 0) >= cap;
}

function freeOf(facts: OriginFacts, among: readonly string[]): readonly string[] {
  return usableNumbers(among, facts.setAside).filter((number) => !isFull(facts, number));
}

/** Whether one of these has calls left today. */
export function hasRoom(facts: OriginFacts, among: readonly string[]): boolean {
  return freeOf(facts, among).length > 0;
}

/** A workspace has few numbers, and each is compared with every person; reading one takes some 50 µs. */
const originAreas = new Map<string, PhoneArea>();
const mostAreas = 10_000;

function areaOfOrigin(number: string): PhoneArea {
  const area = originAreas.get(number) ?? phoneAreaOf(number);
  if (originAreas.size >= mostAreas) originAreas.clear();
  originAreas.set(number, area);
  return area;
}

/** Null: all that may call them had their calls of today. */
export function chooseOrigin(
  facts: OriginFacts,
  { phoneNumber, spokeFrom, notFrom, among }: OriginTerms,
): string | null {
  const free = freeOf(facts, among);
  if (free.length < 2) return free[0] ?? null;
  const person = phoneAreaOf(phoneNumber);
  const nearness = (number: string): number => {
    if (number === notFrom) return -1;
    if (number === spokeFrom) return 3;
    const area = areaOfOrigin(number);
    if (area.country !== person.country) return 0;
    return area.area !== null && area.area === person.area ? 2 : 1;
  };
  const calls = (number: string): number => facts.callsToday.get(number) ?? 0;
  // Equals keep the campaign's order.
  const ranked = free.map((number) => ({ number, near: nearness(number), calls: calls(number) }));
  return ranked.toSorted((one, other) => other.near - one.near || one.calls - other.calls)[0]?.number ?? null;
}
