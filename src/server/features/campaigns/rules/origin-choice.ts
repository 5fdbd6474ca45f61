/**
 * Chooses the origin number from which a campaign calls a person. It prefers the number of an earlier conversation with
 * the person, then a number of the person's area or country, then the one used least today. A number at its daily cap
 * is not used. Pure.
 */
import { parsePhoneArea, type PhoneArea } from './phone-area.ts';

export interface OriginNumberChoiceFacts {
  /** Origin numbers with a low answer rate. They are used only if no other number is left. */
  readonly setAside: ReadonlySet<string>;
  /** Number of today's calls by origin number, including calls that may have been placed. */
  readonly callsToday: ReadonlyMap<string, number>;
  /** Limit of calls of an origin number in a day; 0 for no cap. */
  readonly cap: number;
}

export const unrestrictedOriginNumberChoiceFacts: OriginNumberChoiceFacts = {
  setAside: new Set(),
  callsToday: new Map(),
  cap: 0,
};

export interface OriginNumberChoiceTerms {
  readonly phoneNumber: string;
  readonly spokeFrom: string | null;
  /** Origin number that a retry should not use again, unless it is the only one left. */
  readonly notFrom: string | null;
  /** Origin numbers that may call the person, in the campaign's order. */
  readonly among: readonly string[];
}

/**
 * Returns a campaign's origin numbers without the numbers in `setAside`. If none would be left, returns all of them.
 */
export function pickUsableOriginNumbers(
  phoneNumbers: readonly string[],
  setAside: ReadonlySet<string>,
): readonly string[] {
  const left = phoneNumbers.filter((number) => !setAside.has(number));
  return left.length > 0 ? left : phoneNumbers;
}

/**
 * Returns the sum of the origin numbers' daily caps (`perDay`) and the number of their calls today (`made`). Null if
 * there is no cap.
 */
export function sumOriginNumberCapsAndCallsToday({
  phoneNumbers,
  setAside,
  callsToday,
  cap,
}: OriginNumberChoiceFacts & { readonly phoneNumbers: readonly string[] }): {
  readonly perDay: number;
  readonly made: number;
} | null {
  if (cap === 0) return null;
  const usable = pickUsableOriginNumbers(phoneNumbers, setAside);
  const made = usable.reduce((sum, number) => sum + Math.min(cap, callsToday.get(number) ?? 0), 0);
  return { perDay: cap * usable.length, made };
}

export function isOriginNumberAtDailyCap({ cap, callsToday }: OriginNumberChoiceFacts, number: string): boolean {
  return cap > 0 && (callsToday.get(number) ?? 0) >= cap;
}

function freeOf(facts: OriginNumberChoiceFacts, among: readonly string[]): readonly string[] {
  return pickUsableOriginNumbers(among, facts.setAside).filter((number) => !isOriginNumberAtDailyCap(facts, number));
}

/** True if one of the origin numbers is below its daily cap. */
export function hasOriginNumberBelowCap(facts: OriginNumberChoiceFacts, among: readonly string[]): boolean {
  return freeOf(facts, among).length > 0;
}

/**
 * Cache of the telephone areas of origin numbers. Each origin number is compared with every person, and parsing takes
 * 50 µs.
 */
const originAreas = new Map<string, PhoneArea>();
const mostAreas = 10_000;

function areaOfOrigin(number: string): PhoneArea {
  const area = originAreas.get(number) ?? parsePhoneArea(number);
  if (originAreas.size >= mostAreas) originAreas.clear();
  originAreas.set(number, area);
  return area;
}

/** Returns the origin number to call a person from; null if all allowed ones have reached their daily cap. */
export function chooseOriginNumber(
  facts: OriginNumberChoiceFacts,
  { phoneNumber, spokeFrom, notFrom, among }: OriginNumberChoiceTerms,
): string | null {
  const free = freeOf(facts, among);
  if (free.length < 2) return free[0] ?? null;
  const person = parsePhoneArea(phoneNumber);
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
