/**
 * A number key identifies a telephone line, however its number is spelled. For an Argentine line it is the ten national
 * digits (1144445555), otherwise '+' and the international digits in today's spelling. Keys of two countries never
 * collide. Stored rows and digests contain number keys, so a change of `numberKeyOf` needs a migration.
 */
import { internationalNumberPattern } from './international-format.ts';
import {
  argentinePhoneNumberPattern,
  findNumberInNumberingPlans,
  normalizePhoneNumberSpelling,
} from './numbering-plan.ts';
import { pickNumberOrSuggestion, parseWrittenPhoneNumber, type PhoneNumberReadingContext } from './read-number.ts';
import { isWithheldCallerId } from './withheld-number.ts';

/**
 * Returns the number key (normalised form) of an E.164 telephone number. A number in no numbering plan keeps its digits
 * as key.
 */
export function numberKeyOf(number: string): string {
  // Fast path: most telephone numbers are Argentine. The pattern's first group is their number key (normalised form).
  const written = argentinePhoneNumberPattern.exec(number)?.[1];
  if (written) return written;
  const spelled = normalizePhoneNumberSpelling(number);
  return argentinePhoneNumberPattern.exec(spelled)?.[1] ?? spelled;
}

/**
 * Returns the contact key of a call, which is the normalised number of the person on the other end. Accepts carriers'
 * spellings, including SIP addresses and Argentina's national format. Null if the number was withheld, contains a
 * letter or has fewer than six digits.
 */
export function contactKeyOf(number: string): string | null {
  const [, user = ''] = /^(?:sips?:)?([^@;]*)/i.exec(number.trim()) ?? [];
  const digits = user.replace(/\D/g, '');
  if (isWithheldCallerId(number) || /\p{L}/u.test(user) || digits.length < 6) return null;
  // Fast path: most carriers send international format.
  if (internationalNumberPattern.test(user)) return numberKeyOf(user);
  return numberKeyOf(pickNumberOrSuggestion(parseWrittenPhoneNumber(user, { country: 'AR' })) ?? `+${digits}`);
}

/**
 * Returns an E.164 number that has the given number key (normalised form). An Argentine key yields a number without the
 * 9 of mobiles.
 */
export function buildPhoneNumberFromKey(key: string): string {
  return key.startsWith('+') ? key : `+54${key}`;
}

/**
 * Returns the number key (normalised form) of a telephone number that a person or a file wrote. Null if the text is not
 * a telephone number.
 */
export function readNumberKey(text: string, context: PhoneNumberReadingContext): string | null {
  const number = pickNumberOrSuggestion(parseWrittenPhoneNumber(text, context));
  return number === null ? null : numberKeyOf(number);
}

/** Trunk prefix (dialled before a national number) by calling code. Calling codes that are not listed use '0'. */
const trunkPrefixes: Readonly<Record<string, string>> = { '1': '1', '7': '8', '36': '06', '375': '8' };

/**
 * Returns a telephone line's number key (normalised number), followed by the keys that older versions computed for it.
 * The older keys find digests of erased numbers, which no migration can recompute.
 */
export function listPhoneNumberKeyVariants(key: string): readonly string[] {
  const line = key.startsWith('+') ? findNumberInNumberingPlans(key) : null;
  if (!line) return [key];
  const former = [
    key.replace(/^\+52(?=\d{10}$)/, '+521'),
    key.replace(/^(\+55\d\d)9(?=[6-9]\d{7}$)/, '$1'),
    `+${line.callingCode}${trunkPrefixes[line.callingCode] ?? '0'}${line.national}`,
  ];
  return [key, ...former.filter((each) => each !== key && numberKeyOf(each) === key)];
}

/** Returns all E.164 spellings of the telephone number that has the given number key (normalised form). */
export function listPhoneNumberSpellings(key: string): readonly string[] {
  return key.startsWith('+') ? listPhoneNumberKeyVariants(key) : [`+549${key}`, `+54${key}`];
}
