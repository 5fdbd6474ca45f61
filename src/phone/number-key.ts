/**
 * A key identifies a telephone line, however its number is spelled. The key of an Argentine line is its ten national digits (area code and
 * number: 1144445555). Every other key is '+' and the international digits in today's spelling. Keys of two countries therefore never
 * collide. Stored rows and digests contain keys, so a change of this function needs a migration.
 */
import { internationalFormat } from './international-format.ts';
import { argentineLine, findLine, spellNumber } from './numbering-plan.ts';
import { acceptedNumber, readNumber, type NumberContext } from './read-number.ts';
import { isWithheldNumber } from './withheld-number.ts';

/** The key of a number in international format. A number in no numbering plan keeps its digits. */
export function numberKeyOf(number: string): string {
  // Fast path: most numbers are Argentine, and need no numbering plan.
  const written = argentineLine.exec(number)?.[1];
  if (written) return written;
  const spelled = spellNumber(number);
  return argentineLine.exec(spelled)?.[1] ?? spelled;
}

/**
 * The key of a call's other party. Accepts carriers' spellings, including SIP addresses and Argentina's national format. Null if the number
 * was withheld or has fewer than six digits.
 */
export function contactKeyOf(number: string): string | null {
  const [, user = ''] = /^(?:sips?:)?([^@;]*)/i.exec(number.trim()) ?? [];
  const digits = user.replace(/\D/g, '');
  if (isWithheldNumber(number) || /\p{L}/u.test(user) || digits.length < 6) return null;
  // Fast path: most carriers send international format.
  if (internationalFormat.test(user)) return numberKeyOf(user);
  return numberKeyOf(acceptedNumber(readNumber(user, { country: 'AR' })) ?? `+${digits}`);
}

/** A number that has this key. An Argentine key does not say whether the line is a mobile. */
export function numberOfKey(key: string): string {
  return key.startsWith('+') ? key : `+54${key}`;
}

/** The key of a number as a person or a file writes it. Null if the text is not a number. */
export function readNumberKey(text: string, context: NumberContext): string | null {
  const number = acceptedNumber(readNumber(text, context));
  return number === null ? null : numberKeyOf(number);
}

/** Trunk prefixes (dialled before a national number) by calling code. The default is a zero. */
const trunkPrefixes: Readonly<Record<string, string>> = { '1': '1', '7': '8', '36': '06', '375': '8' };

/**
 * All keys that a line has or had. Rows that no migration can read, such as digests, are looked up by them. The current key comes first.
 * Older keys came from Mexico's 1, Brazil's eight digits or a trunk prefix.
 */
export function keysOf(key: string): readonly string[] {
  const line = key.startsWith('+') ? findLine(key) : null;
  if (!line) return [key];
  const former = [
    key.replace(/^\+52(?=\d{10}$)/, '+521'),
    key.replace(/^(\+55\d\d)9(?=[6-9]\d{7}$)/, '$1'),
    `+${line.callingCode}${trunkPrefixes[line.callingCode] ?? '0'}${line.national}`,
  ];
  return [key, ...former.filter((each) => each !== key && numberKeyOf(each) === key)];
}

/** The numbers in international format that a line with this key may be written as. */
export function spellingsOf(key: string): readonly string[] {
  return key.startsWith('+') ? keysOf(key) : [`+549${key}`, `+54${key}`];
}
