// Numbers as files and people write them, each with its expected reading.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { internationalNumberPattern } from './international-format.ts';
import { findNumberInNumberingPlans } from './numbering-plan.ts';
import { numberKeyOf } from './number-key.ts';
import { pickNumberOrSuggestion, parseWrittenPhoneNumber, parseAllPhoneNumbers } from './read-number.ts';

const argentina = { country: 'AR' } as const;
const offerOf = (text: string, context: Parameters<typeof parseWrittenPhoneNumber>[1] = argentina) => {
  const { number, offer, problem } = parseWrittenPhoneNumber(text, context);
  return offer ? [offer.number, ...offer.changes] : (number ?? problem);
};

test.each([
  ['\u200e+5491144440001', '+5491144440001'],
  ['\u202a+5491144440002\u202c', '+5491144440002'],
  ['+54\u00ad91144440007', '+5491144440007'],
  ['+\ufe0d5491144440010\u00a0', '+5491144440010'],
])('invisible signs of %j are dropped in silence', (text, number) => {
  expect(parseWrittenPhoneNumber(text, argentina)).toEqual({
    number,
    isKnown: true,
    offer: null,
    unlisted: null,
    problem: null,
  });
});

test.each([
  ['+34612345678.0', ['+34612345678', 'decimal']],
  ['5491144440031.0', ['+5491144440031', 'decimal', 'plus']],
  ['+56987654321,0', ['+56987654321', 'decimal']],
  ['+573001234567.00', ['+573001234567', 'decimal']],
  ['+551198765432.0', ['+5511998765432', 'decimal', 'ninthDigit']],
  ['+49 30 1234567.0', ['+49301234567', 'decimal', 'separators']],
  ['+33 1 23.45.67.00', ['+33123456700', 'separators']],
  ['+34 912345678/79', ['+34912345678', 'several', 'separators']],
  ['011 4444-0051/52', ['+541144440051', 'several', 'separators', 'country', 'trunkZero']],
  ['+5491144440053 ::: +5491144440054', ['+5491144440053', 'several']],
  ['+5491144440055, +5491144440056', ['+5491144440055', 'several']],
  ['+5491144440057 y 4444-0058', ['+5491144440057', 'several']],
  ['4444-0059 - 4444-0060', 'several'],
  ["'+5491144440021", ['+5491144440021', 'quotes']],
  ['’+5491144440022', ['+5491144440022', 'quotes']],
  ['="+5491145550106"', ['+5491145550106', 'quotes']],
  ['tel:+5491144450062', ['+5491144450062', 'label']],
  ['p:+5491144440081', ['+5491144440081', 'label']],
  ['https://wa.me/5491144440081?text=hola', ['+5491144440081', 'label']],
  ['5491144440081@c.us', ['+5491144440081', 'label']],
  ['Cel. 11 4444-0001', ['+5491144440001', 'label', 'separators', 'country']],
  ['+5491144450065 int 12', ['+5491144450065', 'extension']],
  ['+54 11 4444-0001 (123)', ['+541144440001', 'extension', 'separators']],
  ['+54 11 4444-0001 - 12', ['+541144440001', 'extension', 'separators']],
  ['+54 11 4444-0001#45', ['+541144440001', 'extension', 'separators']],
  ['tel:+54-9-11-4444-5555;ext=12', ['+5491144445555', 'label', 'extension', 'separators']],
  ['+54 11 4444-0001 (int. 12)', ['+541144440001', 'extension', 'separators']],
  ['11 4444-0001 (casa)', ['+541144440001', 'label', 'separators', 'country']],
  ['11 4444-0001 wsp', ['+5491144440001', 'label', 'separators', 'country']],
  ['+5491144440001 (Juan)', ['+5491144440001', 'label']],
  ['<+5491144440001>;', ['+5491144440001', 'quotes']],
  ['+54 9 011 4444 5555', ['+5491144445555', 'separators', 'trunkZero']],
  ['(+54) 9 11 4444-5555', ['+5491144445555', 'separators']],
  ['+5491144440001 +5491144440002', ['+5491144440001', 'several']],
  ['1144440001-1144440002', ['+541144440001', 'several', 'country']],
  ['341-555-1533 ó 341-555-1534', ['+543415551533', 'several', 'separators', 'country']],
  ['Juan 11 4444 5555', 'noNumber'],
  ['+44 (0)20 7946 0958', ['+442079460958', 'trunkZero', 'separators']],
  ['＋５４ ９ 11 4444 5555', ['+5491144445555', 'fullWidth', 'separators']],
  ['+54‑9‑11‑4444‑5555', ['+5491144445555', 'separators']],
  ['0054 9 11 4444 5555', ['+5491144445555', 'separators', 'internationalPrefix']],
  ['011/4444-5555', ['+541144445555', 'separators', 'country', 'trunkZero']],
  ['+54 9 341 - 5551533', ['+5493415551533', 'separators']],
  ['+54111555550199', ['+5491155550199', 'mobilePrefix']],
  ['+540111555550198', ['+5491155550198', 'mobilePrefix']],
  ['+549111555550196', ['+5491155550196', 'mobilePrefix']],
  ['+5401145555677', ['+541145555677', 'trunkZero']],
  ['+5215512345678', ['+525512345678', 'mobilePrefix']],
  ['+551187654321', ['+5511987654321', 'ninthDigit']],
  // Too few digits: the format accepts it, but it is not a line.
  ['+54915555550197', '+54915555550197'],
  ['+5491155550196990', 'unknown'],
  ['4444-0058', 'tooShort'],
  ['34612345679', 'noCountry'],
  ['5,49E+12', 'spreadsheetFigure'],
  ['hola', 'noNumber'],
  [' \u200b ', 'empty'],
])('%j', (text, read) => {
  expect(offerOf(text)).toEqual(read);
});

