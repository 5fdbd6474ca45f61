/** Parses a recipient file's phone numbers and suggests corrections. Each text is parsed once. Pure. */
import { phoneErrorText } from '../../../../contract/recipient-file.ts';
import { numberChanges, numberReasons } from '../../../../labels/phone-es.ts';
import { readerMessages } from '../recipient-list-es.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { findLine, type CountryCode } from '../../../../phone/numbering-plan.ts';
import { readNumber, readNumbers, type NumberChange, type NumberReading } from '../../../../phone/read-number.ts';

/**
 * Kinds of corrections. `mobile` and `national` numbers lack only the country code; `local` may be mobile or landline;
 * `several`: a cell has several numbers; `tidied`: odd format; `respelled`: can be called, but outdated spelling.
 */
export const correctionKinds = ['several', 'mobile', 'local', 'national', 'tidied', 'respelled'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
/** Corrections that a user may accept for all phone numbers of a kind. `local` has two, of which one applies. */
export type NumberCorrection = CorrectionKind | 'localAsMobile';

export interface NumberParser {
  readonly read: (text: string) => NumberReading;
  /** All phone numbers that can be suggested to correct a cell's text. */
  readonly offersOf: (text: string) => readonly string[];
  /** The number key of a phone number, which must be one that can be called. */
  readonly keyOf: (number: string) => string;
}

const sampledNumbers = 1_000;
/** Maximum number of parsed cells in the cache, enough for all rows of a campaign. Further texts are not cached. */
const mostKept = 100_000;

/** Parses cells as phone numbers, with assumptions about their countries, and caches the results. */
function readingsIn(country: CountryCode, otherCountries: ReadonlySet<CountryCode>): NumberParser {
  const context = { country, otherCountries };
  const kept = new Map<string, NumberReading>();
  function read(text: string): NumberReading {
    const known = kept.get(text);
    if (known) return known;
    const reading = readNumber(text, context);
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
      const others = offer.changes.includes('several') ? readNumbers(text, context) : [];
      const known = others.flatMap((each) => {
        const { isKnown, offer: respelled } = read(each);
        return isKnown ? [respelled?.number ?? each] : [];
      });
      return [...new Set([offer.number, ...(offer.asMobile === null ? [] : [offer.asMobile]), ...known])];
    },
  };
}

/** Cache of parsed phone numbers by assumed countries, so that a user's choice does not parse cells again. */
export interface NumberParserCache {
  /** `texts` are the phone column's cells. Foreign numbers among them suggest that others merely lack their '+'. */
  readonly of: (country: CountryCode, texts: Iterable<string>) => NumberParser;
}

export function createNumberParserCache(): NumberParserCache {
  const contexts = new Map<string, NumberParser>();
  const inContext = (country: CountryCode, others: readonly CountryCode[]): NumberParser => {
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
        // Only phone numbers with '+' show which other countries the recipient file has.
        if (!text.includes('+')) continue;
        const { number, isKnown, offer } = read(text);
        const home = isKnown ? findLine(number ?? offer?.number ?? '')?.country : null;
        if (home && home !== country) others.add(home);
        sampled += 1;
        if (sampled === sampledNumbers) break;
      }
      return inContext(country, [...others].toSorted());
    },
  };
}

/** Kind of the correction suggested for a phone number; null if there is none. */
export function correctionKindOf({ number, offer }: NumberReading): CorrectionKind | null {
  if (!offer) return null;
  if (number !== null) return 'respelled';
  if (offer.asMobile !== null) return 'local';
  if (offer.changes.includes('several')) return 'several';
  if (!offer.changes.includes('country')) return 'tidied';
  return offer.number.startsWith('+549') ? 'mobile' : 'national';
}

/** The phone number to call after applying the accepted corrections; null if it can't be called. */
export function applyCorrections(reading: NumberReading, accepted: readonly NumberCorrection[]): string | null {
  const kind = correctionKindOf(reading);
  if (kind === 'local' && accepted.includes('localAsMobile')) return reading.offer?.asMobile ?? null;
  return (kind !== null && accepted.includes(kind) ? reading.offer?.number : null) ?? reading.number;
}

/** Error text for a phone number that can't be called, with the reason and the suggested correction. */
export function phoneError(text: string, { offer, problem }: NumberReading): string {
  if (problem === 'spreadsheetFigure') return readerMessages.excelDamage(text);
  const reason = offer ? numberChanges[tellingChange(offer.changes)] : numberReasons[problem ?? 'noNumber'];
  return [phoneErrorText(offer?.number), reason, offer ? readerMessages.phoneSuggestion(offer.number) : null]
    .filter(Boolean)
    .join('. ');
}

/** Kinds of changes that correct a phone number, most important to the user first. */
const byImportance: readonly NumberChange[] = [
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
const tellingChange = (changes: readonly NumberChange[]): NumberChange =>
  byImportance.find((change) => changes.includes(change)) ?? 'separators';
