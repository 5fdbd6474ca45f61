/**
 * Chooses the number from which a campaign calls a person. The number that spoke to them before comes first, then one
 * of their area or country, then the one used least today. A number at its daily cap calls nobody. Pure.
 */
import { phoneAreaOf, type PhoneArea } from './phone-area.ts';

export interface OriginFacts {
  /** Numbers that are not used unless no other is left. */
  readonly setAside: ReadonlySet<string>;
  /** Calls of today by number: placed, or perhaps placed. */
  readonly callsToday: ReadonlyMap<string, number>;
  /** Most calls of a number in a day; 0 for no cap. */
  readonly cap: number;
}

/** Facts without any knowledge or limit of the numbers. */
export const unboundNumbers: OriginFacts = { setAside: new Set(), callsToday: new Map(), cap: 0 };

/** The person to be called, and the numbers to choose from. */
export interface OriginTerms {
  readonly phoneNumber: string;
  /** The number that spoke to the person last, otherwise the one that called them last. */
  readonly spokeFrom: string | null;
  /** The number that is used only if no other is left. */
  readonly notFrom: string | null;
  /** The numbers that may call the person, in the campaign's order. */
  readonly among: readonly string[];
}

/** A campaign's numbers without those that were set aside; all of them where none would be left. */
export function usableNumbers(phoneNumbers: readonly string[], setAside: ReadonlySet<string>): readonly string[] {
  const left = phoneNumbers.filter((number) => !setAside.has(number));
  return left.length > 0 ? left : phoneNumbers;
}

/** Calls that all of a campaign's numbers may make in a day, and those made today; null if there is no cap. */
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

/** True if one of these numbers has calls left today. */
export function hasRoom(facts: OriginFacts, among: readonly string[]): boolean {
  return freeOf(facts, among).length > 0;
}

/** Areas of origin numbers, cached because reading one takes some 50 µs and each is compared with every person. */
const originAreas = new Map<string, PhoneArea>();
const mostAreas = 10_000;

function areaOfOrigin(number: string): PhoneArea {
  const area = originAreas.get(number) ?? phoneAreaOf(number);
  if (originAreas.size >= mostAreas) originAreas.clear();
  originAreas.set(number, area);
  return area;
}

/** The number to call from; null if all numbers that may call the person had their calls of today. */
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
  // Equal numbers keep the campaign's order.
  const ranked = free.map((number) => ({ number, near: nearness(number), calls: calls(number) }));
  return ranked.toSorted((one, other) => other.near - one.near || one.calls - other.calls)[0]?.number ?? null;
}
