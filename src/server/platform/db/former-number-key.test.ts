// Whatever key a number had before `src/phone`: it has it still, or changed for a reason that has a name here.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactKeyOf, numberKeyOf } from '../../../phone/number-key.ts';
import { findLine } from '../../../phone/numbering-plan.ts';
import { isWithheldNumber } from '../../../phone/withheld-number.ts';
import { formerNumberKey } from './former-number-key.ts';

/** A million takes some minutes. */
const runs = Number(process.env['NUMBER_KEY_RUNS'] ?? 5_000);

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((each) => each.join(''));
/** Countries with a trunk zero, with another one, and without. */
const codes = ['1', '7', '34', '39', '44', '49', '51', '52', '54', '55', '56', '57', '591', '595', '598'];

/** Numbers as campaigns accept them: any, those of people's countries, and those that changed. */
const numbers = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 14 }))
      .chain(([first, length]) => digits(length).map((rest) => `+${first}${rest}`)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...codes), fc.constantFrom('', '', '0', '00'), fc.integer({ min: 7, max: 12 }))
      .chain(([code, zeros, length]) => digits(length).map((rest) => `+${code}${zeros}${rest}`.slice(0, 16))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('52', '521', '5201', '52044', '52045'), fc.constantFrom('55', '33', '81', '656', '222'))
      .chain(([prefix, area]) => digits(10 - area.length).map((rest) => `+${prefix}${area}${rest}`)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('55', '550'), fc.constantFrom('11', '21', '81'), fc.constantFrom('', '9'))
      .chain(([prefix, area, ninth]) => digits(8).map((rest) => `+${prefix}${area}${ninth}${rest}`)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('54', '549', '540', '5490', '5409'),
        fc.constantFrom('11', '351', '2966'),
        fc.constantFrom('', '15'),
      )
      .chain(([prefix, area, mobile]) => digits(10 - area.length).map((rest) => `+${prefix}${area}${mobile}${rest}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253') },
);

/** Each difference that there may be; Argentina's keys have none. `null`: the number is nobody's now. */
const reasons: Readonly<Record<string, (former: string, key: string | null) => boolean>> = {
  withheld: (former, key) => key === null && isWithheldNumber(former),
  'Mexico: old 1, 01, 044, 045': (former, key) => former.replace(/^\+52(?:1|01|044|045)(?=\d{10}$)/, '+52') === key,
  'Brazil: ninth digit': (former, key) => former.replace(/^\+55(\d\d)(?=[6-9]\d{7}$)/, '+55$19') === key,
  'Brazil: trunk zero and ninth digit': (former, key) =>
    former.replace(/^\+550(\d\d)(?=[6-9]\d{7}$)/, '+55$19') === key,
  'trunk zero': (former, key) => codeOf(key) !== null && former === `+${codeOf(key)}0${nationalOf(key)}`,
  'trunk 1, 8, 06': (former, key) =>
    ['1', '8', '06'].some((trunk) => former === `+${codeOf(key)}${trunk}${nationalOf(key)}`),
  // Brazil, Colombia and Bolivia: who carries a call is dialled behind the zero, and 90 has the called pay.
  'trunk zero and carrier': (former, key) =>
    ['55', '57', '591'].includes(codeOf(key) ?? '') &&
    /^9?0/.test(former.slice(1 + (codeOf(key)?.length ?? 0))) &&
    former.endsWith(nationalOf(key)) &&
    former.length - (key ?? '').length <= 5,
  // Madagascar, San Marino and others: a number without its area is of the one that the plan names.
  'area by the plan': (former, key) =>
    codeOf(key) !== null &&
    former.startsWith(`+${codeOf(key)}`) &&
    nationalOf(key).endsWith(former.slice(1 + (codeOf(key)?.length ?? 0))),
};
const lineOf = (key: string | null) => (key?.startsWith('+') ? findLine(key) : null);
const codeOf = (key: string | null) => lineOf(key)?.callingCode ?? null;
const nationalOf = (key: string | null) => lineOf(key)?.national ?? '';

test('a key that changed did so for a reason that has a name', { timeout: 300_000 + 2 * runs }, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(numbers, (number) => {
      const former = formerNumberKey(number);
      const key = numberKeyOf(number);
      const contact = number.length < 7 ? key : contactKeyOf(number);
      // A key leads to itself: rows that moved never move again.
      expect(numberKeyOf(key)).toBe(key);
      // Rows are found by the key that they have: it tells as much as the number did.
      expect(numberKeyOf(former.startsWith('+') ? former : `+54${former}`)).toBe(key);
      if (isWithheldNumber(number)) expect(contact).toBeNull();
      else expect(contact).toBe(key);
      const reason =
        contact === former ? 'same' : Object.keys(reasons).find((name) => reasons[name]?.(former, contact));
      expect(reason, `${number}: ${former} → ${contact}`).toBeDefined();
      counts.set(reason ?? '', (counts.get(reason ?? '') ?? 0) + 1);
    }),
    { numRuns: runs, seed: 20_261_127 },
  );
  for (const kind of ['withheld', 'Mexico: old 1, 01, 044, 045', 'Brazil: ninth digit', 'trunk zero', 'same'])
    expect(counts.get(kind), kind).toBeGreaterThan(0);
  if (runs > 100_000) process.stdout.write(`${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
});
