/**
 * One number, however it is written: what two spellings of the same line have in common. An Argentine number is its ten
 * national digits (area code and number: 1144445555), without country code, trunk 0, the mobile 9 or the mobile 15; any
 * other is '+' and its international digits (+5511987654321), so that keys of two countries never meet.
 *
 * Decided without a table of area codes: they have 2 digits ('11' alone), 3 or 4, begin with 1, 2 or 3, and a 15 stands
 * right behind them in twelve digits, where only one of the three places can hold it. What can't be decided: a number
 * without its area code (15 4444-5555), which is therefore no number; whether ten such digits are in use; and other
 * countries' own double spellings (Mexico's old mobile 1, Brazil's ninth digit), which stay two keys.
 */
import { isWithheldNumber } from '../phone/withheld-number.ts';

const country = '54';
const national = /^(?:11|[23]\d)\d{8}$/;
const international = /^[1-9]\d{6,14}$/;
/** Area code, 15, number: twelve digits in all. */
const withMobilePrefix = [/^(11)15(\d{8})$/, /^([23]\d\d)15(\d{7})$/, /^([23]\d{3})15(\d{6})$/];
const separators = /[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'"-]/g;

/** The key of an E.164 number; of one that no country could have, its own digits. */
export function nationalNumberKey(phoneNumber: string): string {
  return readNumberKey(phoneNumber) ?? `+${phoneNumber.replace(/\D/g, '')}`;
}

/**
 * The key by which two calls are with the same person. Null: the number was withheld ('anonymous', 'Restricted'), or what
 * stands for it, such as the name of a SIP address, has fewer digits than any line.
 */
export function contactKeyOf(number: string): string | null {
  if (isWithheldNumber(number)) return null;
  const [, user = ''] = /^(?:sips?:)?([^@;]*)/i.exec(number.trim()) ?? [];
  return /\p{L}/u.test(user) || user.replace(/\D/g, '').length < 6 ? null : nationalNumberKey(user);
}

/**
 * The key of a number as a person or a file writes it, with any separators; without a country it is Argentine. Null: it
 * is none, or too little of one.
 */
export function readNumberKey(text: string): string | null {
  const written = text.trim().replace(separators, '');
  const isInternational = /^(?:\+|00)/.test(written);
  const digits = written.replace(/^(?:\+|00)/, '');
  if (!/^\d{8,17}$/.test(digits)) return null;
  if (isInternational && !digits.startsWith(country)) return international.test(digits) ? `+${digits}` : null;
  // No area code begins with 5: twelve digits or more that begin with 54 carry the country.
  const hasCountry = isInternational || (digits.length >= 12 && digits.startsWith(country));
  return readNational(hasCountry ? digits.slice(country.length) : digits);
}

/** Of what follows the country code: a mobile 9, a trunk 0, both in any order, or neither; then perhaps a 15. */
function readNational(digits: string): string | null {
  const bare = digits.replace(/^(?:90?|09?)(?=[123])/, '');
  if (national.test(bare)) return bare;
  for (const pattern of withMobilePrefix) {
    const [, area, number] = pattern.exec(bare) ?? [];
    if (area && number) return area + number;
  }
  return null;
}
