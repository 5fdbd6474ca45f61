/**
 * Reads a telephone number as a person, a file or a program writes it. Never joins the digits of two numbers. Invisible
 * characters are dropped silently. Other corrections are offered with their reasons. Pure functions.
 */
import { internationalNumberPattern } from './international-format.ts';
import {
  addCallingCode,
  argentinePhoneNumberPattern,
  findNumberInNumberingPlans,
  findPhoneSpellingChange,
  normalizePhoneNumberSpelling,
  type CountryCode,
  type ValidPhoneNumber,
  type PhoneNumberSpellingChange,
} from './numbering-plan.ts';

/** Kinds of correction that turn a text into a suggested phone number. Their texts are in labels/phone-es.ts. */
export type SuggestedPhoneNumberChange =
  | 'several'
  | 'decimal'
  | 'extension'
  | 'label'
  | 'quotes'
  | 'fullWidth'
  | 'separators'
  | 'internationalPrefix'
  | 'plus'
  | 'country'
  | PhoneNumberSpellingChange;

/** Reasons why a text is not a telephone number and no correction can be offered. */
export type UnreadablePhoneNumberReason =
  | 'empty'
  | 'spreadsheetFigure'
  | 'noNumber'
  | 'several'
  | 'tooShort'
  | 'noCountry'
  | 'unknown';

export interface SuggestedPhoneNumber {
  readonly number: string;
  /** Suggested number spelled as a mobile. Set only if an Argentine number does not say whether it is a mobile. */
  readonly asMobile: string | null;
  /** At least one. */
  readonly changes: readonly SuggestedPhoneNumberChange[];
}

export interface ParsedWrittenPhoneNumber {
  /** The text itself if it is already an E.164 telephone number. Otherwise null. */
  readonly number: string | null;
  /** True if the telephone number, in whatever spelling, is valid in a numbering plan. */
  readonly isKnown: boolean;
  /** The corrected telephone number to suggest for the text that was read. Null if there is no suggestion. */
  readonly offer: SuggestedPhoneNumber | null;
  /**
   * Complete E.164 number that is in no numbering plan. It may be called all the same. Set only if `number` and `offer`
   * are null.
   */
  readonly unlisted: string | null;
  /** Reason why no phone number was found in the text. Null if `number`, `offer` or `unlisted` contains one. */
  readonly problem: UnreadablePhoneNumberReason | null;
}

