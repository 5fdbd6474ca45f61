// All spellings of one line lead to one key. No other number leads to it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactKeyOf, listPhoneNumberKeyVariants, numberKeyOf, readNumberKey } from './number-key.ts';
import { findNumberInNumberingPlans } from './numbering-plan.ts';

const argentina = { country: 'AR' } as const;

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((each) => each.join(''));

/** Area code and number of an Argentine line that the plan has: ten digits. */
const lines = fc
  .constantFrom('11', '220', '221', '341', '351', '2966', '3492', '2202')
  .chain((area) => digits(10 - area.length).map((number) => ({ area, number })))
  .filter(
    ({ area, number }) =>
      findNumberInNumberingPlans(`+549${area}${number}`) !== null &&
      findNumberInNumberingPlans(`+54${area}${number}`) !== null,
  );

/** All spellings of country code, trunk prefix and mobile prefix. */
const spellings = [
  (area: string, number: string) => ['+54', '9', area, number],
  (area: string, number: string) => ['+54', area, number],
  (area: string, number: string) => ['+54', '9', area, '15', number],
  (area: string, number: string) => ['+54', area, '15', number],
  (area: string, number: string) => ['+54', '0', area, number],
  (area: string, number: string) => ['+54', '0', area, '15', number],
  (area: string, number: string) => ['0054', '9', area, number],
  (area: string, number: string) => ['54', '9', area, number],
  (area: string, number: string) => ['54', area, number],
  (area: string, number: string) => ['54', '9', area, '15', number],
  (area: string, number: string) => ['0', area, number],
  (area: string, number: string) => ['0', area, '15', number],
  (area: string, number: string) => [area, number],
  (area: string, number: string) => [area, '15', number],
  (area: string, number: string) => ['9', area, number],
] as const;

/** Joins the parts with separators, may cut the number in two, and puts brackets round an area code. */
const written = fc
  .record({
    line: lines,
    spelling: fc.constantFrom(...spellings),
    gap: fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0'),
    cut: fc.nat({ max: 8 }),
    inBrackets: fc.boolean(),
  })
  .map(({ line, spelling, gap, cut, inBrackets }) => {
    const { area, number } = line;
    const parts = spelling(area, number).map((part) => (part === area && inBrackets ? `(${area})` : part));
    const last = parts.at(-1) ?? '';
    return {
      key: area + number,
      // A last group of zeros alone would be read as decimals.
      text: [
        ...parts.slice(0, -1),
        last.slice(0, Math.min(cut, last.length - 3)),
        last.slice(Math.min(cut, last.length - 3)),
      ]
        .filter(Boolean)
        .join(gap),
    };
  });

test('every spelling of an Argentine line is its ten digits', () => {
  fc.assert(
    fc.property(written, ({ key, text }) => {
      expect(readNumberKey(text, argentina)).toBe(key);
    }),
    { numRuns: 3_000, seed: 20_261_121 },
  );
});

/** A line of another country, with the pattern of its numbers. */
const abroad = [
  {
    country: 'MX',
    code: '52',
    line: /^\d{10}$/,
    length: 10,
    former: (national: string) => `1${national}`,
    trunks: ['01', '044'],
  },
  {
    country: 'BR',
    code: '55',
    line: /^\d\d9[689]\d{7}$/,
    length: 11,
    former: (national: string) => national.slice(0, 2) + national.slice(3),
    trunks: ['0'],
  },
  {
    country: 'UY',
    code: '598',
    line: /^9\d{7}$/,
    length: 8,
    former: (national: string) => `0${national}`,
    trunks: ['0'],
  },
  {
    country: 'GB',
    code: '44',
    line: /^\d{10}$/,
    length: 10,
    former: (national: string) => `0${national}`,
    trunks: ['0'],
  },
  { country: 'ES', code: '34', line: /^\d{9}$/, length: 9, former: (national: string) => national, trunks: [''] },
  { country: 'IT', code: '39', line: /^0\d{9}$/, length: 10, former: (national: string) => national, trunks: [''] },
  { country: 'CL', code: '56', line: /^\d{9}$/, length: 9, former: (national: string) => national, trunks: [''] },
  { country: 'CO', code: '57', line: /^\d{10}$/, length: 10, former: (national: string) => national, trunks: [''] },
] as const;

const foreignLines = fc.constantFrom(...abroad).chain((plan) =>
  digits(plan.length)
    .filter(
      (national) =>
        plan.line.test(national) && findNumberInNumberingPlans(`+${plan.code}${national}`)?.national === national,
    )
    .map((national) => ({ plan, national, key: `+${plan.code}${national}` })),
);
const decorations = [
  (text: string) => text,
  (text: string) => `tel:${text}`,
  (text: string) => `'${text}`,
  (text: string) => `\u200e${text}\u202c`,
  (text: string) => `${text}.0`,
  (text: string) => `${text} int. 12`,
  (text: string) => `${text} / 123`,
  (text: string) => `${text} ::: +5491144445555`,
  (text: string) => `="${text}"`,
] as const;

test('every spelling of a line abroad is one key, or none, and never another line’s', () => {
  fc.assert(
    fc.property(
      foreignLines,
      fc.constantFrom(...decorations),
      fc.nat({ max: 9 }),
      ({ plan, national, key }, decorate, cut) => {
        const { code, country, former, trunks } = plan;
        const spelled = national.slice(0, cut) + (cut > 0 && cut < national.length ? ' ' : '') + national.slice(cut);
        const certain = [`+${code} ${spelled}`, `00${code} ${spelled}`, `+${code}${former(national)}`];
        for (const text of certain) expect(readNumberKey(decorate(text), argentina) ?? text).toBe(key);
        const local = trunks.map((trunk) => readNumberKey(decorate(trunk + spelled), { country }));
        for (const read of local) expect(read ?? key).toBe(key);
        expect(readNumberKey(trunks[0] + spelled, { country })).toBe(key);
        expect(listPhoneNumberKeyVariants(key)).toContain(key);
        // No digest is looked up under another line's key.
        for (const each of listPhoneNumberKeyVariants(key)) expect(numberKeyOf(each)).toBe(key);
      },
    ),
    { numRuns: 2_000, seed: 20_261_127 },
  );
});

