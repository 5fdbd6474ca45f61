/**
 * The numbering plans of all countries (libphonenumber's metadata), and former spellings that people still write. The only module that
 * knows the library. Pure.
 */
import { getCountryCallingCode, parsePhoneNumberFromString as parsePhoneNumber } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';

export type { CountryCode };

/** A line that its country's plan has, in the plan's spelling of today. */
export interface Line {
  /** E.164. */
  readonly number: string;
  /** Without '+'. */
  readonly callingCode: string;
  /** What follows the calling code. */
  readonly national: string;
  /** Null: the number belongs to no single country. */
  readonly country: CountryCode | null;
}

/** Spellings that the library does not read, each with what leads to today's. */
const formerSpellings = [
  // Argentina: the mobile 9 from abroad together with the 15 from home. The library reads a 15 without the 9.
  { change: 'mobilePrefix', from: /^\+54(?:90?|09)(?=\d{12}$)/, to: '+54' },
  // The 0 from home, perhaps beside the mobile 9 from abroad.
  { change: 'trunkZero', from: /^\+54(9?)0(9?)(?=(?:11|[23]\d)\d{8}$)/, to: '+54$1$2' },
  // Mexico: a 1 before mobiles until 2019; 01, 044 and 045 at home.
  { change: 'mobilePrefix', from: /^\+52(?:1|01|044|045)(?=\d{10}$)/, to: '+52' },
  // Brazil: mobiles had eight digits, from 6 on, until 2016.
  { change: 'ninthDigit', from: /^\+550?([1-9]{2})(?=[6-9]\d{7}$)/, to: '+55$19' },
] as const;

export type Respelling = (typeof formerSpellings)[number]['change'];

/** Countries that write a dash before the last four digits. */
const dashed: ReadonlySet<string | undefined> = new Set(['AR', 'BR']);

/** `number` is '+' and digits, in any spelling. Null: no plan has the line. */
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
 * '+5493415551533' is '+54 9 341 555-1533', for reading aloud; one that its plan does not have, as its likes. What is no number, or
 * is spelled otherwise today, stays as it is.
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

/** Argentina's ten national digits are whole whatever the plan knows of their area; the 9 of mobiles may stand before them. */
export const argentineLine = /^\+549?((?:11|[23]\d)\d{8})$/;

/** Area code, 15, number: twelve digits in all. */
const areaAnd15 = /^\+54(?:90?|09?)?(11(?=15\d{8}$)|[23]\d\d(?=15\d{7}$)|[23]\d{3}(?=15\d{6}$))15/;

/** The number as its line is spelled today. Of a line that no plan has, only Argentina's 0, 9 and 15 are understood. */
export function spellNumber(number: string): string {
  const line = findLine(number);
  if (line || !number.startsWith('+54')) return line?.number ?? number;
  const written = [number, respell(number)];
  const spelled = written.map((each) => parsePhoneNumber(each, { extract: false })?.number ?? each);
  // The library takes a number that begins with 15 for a mobile one without its area, and knows no 15 behind an area that it has not.
  return (
    [...spelled, ...written, number.replace(areaAnd15, '+549$1')].find((each) => argentineLine.test(each)) ?? number
  );
}

/** What leads from `number` to the spelling of its line; null where it is spelled so. */
export function respellingOf(number: string, line: Line): Respelling | null {
  if (line.number === number) return null;
  const former = formerSpellings.find(({ from }) => from.test(number));
  if (former) return former.change;
  // The library read Argentina's 15 as the mobile 9.
  return line.number.startsWith('+549') ? 'mobilePrefix' : 'trunkZero';
}

function respell(number: string): string {
  const former = formerSpellings.find(({ from }) => from.test(number));
  return former ? number.replace(former.from, former.to) : number;
}

/** A number in a country's own form, with or without trunk prefix, as '+' and digits. */
export function abroad(digits: string, country: CountryCode): string {
  return `+${getCountryCallingCode(country)}${digits}`;
}
