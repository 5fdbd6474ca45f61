// Every number keeps the key from before `src/phone`, or its key changed for a reason named here.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactKeyOf, numberKeyOf } from '../../../phone/number-key.ts';
import { findNumberInNumberingPlans } from '../../../phone/numbering-plan.ts';
import { isWithheldCallerId } from '../../../phone/withheld-number.ts';
import { formerNumberKey } from './former-number-key.ts';

/** A million runs take some minutes. */
const runs = Number(process.env['NUMBER_KEY_RUNS'] ?? 5_000);

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((each) => each.join(''));
/** Calling codes of countries with a trunk zero, with another trunk prefix, and without any. */
const codes = ['1', '7', '34', '39', '44', '49', '51', '52', '54', '55', '56', '57', '591', '595', '598'];

/** Numbers that campaigns accept: any number, numbers of our customers' countries, and numbers whose key changed. */
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

/** Every allowed difference. Argentine keys never differ. A `null` key means that the number belongs to nobody now. */
const reasons: Readonly<Record<string, (former: string, key: string | null) => boolean>> = {
  withheld: (former, key) => key === null && isWithheldCallerId(former),
  'Mexico: old 1, 01, 044, 045': (former, key) => former.replace(/^\+52(?:1|01|044|045)(?=\d{10}$)/, '+52') === key,
  'Brazil: ninth digit': (former, key) => former.replace(/^\+55(\d\d)(?=[6-9]\d{7}$)/, '+55$19') === key,
  'Brazil: trunk zero and ninth digit': (former, key) =>
    former.replace(/^\+550(\d\d)(?=[6-9]\d{7}$)/, '+55$19') === key,
  'trunk zero': (former, key) => codeOf(key) !== null && former === `+${codeOf(key)}0${nationalOf(key)}`,
  'trunk 1, 8, 06': (former, key) =>
    ['1', '8', '06'].some((trunk) => former === `+${codeOf(key)}${trunk}${nationalOf(key)}`),
  // Brazil, Colombia and Bolivia: a carrier code follows the trunk zero, and 90 makes a collect call.
  'trunk zero and carrier': (former, key) =>
    ['55', '57', '591'].includes(codeOf(key) ?? '') &&
    /^9?0/.test(former.slice(1 + (codeOf(key)?.length ?? 0))) &&
    former.endsWith(nationalOf(key)) &&
    former.length - (key ?? '').length <= 5,
  // Madagascar, San Marino and others: the numbering plan names the area of a number without an area code.
  'area by the plan': (former, key) =>
    codeOf(key) !== null &&
    former.startsWith(`+${codeOf(key)}`) &&
    nationalOf(key).endsWith(former.slice(1 + (codeOf(key)?.length ?? 0))),
};
const lineOf = (key: string | null) => (key?.startsWith('+') ? findNumberInNumberingPlans(key) : null);
const codeOf = (key: string | null) => lineOf(key)?.callingCode ?? null;
const nationalOf = (key: string | null) => lineOf(key)?.national ?? '';

test('a key that changed did so for a reason that has a name', { timeout: 300_000 + 2 * runs }, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(numbers, (number) => {
      const former = formerNumberKey(number);
      const key = numberKeyOf(number);
      const contact = number.length < 7 ? key : contactKeyOf(number);
      // The key of a key is itself, so that migrated rows never move again.
      expect(numberKeyOf(key)).toBe(key);
      // Rows are found by their former key, which identifies the same number.
      expect(numberKeyOf(former.startsWith('+') ? former : `+54${former}`)).toBe(key);
      if (isWithheldCallerId(number)) expect(contact).toBeNull();
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
