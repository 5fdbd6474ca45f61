/** Parses a recipient file's phone numbers and suggests corrections. Equal texts are parsed once. Pure. */
import { buildPhoneFormatErrorText } from '../../../../contract/recipient-file.ts';
import { suggestedPhoneNumberChangeTexts, phoneNumberProblemReasonLabels } from '../../../../labels/phone-es.ts';
import { recipientFileMessages } from '../recipient-list-es.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { findNumberInNumberingPlans, type CountryCode } from '../../../../phone/numbering-plan.ts';
import {
  parseWrittenPhoneNumber,
  parseAllPhoneNumbers,
  type SuggestedPhoneNumberChange,
  type ParsedWrittenPhoneNumber,
} from '../../../../phone/read-number.ts';

/**
 * Kinds of corrections that are suggested for a phone number:
 * - `several`: the cell has several numbers.
 * - `mobile`: only the country code of an Argentine mobile number is missing.
 * - `national`: only the country code of any other number is missing.
 * - `local`: the country code is missing, and the number may be a mobile or a landline number.
 * - `tidied`: the number has an unusual format.
 * - `respelled`: the number can be called, but its spelling is outdated.
 */
export const phoneNumberCorrectionKinds = ['several', 'mobile', 'local', 'national', 'tidied', 'respelled'] as const;
export type PhoneNumberCorrectionKind = (typeof phoneNumberCorrectionKinds)[number];
/**
 * Correction of phone numbers that the user may accept. A number of the kind `local` can be corrected to a landline
 * number (`local`) or to a mobile number (`localAsMobile`).
 */
export type PhoneNumberCorrectionChoice = PhoneNumberCorrectionKind | 'localAsMobile';

export interface CachedPhoneNumberParser {
  readonly read: (text: string) => ParsedWrittenPhoneNumber;
  /** Returns all phone numbers that can be suggested to correct a cell's text. */
  readonly offersOf: (text: string) => readonly string[];
  /** Returns the value that all spellings of a phone number share. The number must be one that can be called. */
  readonly keyOf: (number: string) => string;
}

const sampledNumbers = 1_000;
/**
 * Maximum number of phone cells in the parser's cache, enough for all rows of a campaign. Further cells are not cached.
 */
const mostKept = 100_000;

/**
 * Creates a phone number parser with a cache. Local numbers are read as numbers of `country`. Numbers of
 * `otherCountries` may lack the '+'.
 */
function readingsIn(country: CountryCode, otherCountries: ReadonlySet<CountryCode>): CachedPhoneNumberParser {
  const context = { country, otherCountries };
  const kept = new Map<string, ParsedWrittenPhoneNumber>();
  function read(text: string): ParsedWrittenPhoneNumber {
    const known = kept.get(text);
    if (known) return known;
    const reading = parseWrittenPhoneNumber(text, context);
    if (kept.size < mostKept) kept.set(text, reading);
    return reading;
  }
  const keys = new Map<string, string>();
  return {
    read,
    keyOf(number) {
      const key = keys.get(number) ?? numberKeyOf(number);
      if (keys.size < mostKept) keys.set(number, key);
      return key;
    },
    offersOf(text) {
      const { offer } = read(text);
      if (!offer) return [];
      const others = offer.changes.includes('several') ? parseAllPhoneNumbers(text, context) : [];
      const known = others.flatMap((each) => {
        const { isKnown, offer: respelled } = read(each);
        return isKnown ? [respelled?.number ?? each] : [];
      });
      return [...new Set([offer.number, ...(offer.asMobile === null ? [] : [offer.asMobile]), ...known])];
    },
  };
}

/** Cache of phone number parsers, one for each combination of assumed countries, so that no cell is parsed twice. */
export interface PhoneNumberParserCache {
  /**
   * Returns the phone number parser for a recipient file. `texts` are the file's phone cells. Numbers with '+' in these
   * cells show which countries besides `country` occur in the file.
   */
  readonly of: (country: CountryCode, texts: Iterable<string>) => CachedPhoneNumberParser;
}

export function createPhoneNumberParserCache(): PhoneNumberParserCache {
  const contexts = new Map<string, CachedPhoneNumberParser>();
  const inContext = (country: CountryCode, others: readonly CountryCode[]): CachedPhoneNumberParser => {
    const key = [country, ...others].join(' ');
    const readings = contexts.get(key) ?? readingsIn(country, new Set(others));
    contexts.set(key, readings);
    return readings;
  };
  return {
    of(country, texts) {
      const { read } = inContext(country, []);
      const others = new Set<CountryCode>();
      let sampled = 0;
      for (const text of texts) {
        // Skip cells without '+', because only international numbers show which other countries the recipient file has.
        if (!text.includes('+')) continue;
        const { number, isKnown, offer } = read(text);
        const home = isKnown ? findNumberInNumberingPlans(number ?? offer?.number ?? '')?.country : null;
        if (home && home !== country) others.add(home);
        sampled += 1;
        if (sampled === sampledNumbers) break;
      }
      return inContext(country, [...others].toSorted());
    },
  };
}

/** Kind of the correction suggested for a phone number; null if there is none. */
export function getPhoneNumberCorrectionKind({
  number,
  offer,
}: ParsedWrittenPhoneNumber): PhoneNumberCorrectionKind | null {
  if (!offer) return null;
  if (number !== null) return 'respelled';
  if (offer.asMobile !== null) return 'local';
  if (offer.changes.includes('several')) return 'several';
  if (!offer.changes.includes('country')) return 'tidied';
  return offer.number.startsWith('+549') ? 'mobile' : 'national';
}

/** The number to call after applying the corrections that the user accepted; null if it can't be called. */
export function applyPhoneNumberCorrections(
  reading: ParsedWrittenPhoneNumber,
  accepted: readonly PhoneNumberCorrectionChoice[],
): string | null {
  const kind = getPhoneNumberCorrectionKind(reading);
  if (kind === 'local' && accepted.includes('localAsMobile')) return reading.offer?.asMobile ?? null;
  return (kind !== null && accepted.includes(kind) ? reading.offer?.number : null) ?? reading.number;
}

/** Error text for a phone number that can't be called, with the reason and the suggested correction. */
export function describePhoneNumberError(text: string, { offer, problem }: ParsedWrittenPhoneNumber): string {
  if (problem === 'spreadsheetFigure') return recipientFileMessages.excelDamage(text);
  const reason = offer
    ? suggestedPhoneNumberChangeTexts[tellingChange(offer.changes)]
    : phoneNumberProblemReasonLabels[problem ?? 'noNumber'];
  return [
    buildPhoneFormatErrorText(offer?.number),
    reason,
    offer ? recipientFileMessages.phoneSuggestion(offer.number) : null,
  ]
    .filter(Boolean)
    .join('. ');
}

/** Kinds of changes that correct a phone number, by importance. An error text names only the most important one. */
const byImportance: readonly SuggestedPhoneNumberChange[] = [
  'several',
  'decimal',
  'extension',
  'label',
  'quotes',
  'fullWidth',
  'plus',
  'internationalPrefix',
  'country',
  'trunkZero',
  'mobilePrefix',
  'ninthDigit',
  'separators',
];
const tellingChange = (changes: readonly SuggestedPhoneNumberChange[]): SuggestedPhoneNumberChange =>
  byImportance.find((change) => changes.includes(change)) ?? 'separators';