test('a number that is accepted and is no line says so', () => {
  expect(parseWrittenPhoneNumber('+549115555', argentina)).toEqual({
    number: '+549115555',
    isKnown: false,
    offer: null,
    unlisted: null,
    problem: null,
  });
  expect(parseWrittenPhoneNumber('+5215512345678', argentina)).toMatchObject({
    number: '+5215512345678',
    isKnown: true,
  });
});

test('Argentina’s ten digits may be a mobile', () => {
  expect(parseWrittenPhoneNumber('11 4444-0001', argentina).offer).toMatchObject({
    number: '+541144440001',
    asMobile: '+5491144440001',
  });
  expect(parseWrittenPhoneNumber('11 15 4444-0001', argentina).offer).toMatchObject({
    number: '+5491144440001',
    asMobile: null,
  });
});

test('the country is the workspace’s, and a lost + one of the file’s', () => {
  expect(offerOf('33 1234 5678', { country: 'MX' })).toEqual(['+523312345678', 'separators', 'country']);
  expect(offerOf('044 55 1234 5679', { country: 'MX' })).toEqual([
    '+525512345679',
    'separators',
    'country',
    'mobilePrefix',
  ]);
  expect(offerOf('34612345679', { country: 'AR', otherCountries: new Set(['ES']) })).toEqual(['+34612345679', 'plus']);
});

test('a cell gives every number in it', () => {
  expect(parseAllPhoneNumbers('+54 11 4444-0061 / +54 9 11 4444-0062', argentina)).toEqual([
    '+541144440061',
    '+5491144440062',
  ]);
  expect(parseAllPhoneNumbers('+34 912345678/79', argentina)).toEqual(['+34912345678']);
  expect(parseAllPhoneNumbers('hola', argentina)).toEqual([]);
  // Without the decimals or extension these are not lines. With those digits they would be another person's line.
  expect(parseAllPhoneNumbers('+3461234567.0', argentina)).toEqual([]);
  expect(parseAllPhoneNumbers('+34 61234567 (8)', argentina)).toEqual([]);
  expect(parseAllPhoneNumbers('+34 61234567 - 12', argentina)).toEqual([]);
});

test('an offer is always a line, from any text, within moments', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'+0123456789 .,-()/xy:;#\'"'.split('')), maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(' '.repeat(20_000), '1 '.repeat(20_000), 'tel '.repeat(5_000), '(1'.repeat(9_000)),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('AR', 'MX', 'BR', 'CL', 'CO'), (written, country) => {
      const { number, offer, problem } = parseWrittenPhoneNumber(written, { country });
      if (offer) expect(findNumberInNumberingPlans(offer.number)?.number).toBe(offer.number);
      if (offer?.asMobile) expect(findNumberInNumberingPlans(offer.asMobile)?.number).toBe(offer.asMobile);
      if (number !== null) expect(number).toMatch(internationalNumberPattern);
      expect(problem === null).toBe(number !== null || offer !== null);
    }),
    { numRuns: 3_000, seed: 7 },
  );
});

test('a list’s numbers are those that a single reading finds', () => {
  const digits = fc.stringMatching(/^(?:11|[0-9]{2})[0-9]{6,11}$/);
  const written = fc.oneof(
    digits,
    digits.map((each) => `+${each}`),
    digits.map((each) => each.replace(/(?=.{4}$)/, ' ')),
  );
  fc.assert(
    fc.property(written, fc.constantFrom('AR', 'MX', 'BR'), (text, country) => {
      const number = pickNumberOrSuggestion(parseWrittenPhoneNumber(text, { country }));
      expect(parseAllPhoneNumbers(text, { country }).map(numberKeyOf)).toEqual(
        number === null ? [] : [numberKeyOf(number)],
      );
    }),
  );
});
