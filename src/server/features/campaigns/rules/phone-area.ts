/**
 * Parses the country and area code of a phone number from its digits alone. Mobile numbers without an area code have no
 * area, and neither have countries whose numbering plan is missing here.
 */
import { numberKeyOf } from '../../../../phone/number-key.ts';

/**
 * Pattern of the country calling codes of ITU-T E.164. No code is the beginning of another code. All codes that the
 * pattern does not list have three digits.
 */
const callingCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * Three-digit area codes of Argentina. A longer area code that begins with one of them counts as the same area, because
 * the two areas are near each other.
 */
const threeDigits = new Set(
  (
    '220 221 223 230 236 237 249 260 261 263 264 266 280 291 294 297 298 299 336 341 342 343 345 348 351 353 358 362 364 370 376 ' +
    '379 380 381 383 385 387 388'
  ).split(' '),
);

/** Patterns of the area code in a national number, by country calling code. */
const areaCodes: Readonly<Record<string, RegExp>> = {
  '1': /^\d{3}/,
  '34': /^(?:91|93|[89]\d\d)/,
  '51': /^(?:1|[4-8]\d)/,
  '52': /^(?:33|55|56|81|\d{3})/,
  '54': /^(?:11|[23]\d{3})/,
  '55': /^\d{2}/,
  '56': /^(?:2|[3-7]\d)/,
  '57': /^60\d/,
  '598': /^(?:2|4[2-7])/,
};

export interface PhoneArea {
  readonly country: string;
  /** Area code of the phone number; null if it has none, or if it is unknown. */
  readonly area: string | null;
}

export function parsePhoneArea(phoneNumber: string): PhoneArea {
  const key = numberKeyOf(phoneNumber);
  const [country, national] = key.startsWith('+') ? splitCountry(key.slice(1)) : ['54', key];
  const area = areaCodes[country]?.exec(national)?.[0] ?? null;
  const isShort = country === '54' && area !== null && threeDigits.has(area.slice(0, 3));
  return { country, area: isShort ? area.slice(0, 3) : area };
}

/** Returns a phone number's area as stored with a recipient, such as '54 351'; '' if it is unknown. */
export function buildPhoneAreaKey(phoneNumber: string): string {
  const { country, area } = parsePhoneArea(phoneNumber);
  return area === null ? '' : `${country} ${area}`;
}

function splitCountry(digits: string): readonly [string, string] {
  const country = callingCode.exec(digits)?.[0] ?? digits;
  return [country, digits.slice(country.length)];
}
