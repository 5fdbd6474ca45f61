/**
 * The numbering plans of all countries (libphonenumber's metadata), and former spellings that people still write. No other module imports
 * the library. Pure.
 */
import { getCountryCallingCode, parsePhoneNumberFromString as parsePhoneNumber } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';

export type { CountryCode };

/** A line that exists in its country's numbering plan, in today's spelling. */
export interface Line {
  /** E.164. */
  readonly number: string;
  /** Without '+'. */
  readonly callingCode: string;
  /** The national number: the digits after the calling code. */
  readonly national: string;
  /** The line's country. Null if the number belongs to no single country. */
  readonly country: CountryCode | null;
}

/** Spellings that the library does not read, each with its replacement. */
const formerSpellings = [
  // Argentina: the 9 that marks mobiles from abroad, together with the domestic 15. The library reads a 15 without the 9.
  { change: 'mobilePrefix', from: /^\+54(?:90?|09)(?=\d{12}$)/, to: '+54' },
  // Argentina: the domestic trunk 0, perhaps beside the 9 from abroad.
  { change: 'trunkZero', from: /^\+54(9?)0(9?)(?=(?:11|[23]\d)\d{8}$)/, to: '+54$1$2' },
  // Mexico: a 1 before mobiles until 2019, and the domestic prefixes 01, 044 and 045.
  { change: 'mobilePrefix', from: /^\+52(?:1|01|044|045)(?=\d{10}$)/, to: '+52' },
  // Brazil: mobiles had eight digits, beginning with 6 to 9, until 2016.
  { change: 'ninthDigit', from: /^\+550?([1-9]{2})(?=[6-9]\d{7}$)/, to: '+55$19' },
] as const;

export type Respelling = (typeof formerSpellings)[number]['change'];

/** Countries that write a dash before the last four digits. */
const dashed: ReadonlySet<string | undefined> = new Set(['AR', 'BR']);

/** Finds the line of `number`, which is '+' and digits in any spelling. Null if no numbering plan has it. */
export function findLine(number: string): Line | null {
  const parsed = parse(number) ?? parse(respell(number));
  return (
    parsed && {
      number: parsed.number,
      callingCode: parsed.countryCallingCode,
      national: parsed.nationalNumber,
      country: parsed.country ?? null,
    }
  );
}

/**
 * Groups a number for reading aloud: '+5493415551533' is '+54 9 341 555-1533'. A number of possible length is grouped even if its plan does
 * not have it. Any other text, and a number that is spelled otherwise today, is returned unchanged.
 */
export function groupNumber(number: string): string {
  const parsed = parsePhoneNumber(number, { extract: false });
  if (parsed?.number !== number || !parsed.isPossible()) return number;
  const grouped = parsed.formatInternational();
  return dashed.has(parsed.country) ? grouped.replace(/ (?=\d{4}$)/, '-') : grouped;
}

function parse(number: string): PhoneNumber | null {
  const parsed = parsePhoneNumber(number, { extract: false });
  return parsed?.isValid() ? parsed : null;
}

/** An Argentine line: ten national digits, perhaps after the 9 of mobiles. The plan need not know the area code. */
export const argentineLine = /^\+549?((?:11|[23]\d)\d{8})$/;

/** Argentina's area code, 15 and number: twelve digits in all. */
const areaAnd15 = /^\+54(?:90?|09?)?(11(?=15\d{8}$)|[23]\d\d(?=15\d{7}$)|[23]\d{3}(?=15\d{6}$))15/;

/** Today's spelling of a number. If no plan has the line, only Argentina's 0, 9 and 15 are understood. */
export function spellNumber(number: string): string {
  const line = findLine(number);
  if (line || !number.startsWith('+54')) return line?.number ?? number;
  const written = [number, respell(number)];
  const spelled = written.map((each) => parsePhoneNumber(each, { extract: false })?.number ?? each);
  // The library takes a number that begins with 15 for a mobile without area code. It does not recognise a 15 after an unknown area code.
  return (
    [...spelled, ...written, number.replace(areaAnd15, '+549$1')].find((each) => argentineLine.test(each)) ?? number
  );
}

/** The change from `number` to its line's spelling. Null if they are equal. */
export function respellingOf(number: string, line: Line): Respelling | null {
  if (line.number === number) return null;
  const former = formerSpellings.find(({ from }) => from.test(number));
  if (former) return former.change;
  // The library converted Argentina's 15 to the mobile 9.
  return line.number.startsWith('+549') ? 'mobilePrefix' : 'trunkZero';
}

function respell(number: string): string {
  const former = formerSpellings.find(({ from }) => from.test(number));
  return former ? number.replace(former.from, former.to) : number;
}

/** A national number, with or without trunk prefix, as '+' and digits. */
export function toInternational(digits: string, country: CountryCode): string {
  return `+${getCountryCallingCode(country)}${digits}`;
}
