/**
 * A person's country and time zones, which decide when calling hours apply. They come from the recipient file or the
 * phone number, and are stored with the recipient as `COUNTRY:Zone&Zone`. '' means unknown. The workspace's time zone
 * is then used. Pure.
 */
import { normalizePhoneNumberSpelling } from '../../../../phone/numbering-plan.ts';
import zonesByPrefix from './phone-zones.json' with { type: 'json' };

export interface CountryAndZones {
  /** ISO 3166-1 code of the person's country if the console has calling rules for it; otherwise null. */
  readonly country: string | null;
  /** Possible time zones of the person: several if the number fits several, none if the workspace's is used. */
  readonly zones: readonly string[];
}

/** Countries for which the console has calling rules, by calling code (ITU-T E.164). */
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

/** Returns the value of `known` for the longest known prefix of a phone number; undefined if no prefix is known. */
function find<T>(digits: string, known: (prefix: string) => T | undefined): T | undefined {
  for (let length = longestPrefix; length > 0; length -= 1) {
    const found = known(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns a person's place (country and time zones) by phone number (E.164) and IANA zone. If `zone` is '', the number
 * decides.
 */
export function buildPhoneCountryAndZonesKey(phoneNumber: string, zone: string): string {
  const digits = normalizePhoneNumberSpelling(phoneNumber).slice(1);
  const country = find(digits, (prefix) => countries[prefix]) ?? '';
  const told = zone === '' ? (find(digits, (prefix) => zonesOf.get(prefix)) ?? '') : zone;
  return country === '' && told === '' ? '' : `${country}:${told}`;
}

export function parseCountryAndZonesKey(place: string): CountryAndZones {
  const [country = '', zones = ''] = place.split(':');
  return { country: country === '' ? null : country, zones: zones === '' ? [] : zones.split('&') };
}
