// All the ways in which an Argentine number is written lead to one key, and nothing else leads there.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactKeyOf, nationalNumberKey, readNumberKey } from './phone-number.ts';

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((each) => each.join(''));

/** Area code and number: ten digits. */
const lines = fc.oneof(
  digits(8).map((number) => ({ area: '11', number })),
  fc
    .tuple(fc.constantFrom('2', '3'), digits(2), digits(7))
    .map(([first, rest, number]) => ({ area: first + rest, number })),
  fc
    .tuple(fc.constantFrom('2', '3'), digits(3), digits(6))
    .map(([first, rest, number]) => ({ area: first + rest, number })),
);

/** Every spelling: how the country, the trunk and the mobile line are told. */
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

/** The parts with something between them, and the number perhaps cut in two; brackets round an area code. */
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
      text: [...parts.slice(0, -1), last.slice(0, cut), last.slice(cut)].filter(Boolean).join(gap),
    };
  });

test('every spelling of an Argentine line is its ten digits', () => {
  fc.assert(
    fc.property(written, ({ key, text }) => readNumberKey(text) === key),
    {
      numRuns: 3_000,
      seed: 20_261_121,
    },
  );
});

test('keys of other countries keep their country, and never meet an Argentine one', () => {
  const others = fc
    .tuple(fc.constantFrom('1', '34', '52', '53', '55', '56', '598'), fc.integer({ min: 6, max: 11 }))
    .chain(([code, length]) => digits(length).map((rest) => code + rest));
  fc.assert(
    fc.property(others, lines, (digitsOfOther, { area, number }) => {
      const key = nationalNumberKey(`+${digitsOfOther}`);
      expect(key).toBe(`+${digitsOfOther}`);
      expect(key).not.toBe(area + number);
    }),
    { seed: 1 },
  );
});

test('a campaign’s number always has a key: the same for the same line, another for another', () => {
  const e164 = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 14 }))
    .chain(([first, length]) => digits(length).map((rest) => `+${first}${rest}`));
  fc.assert(
    fc.property(e164, e164, (one, other) => {
      expect(nationalNumberKey(one)).not.toBe('');
      if (!one.startsWith('+54') || !other.startsWith('+54'))
        expect(nationalNumberKey(one) === nationalNumberKey(other)).toBe(one === other);
    }),
    { seed: 2 },
  );
  expect(nationalNumberKey('+5491144440000')).toBe('1144440000');
  expect(nationalNumberKey('+541144440000')).toBe('1144440000');
  // Too short to be a line: it stays what it is.
  expect(nationalNumberKey('+54911')).toBe('+54911');
});

test.each([
  ['+54 9 11 4444-0000', '1144440000'],
  ['011 15-4444-0000', '1144440000'],
  ['11 15 4444 0000', '1144440000'],
  ['(0351) 15-444-0000', '3514440000'],
  ['0351 15 155 1515', '3511551515'],
  ['03515 15 44-0000', '3515440000'],
  ['2211 15 151515', '2211151515'],
  ['5492966440000', '2966440000'],
  ['+34 612 345 678', '+34612345678'],
  ['0055 11 98765-4321', '+5511987654321'],
  ['+1 (415) 555-0100', '+14155550100'],
])('%s is %s', (text, key) => {
  expect(readNumberKey(text)).toBe(key);
});

test.each([
  '',
  '15 4444 0000',
  '4444-0000',
  '0800 555 0100',
  '12345',
  'sin número',
  '5,49E+12',
  '5.49E+12',
  '+54 11 4444 000',
  '11 4444 00001',
  '20-12345678-9',
  '+0 11 4444 0000',
  '*1144440000',
])('%j is no number that can be told', (text) => {
  expect(readNumberKey(text)).toBeNull();
});

test('a withheld number, or an address without one, is nobody’s; a number within an address is its line’s', () => {
  for (const nobody of ['anonymous', 'Restricted', '', '+', '12345', 'sip:ana@192.168.100.200', 'anónimo 1122334455'])
    expect(contactKeyOf(nobody)).toBeNull();
  for (const written of ['+5491144445555', 'sip:+5491144445555@10.0.0.1;user=phone', 'SIPS:01144445555@host.example'])
    expect(contactKeyOf(written)).toBe('1144445555');
  expect(contactKeyOf('+123456')).toBe('+123456');
});
