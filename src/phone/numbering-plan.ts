/**
 * The numbering plans of all countries (from libphonenumber's metadata), and former spellings of telephone numbers that
 * people still write. No other module imports libphonenumber. Pure functions.
 */
import { getCountryCallingCode, parsePhoneNumberFromString as parsePhoneNumber } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';

export type { CountryCode };

/** A telephone number that exists in its country's numbering plan, in today's spelling. */
export interface ValidPhoneNumber {
  /** E.164. */
  readonly number: string;
  /** Without '+'. */
  readonly callingCode: string;
  readonly national: string;
  /** The telephone number's country. Null if it belongs to no single country. */
  readonly country: CountryCode | null;
}

/** Spellings of telephone numbers that libphonenumber does not read, each with its replacement. */
const formerSpellings = [
  // Pattern of an Argentine number with the mobile prefix 9 and also the domestic mobile prefix 15. libphonenumber
  // reads a 15 only without the 9.
  { change: 'mobilePrefix', from: /^\+54(?:90?|09)(?=\d{12}$)/, to: '+54' },
  // Pattern of an Argentine number with the domestic trunk prefix 0, and with or without the mobile prefix 9.
  { change: 'trunkZero', from: /^\+54(9?)0(9?)(?=(?:11|[23]\d)\d{8}$)/, to: '+54$1$2' },
  // Pattern of a Mexican number with the former mobile 1 (until 2019), or with a domestic prefix 01, 044 or 045.
  { change: 'mobilePrefix', from: /^\+52(?:1|01|044|045)(?=\d{10}$)/, to: '+52' },
  // Pattern of a Brazilian mobile number as written until 2016: eight digits, beginning with 6 to 9.
  { change: 'ninthDigit', from: /^\+550?([1-9]{2})(?=[6-9]\d{7}$)/, to: '+55$19' },
] as const;

export type PhoneNumberSpellingChange = (typeof formerSpellings)[number]['change'];

/** Countries whose telephone numbers are displayed with a dash before the last four digits. */
const dashed: ReadonlySet<string | undefined> = new Set(['AR', 'BR']);

/**
 * Finds a telephone number ('+' and digits) in the numbering plans. A number in a former spelling is converted to its
 * current spelling. Null if no numbering plan contains the number.
 */
export function findNumberInNumberingPlans(number: string): ValidPhoneNumber | null {
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
 * Groups a telephone number for reading aloud: '+5493415551533' becomes '+54 9 341 555-1533'. The number needs a
 * possible length, but it need not be in a numbering plan. Any other text, and a number in a former spelling, is
 * returned unchanged.
 */
export function formatGroupedPhoneNumber(number: string): string {
  const parsed = parsePhoneNumber(number, { extract: false });
  if (parsed?.number !== number || !parsed.isPossible()) return number;
  const grouped = parsed.formatInternational();
  return dashed.has(parsed.country) ? grouped.replace(/ (?=\d{4}$)/, '-') : grouped;
}

function parse(number: string): PhoneNumber | null {
  const parsed = parsePhoneNumber(number, { extract: false });
  return parsed?.isValid() ? parsed : null;
}

/**
 * Matches an Argentine number of ten national digits, with or without the mobile prefix 9. Accepts unknown area codes.
 */
export const argentinePhoneNumberPattern = /^\+549?((?:11|[23]\d)\d{8})$/;

/** Matches an Argentine number written as area code, mobile prefix 15 and local number: twelve digits in all. */
const areaAnd15 = /^\+54(?:90?|09?)?(11(?=15\d{8}$)|[23]\d\d(?=15\d{7}$)|[23]\d{3}(?=15\d{6}$))15/;

/**
 * Converts a phone number to its current spelling. A number outside all numbering plans changes only if it is
 * Argentine.
 */
export function normalizePhoneNumberSpelling(number: string): string {
  const line = findNumberInNumberingPlans(number);
  if (line || !number.startsWith('+54')) return line?.number ?? number;
  const written = [number, respell(number)];
  const spelled = written.map((each) => parsePhoneNumber(each, { extract: false })?.number ?? each);
  // Try several spellings, because libphonenumber takes an Argentine '15…' for a mobile without area code.
  return (
    [...spelled, ...written, number.replace(areaAnd15, '+549$1')].find((each) =>
      argentinePhoneNumberPattern.test(each),
    ) ?? number
  );
}

/**
 * Returns what kind of change turns a written phone number into its current spelling, such as removing a trunk prefix
 * 0. Null if both are equal.
 */
export function findPhoneSpellingChange(number: string, line: ValidPhoneNumber): PhoneNumberSpellingChange | null {
  if (line.number === number) return null;
  const former = formerSpellings.find(({ from }) => from.test(number));
  if (former) return former.change;
  // If no former spelling matches, libphonenumber itself changed the number. It replaced the Argentine mobile prefix 15
  // or removed a trunk prefix 0.
  return line.number.startsWith('+549') ? 'mobilePrefix' : 'trunkZero';
}

function respell(number: string): string {
  const former = formerSpellings.find(({ from }) => from.test(number));
  return former ? number.replace(former.from, former.to) : number;
}

/** Puts '+' and the country's calling code before a national number. A trunk prefix in the number stays. */
export function addCallingCode(digits: string, country: CountryCode): string {
  return `+${getCountryCallingCode(country)}${digits}`;
}