export interface PhoneNumberReadingContext {
  /** The workspace's country. Telephone numbers without a calling code are read as numbers of this country. */
  readonly country: CountryCode;
  /** Countries of the international numbers in the same file. A number that lost its '+' may be from one of them. */
  readonly otherCountries?: ReadonlySet<CountryCode> | undefined;
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Matches a spreadsheet's rounded display of a telephone number: 5,49E+12 for 5491145550108. */
const spreadsheetFigure = /^[+-]?\d+(?:[.,]\d+)?E\+?\d+$/i;
/** Matches characters around a telephone number that are not part of it, such as quotes. */
const quotes = /^[=\s"'‘’`´“”<[]+|[\s"'‘’`´“”>\];,.]+$/g;
/** Matches WhatsApp addresses that contain a number's international digits, with or without '+'. */
const address =
  /^(?:(?:https?:\/\/)?(?:wa\.me\/|(?:(?:api|web)\.whatsapp\.com|whatsapp:\/)\/send\/?\?phone=)(?:\+|%2B)?(\d+)(?:[/?&#].*)?|\+?(\d+)@(?:c\.us|s\.whatsapp\.net))$/i;
const mobileWords = 'cel(?:ular)?|m[oó]vil|mobile|whats?app|wpp|wsp|wa';
const otherWords =
  'tel(?:[eé]fono)?s?|tlfn?o?|phone|fono|casa|trabajo|oficina|fijo|l[ií]nea|n[uú]mero|n(?:ro)?|callto|sip|[cmpt]';
const word = `(?:${mobileWords}|${otherWords})(?!\\p{L})[.:°º]*`;
/**
 * Matches labels such as 'Tel.' before or after a telephone number. Also matches a remark without digits in brackets
 * after the number.
 */
const label = new RegExp(
  `^(?:${word}\\s*)+(?=[+(\\d])|(?<=\\d)\\s*(?:\\(?(?:${word}\\s*)+\\)?|\\([^()\\d]{1,40}\\))$`,
  'giu',
);
/** Matches labels that mark the telephone number as a mobile, such as 'cel' or 'WhatsApp'. */
const mobileLabel = new RegExp(`(?<!\\p{L})(?:${mobileWords})(?!\\p{L})`, 'iu');
/** Matches telephone numbers that a spreadsheet took for decimals, such as 34612345678.0 and 56987654321,00. */
const decimal = /^(.*\d)[.,]0$|^([^.,]*\d)[.,]00$|^(\+?\d{7,})[.,]0{3,}$/;
const extension =
  /(?<=\d)(?:[\s,;.(-]*(?:(?:x|ext(?:ensi[oó]n)?|int(?:erno)?|anexo|ramal)[\s.:=#]*|#\s*)\d{1,6}\s*\)?|\s*\(\d{1,6}\))$/i;
/**
 * Matches a last group of digits after a dash, which may be an extension or the end of the telephone number. The group
 * is removed as an extension only if the text with the group is not a telephone number.
 */
const trailingGroup = /\s-\s*\d{1,4}$/;
/** Separators between two numbers of one cell. */
const between = /\s*(?::::|[;|\n,]|\s(?:y|o|ó|u|e|or|and|&)\s|\s(?=\+)|(?<=\d{8})\s*-\s*(?=\+?\d{8}))\s*/i;
/** Matches separators that may be between two telephone numbers or within one. */
const betweenOrWithin = /\s*\/\s*|\s+-\s+(?=[+(]?\d(?:[\s().-]*\d){5,}$)/;
const separators = /[\s().\-\u2010-\u2015\u2212/]/g;
/** Matches the digits of a complete telephone number, perhaps with trunk prefix and country code. */
const wholeNumber = /^\+?\d{7,17}$/;
const fewestDigits = 6;
/** Maximum length of a text that is searched for a telephone number, because searching longer texts takes too long. */
const longestText = 200;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Removes invisible characters and trims white space. */
export const removeInvisibleCharacters = (text: string): string => text.replace(invisible, '').trim();

/** Reads a text as one phone number. If the text contains several numbers, suggests the first of them. */
export function parseWrittenPhoneNumber(written: string, context: PhoneNumberReadingContext): ParsedWrittenPhoneNumber {
  const text = removeInvisibleCharacters(written).slice(0, longestText + 1);
  if (internationalNumberPattern.test(text)) {
    const line = findNumberInNumberingPlans(text);
    const change = line && findPhoneSpellingChange(text, line);
    return {
      number: text,
      isKnown: line !== null,
      offer: line && change && { number: line.number, asMobile: null, changes: [change] },
      unlisted: null,
      problem: null,
    };
  }
  const parts = splitNumbers(text, context);
  const first = readPart(parts[0] ?? '', context);
  const offer = first && {
    ...first,
    changes: parts.length > 1 ? (['several', ...first.changes] as const) : first.changes,
  };
  const unlisted = offer || parts.length > 1 ? null : findUnlisted(text, context);
  return {
    number: null,
    isKnown: offer !== null,
    offer,
    unlisted,
    problem: offer ? null : problemOf(text, parts.length),
  };
}

/**
 * Picks the phone number from a parsed text. It is the number as written, otherwise the suggested number, otherwise a
 * number in no numbering plan. Null if the text contains no number.
 */
export const pickNumberOrSuggestion = ({ number, offer, unlisted }: ParsedWrittenPhoneNumber): string | null =>
  number ?? offer?.number ?? unlisted;

/** Returns all telephone numbers in a cell, in E.164. Empty if the cell contains none. */
export function parseAllPhoneNumbers(written: string, context: PhoneNumberReadingContext): readonly string[] {
  const text = removeInvisibleCharacters(written).slice(0, longestText + 1);
  // Fast paths for the commonest spellings. The slower lookup in the numbering plans would give the same result.
  if (internationalNumberPattern.test(text)) return [text];
  const national = context.country === 'AR' && /^\d[\d ]+$/.test(text) ? text.replaceAll(' ', '') : '';
  if (national.length === 10 && argentinePhoneNumberPattern.test(`+54${national}`)) return [`+54${national}`];
  return splitNumbers(text, context).flatMap(
    (part) => pickNumberOrSuggestion(parseWrittenPhoneNumber(part, context)) ?? [],
  );
}

function problemOf(text: string, parts: number): UnreadablePhoneNumberReason {
  const digits = digitsOf(text);
  if (text === '') return 'empty';
  if (spreadsheetFigure.test(text)) return 'spreadsheetFigure';
  if (parts > 1) return 'several';
  if (digits === '' || /\p{L}/u.test(text)) return 'noNumber';
  if (/^\D*(?:\+|00)/.test(text)) return 'unknown';
  return digits.length <= 8 ? 'tooShort' : 'noCountry';
}

/**
 * Splits a text into parts with one telephone number each, and leaves their spelling unchanged. Returns a single part
 * if the text has at most one number.
 */
function splitNumbers(text: string, context: PhoneNumberReadingContext): readonly string[] {
  const bare = text.replace(quotes, '').replace(extension, '');
  if (spreadsheetFigure.test(bare) || decimal.test(bare) || address.test(bare)) return [text];
  const apart = bare.split(between).filter((part) => digitsOf(part) !== '');
  if (apart.length > 1 && digitsOf(apart[0] ?? '').length >= fewestDigits) return apart;
  const parts = bare.split(betweenOrWithin);
  const [first = ''] = parts;
  const isOne =
    parts.length < 2 ||
    digitsOf(first).length < fewestDigits ||
    (readPart(first, context) === null && readPart(bare, context) !== null);
  return isOne ? [text] : parts;
}

function readPart(written: string, context: PhoneNumberReadingContext): SuggestedPhoneNumber | null {
  if (written.length > longestText) return null;
  const changes: SuggestedPhoneNumberChange[] = [];
  const note = (change: SuggestedPhoneNumberChange, from: string, to: string): string => {
    if (to !== from) changes.push(change);
    return to;
  };
  if (/[\uff01-\uff5e]/.test(written)) changes.push('fullWidth');
  let text = written.normalize('NFKC');
  text = note('quotes', text, text.replace(quotes, ''));
  text = note(
    'label',
    text,
    text.replace(address, (_, linked, messaged) => `+${linked ?? messaged}`).replace(label, ''),
  );
  text = note('decimal', text, text.replace(decimal, '$1$2$3'));
  text = note('extension', text, text.replace(extension, ''));
  text = note('trunkZero', text, text.replace(/\(0\)/, ''));
  const whole = readDigits(text, context);
  const found = whole ?? readDigits(text.replace(trailingGroup, ''), context);
  if (!found) return null;
  const { line, isNational, change } = found;
  if (!whole) changes.push('extension');
  if (!/^\+?\d+$/.test(text)) changes.push('separators');
  const respelling = findPhoneSpellingChange(found.written, line);
  const added = [change, respelling].filter((each) => each !== null);
  const asMobile = isNational ? mobileOf(line) : null;
  const isMobile = asMobile !== null && mobileLabel.test(written);
  return {
    number: isMobile ? asMobile : line.number,
    asMobile: isMobile ? null : asMobile,
    changes: [...new Set([...changes, ...added])],
  };
}

interface FoundLine {
  readonly line: ValidPhoneNumber;
  /** The text's digits after a '+'. */
  readonly written: string;
  readonly isNational: boolean;
  readonly change: SuggestedPhoneNumberChange | null;
}

/**
 * Looks up a text's digits in the numbering plans. The order is: international number with '+' or '00', national
 * number, international number that lost its '+'.
 */
function readDigits(text: string, { country, otherCountries }: PhoneNumberReadingContext): FoundLine | null {
  const compact = text.trim().replace(separators, '');
  if (!wholeNumber.test(compact)) return null;
  const read = (written: string, change: SuggestedPhoneNumberChange | null): FoundLine | null => {
    const line = findNumberInNumberingPlans(written);
    return line && { line, written, isNational: change === 'country', change };
  };
  if (compact.startsWith('+')) return read(compact, null);
  const prefixed = compact.startsWith('00') ? read(`+${compact.slice(2)}`, 'internationalPrefix') : null;
  const national = read(addCallingCode(compact, country), 'country');
  if (prefixed || national) return prefixed ?? national;
  const international = read(`+${compact}`, 'plus');
  const home = international?.line.country ?? null;
  return home !== null && (home === country || otherCountries?.has(home)) ? international : null;
}

/**
 * Finds a telephone number that is complete but in no numbering plan. The number must have a calling code or be
 * Argentine. Null if the text has decimals or an extension.
 */
function findUnlisted(text: string, { country }: PhoneNumberReadingContext): string | null {
  const bare = text.replace(quotes, '');
  const compact = bare.replace(separators, '').replace(/^00/, '+');
  const hasMore = [decimal, extension, trailingGroup].some((more) => more.test(bare));
  if (hasMore || !wholeNumber.test(compact)) return null;
  if (internationalNumberPattern.test(compact)) return compact;
  const spelled = normalizePhoneNumberSpelling(addCallingCode(compact, country));
  return argentinePhoneNumberPattern.test(spelled) ? spelled : null;
}

/** Returns an Argentine telephone number spelled as a mobile, with a 9. Null for any other number. */
function mobileOf(line: ValidPhoneNumber): string | null {
  if (line.country !== 'AR' || line.national.length !== 10) return null;
  return findNumberInNumberingPlans(`+549${line.national}`)?.number ?? null;
}