test('two lines never share a key, but for an Argentine one with and without its 9', () => {
  fc.assert(
    fc.property(foreignLines, foreignLines, lines, (one, other, { area, number }) => {
      expect(numberKeyOf(one.key) === numberKeyOf(other.key)).toBe(one.key === other.key);
      expect(numberKeyOf(one.key)).not.toBe(area + number);
    }),
    { numRuns: 1_000, seed: 1 },
  );
});

test('a campaign’s number always has a key', () => {
  const accepted = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 14 }))
    .chain(([first, length]) => digits(length).map((rest) => `+${first}${rest}`));
  fc.assert(
    fc.property(accepted, (number) => {
      const key = numberKeyOf(number);
      expect(key).toMatch(/^(?:\+\d+|\d{10})$/);
      expect(readNumberKey(number, argentina)).toBe(key);
      if (findNumberInNumberingPlans(number) === null && !number.startsWith('+54')) expect(key).toBe(number);
    }),
    { seed: 2, numRuns: 2_000 },
  );
});

test.each([
  ['+5491144440000', '1144440000'],
  ['+541144440000', '1144440000'],
  ['+5401144440000', '1144440000'],
  ['+54111544440000', '1144440000'],
  ['+549111544440000', '1144440000'],
  ['+54901144440000', '1144440000'],
  ['+54091144440000', '1144440000'],
  ['+54901100000000', '1100000000'],
  ['+5402966150000', '2966150000'],
  ['+54200150000000', '2000000000'],
  // An area code outside the plan keeps its former key.
  ['+5492999999999', '2999999999'],
  ['+54111599887008', '1199887008'],
  ['+549111599887008', '1199887008'],
  ['+54911', '+54911'],
  ['+548005550100', '+548005550100'],
  ['+5215512345678', '+525512345678'],
  ['+525512345678', '+525512345678'],
  ['+551187654321', '+5511987654321'],
  ['+551138765432', '+551138765432'],
  // No area code begins with a zero.
  ['+5500670000000', '+5500670000000'],
  ['+598099123456', '+59899123456'],
  ['+390612345678', '+390612345678'],
  ['+4402079460958', '+442079460958'],
])('%s has the key %s', (number, key) => {
  expect(numberKeyOf(number)).toBe(key);
});

test('a digest is looked for under every key that its line could have had', () => {
  expect(listPhoneNumberKeyVariants('1144440000')).toEqual(['1144440000']);
  expect(listPhoneNumberKeyVariants('+525512345678')).toContain('+5215512345678');
  expect(listPhoneNumberKeyVariants('+5511987654321')).toContain('+551187654321');
  expect(listPhoneNumberKeyVariants('+442079460958')).toContain('+4402079460958');
  expect(listPhoneNumberKeyVariants('+79161234567')).toEqual(['+79161234567', '+789161234567']);
  expect(listPhoneNumberKeyVariants('+390612345678')).toEqual(['+390612345678']);
});

test.each([
  ['+54 9 11 4444-0000', '1144440000'],
  ['011 15-4444-0000', '1144440000'],
  ['+54 0 9 11 15-4444-0000', '1144440000'],
  ['11 15 4444 0000', '1144440000'],
  ['(0351) 15-444-0000', '3514440000'],
  ['5492966440000', '2966440000'],
  ['+34 612 345 678', '+34612345678'],
  ['0055 11 98765-4321', '+5511987654321'],
  ['+1 (415) 555-0100', '+14155550100'],
  // No plan has these numbers, but a list may contain them.
  ['299 999-9999', '2999999999'],
  ['011 15-9988-7008', '1199887008'],
  ['+54 9 299 999 9999', '2999999999'],
  ['+54 11 4444 000', '+54114444000'],
])('%s is %s', (text, key) => {
  expect(readNumberKey(text, argentina)).toBe(key);
});

test.each([
  '',
  '15 4444 0000',
  '4444-0000',
  '12345',
  'sin número',
  '5,49E+12',
  '5.49E+12',
  '11 4444 00001',
  '20-12345678-9',
  '+0 11 4444 0000',
  '*1144440000',
])('%j is no number that can be told', (text) => {
  expect(readNumberKey(text, argentina)).toBeNull();
});

test('a withheld number, or an address without one, is nobody’s; a number within an address is its line’s', () => {
  for (const nobody of ['anonymous', 'Restricted', '', '+', '12345', 'sip:ana@192.168.100.200', 'anónimo 1122334455'])
    expect(contactKeyOf(nobody)).toBeNull();
  for (const typed of ['+266696687', '+7378742833', '+2562533', '+8656696', '86282452253', 'sip:+266696687@10.0.0.1'])
    expect(contactKeyOf(typed)).toBeNull();
  for (const line of ['+5491144445555', 'sip:+5491144445555@10.0.0.1;user=phone', 'SIPS:01144445555@host.example'])
    expect(contactKeyOf(line)).toBe('1144445555');
  expect(contactKeyOf('+123456')).toBe('+123456');
  expect(contactKeyOf('5215512345678')).toBe('+525512345678');
});
