/**
 * Where somebody is called: the country and the zones by which the hour is judged, as the file or the number tells it. Kept with
 * the recipient as text, `COUNTRY:Zone&Zone`; '' tells nothing, and the workspace's zone holds. Pure.
 */
import { spellNumber } from '../../../../phone/numbering-plan.ts';
import zonesByPrefix from './phone-zones.json' with { type: 'json' };

export interface Place {
  /** ISO 3166-1, of the countries below; null: another, or not known. */
  readonly country: string | null;
  /** Several: the number alone does not tell which of its country's. None: the workspace's. */
  readonly zones: readonly string[];
}

/** By calling code: those that rules exist for (ITU-T E.164). */
const countries: Readonly<Record<string, string>> = {
  '34': 'ES',
  '51': 'PE',
  '52': 'MX',
  '54': 'AR',
  '56': 'CL',
  '57': 'CO',
  '598': 'UY',
};
const zonesOf = new Map(
  Object.entries(zonesByPrefix).flatMap(([zones, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, zones])),
);
const longestPrefix = Math.max(...[...zonesOf.keys()].map((prefix) => prefix.length));

/** What the longest of the number's beginnings tells. */
function find<T>(digits: string, known: (prefix: string) => T | undefined): T | undefined {
  for (let length = longestPrefix; length > 0; length -= 1) {
    const found = known(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `phoneNumber` is in E.164. `zone` is an IANA name, or '' if the file has none; then the digits decide (scripts/phone-zones.mjs). */
export function placeOf(phoneNumber: string, zone: string): string {
  const digits = spellNumber(phoneNumber).slice(1);
  const country = find(digits, (prefix) => countries[prefix]) ?? '';
  const told = zone === '' ? (find(digits, (prefix) => zonesOf.get(prefix)) ?? '') : zone;
  return country === '' && told === '' ? '' : `${country}:${told}`;
}

export function readPlace(place: string): Place {
  const [country = '', zones = ''] = place.split(':');
  return { country: country === '' ? null : country, zones: zones === '' ? [] : zones.split('&') };
}
