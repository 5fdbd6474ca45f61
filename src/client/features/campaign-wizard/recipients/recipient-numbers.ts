/** What the numbers of a list are, and what is offered in their place. Each text is read once. Pure; runs in the worker. */
import { phoneFormatText } from '../../../../contract/recipient-file.ts';
import { numberChanges, numberReasons } from '../../../../labels/phone-es.ts';
import { readerMessages } from '../../../../labels/recipient-list-es.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { findLine, type CountryCode } from '../../../../phone/numbering-plan.ts';
import { readNumber, readNumbers, type NumberChange, type NumberReading } from '../../../../phone/read-number.ts';

/**
 * What is offered for a number: `mobile` and `national` lack the country alone, `local` does not say what it is, `several` stand in one
 * cell, `tidied` are written another way, `respelled` can be called as they are, and are written another way today.
 */
export const offerKinds = ['several', 'mobile', 'local', 'national', 'tidied', 'respelled'] as const;
export type OfferKind = (typeof offerKinds)[number];
/** What may be accepted for all of a kind; of `local` one of two. */
export type PhoneMend = OfferKind | 'localAsMobile';

export interface NumberReadings {
  readonly read: (text: string) => NumberReading;
  /** Every number of a text that can be offered. */
  readonly offersOf: (text: string) => readonly string[];
  /** Of a number that can be called. */
  readonly keyOf: (number: string) => string;
}

const sampledNumbers = 1_000;
/** A campaign's people and mistaken rows, and as many other cells; what is beyond is read anew. */
const mostKept = 100_000;

/** Remembers its readings. */
function readingsIn(country: CountryCode, otherCountries: ReadonlySet<CountryCode>): NumberReadings {
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

/** Readings of lists, of each context once: what a person chooses reads no cell anew. */
export interface ListReadings {
  /** `texts`: a column's. Where some are international numbers of other countries, those that lost their '+' may be so too. */
  readonly of: (country: CountryCode, texts: Iterable<string>) => NumberReadings;
}

export function createListReadings(): ListReadings {
  const contexts = new Map<string, NumberReadings>();
  const inContext = (country: CountryCode, others: readonly CountryCode[]): NumberReadings => {
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
        // Without a '+' it tells nothing of another country.
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

/** Null: there is nothing to offer. */
export function offerKindOf({ number, offer }: NumberReading): OfferKind | null {
  if (!offer) return null;
  if (number !== null) return 'respelled';
  if (offer.asMobile !== null) return 'local';
  if (offer.changes.includes('several')) return 'several';
  if (!offer.changes.includes('country')) return 'tidied';
  return offer.number.startsWith('+549') ? 'mobile' : 'national';
}

/** The number as what was accepted makes it. Null: it can't be called. */
export function mendNumber(reading: NumberReading, accepted: readonly PhoneMend[]): string | null {
  const kind = offerKindOf(reading);
  if (kind === 'local' && accepted.includes('localAsMobile')) return reading.offer?.asMobile ?? null;
  return (kind !== null && accepted.includes(kind) ? reading.offer?.number : null) ?? reading.number;
}

/** Not for a good number. The complaint, its reason, and what is offered. */
export function phoneError(text: string, { offer, problem }: NumberReading): string {
  if (problem === 'spreadsheetFigure') return readerMessages.excelDamage(text);
  const reason = offer ? numberChanges[tellingChange(offer.changes)] : numberReasons[problem ?? 'noNumber'];
  return [phoneFormatText(offer?.number), reason, offer ? readerMessages.phoneSuggestion(offer.number) : null]
    .filter(Boolean)
    .join('. ');
}

/** The change that a person has to know of first; of spaces last. */
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
