/**
 * One person, one key: what all spellings of a line have in common. An Argentine line is its ten national digits (area code and
 * number: 1144445555). Any other is '+' and its international digits in today's spelling, so that keys of two countries never meet.
 * Stored rows and digests hold keys: a change of this function needs a migration.
 */
import { internationalFormat } from './international-format.ts';
import { argentineLine, findLine, spellNumber } from './numbering-plan.ts';
import { numberOf, readNumber, type NumberContext } from './read-number.ts';
import { isWithheldNumber } from './withheld-number.ts';

/** The key of a number in international format. A number that no plan knows keeps its digits. */
export function numberKeyOf(number: string): string {
  // Most numbers are spelled so, and need no plan.
  const written = argentineLine.exec(number)?.[1];
  if (written) return written;
  const spelled = spellNumber(number);
  return argentineLine.exec(spelled)?.[1] ?? spelled;
}

/**
 * The key of a call's other party, as carriers write numbers: also within a SIP address, also in Argentina's own form. Null: the number
 * was withheld, or has fewer digits than any line.
 */
export function contactKeyOf(number: string): string | null {
  const [, user = ''] = /^(?:sips?:)?([^@;]*)/i.exec(number.trim()) ?? [];
  const digits = user.replace(/\D/g, '');
  if (isWithheldNumber(number) || /\p{L}/u.test(user) || digits.length < 6) return null;
  // Most are written so, and read at once.
  if (internationalFormat.test(user)) return numberKeyOf(user);
  return numberKeyOf(numberOf(readNumber(user, { country: 'AR' })) ?? `+${digits}`);
}

/** A number of the key's line. Of Argentina's the key does not tell a mobile. */
export function numberOfKey(key: string): string {
  return key.startsWith('+') ? key : `+54${key}`;
}

/** The key of a number as a person or a file writes it. Null: it is none. */
export function readNumberKey(text: string, context: NumberContext): string | null {
  const number = numberOf(readNumber(text, context));
  return number === null ? null : numberKeyOf(number);
}

/** What is dialled before a national number at home, by calling code; a zero elsewhere. */
const trunkPrefixes: Readonly<Record<string, string>> = { '1': '1', '7': '8', '36': '06', '375': '8' };

/**
 * Keys under which a line may stand in rows that no migration can read, such as digests: its own first, then those that Mexico's old 1,
 * Brazil's eight digits and a trunk prefix gave it before.
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
