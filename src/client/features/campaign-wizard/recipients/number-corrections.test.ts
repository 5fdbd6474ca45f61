// Offers for numbers, and the list after they are accepted.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { internationalNumberPattern } from '../../../../phone/international-format.ts';
import { findNumberInNumberingPlans } from '../../../../phone/numbering-plan.ts';
import { parseRecipientFile } from './csv-reading.ts';
import { parseRecipientFileBytes } from './csv-sources.ts';
import { getCellKey, defaultRecipientParsingChoices } from './reading-choices.ts';
import {
  createPhoneNumberParserCache,
  applyPhoneNumberCorrections,
  getPhoneNumberCorrectionKind,
  phoneNumberCorrectionKinds,
  describePhoneNumberError,
  type PhoneNumberCorrectionChoice,
} from './recipient-numbers.ts';

const read = async (text: string, change: Partial<typeof defaultRecipientParsingChoices> = {}) =>
  parseRecipientFile(await parseRecipientFileBytes(new TextEncoder().encode(text)), {
    ...defaultRecipientParsingChoices,
    ...change,
  });
const { read: readNumber } = createPhoneNumberParserCache().of('AR', []);
const correct = (text: string, accepted: readonly PhoneNumberCorrectionChoice[]) =>
  applyPhoneNumberCorrections(readNumber(text), accepted);

const national = fc.tuple(fc.constantFrom('11', '351', '2901'), fc.integer({ min: 0, max: 99_999_999 })).map(
  ([area, number]) =>
    area +
    String(number)
      .padStart(8, '0')
      .slice(0, 10 - area.length),
);
const written = national.chain((digits) =>
  fc.constantFrom(digits, `0${digits}`, `9${digits}`, `+54 ${digits}`, `0054${digits}`, `54 9 ${digits}`),
);

it('says a format that its own offer has', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.string()), (phone) => {
      const reading = readNumber(phone);
      const to = reading.offer?.number;
      if (reading.number !== null || to === undefined) return;
      const shape = /debe ser como ([^)]*)/.exec(describePhoneNumberError(phone, reading))?.[1] ?? '';
      expect(to).toMatch(new RegExp(`^\\${shape.replaceAll('x', '\\d')}$`));
    }),
  );
});

it('makes each kind international once it is accepted, and leaves alone what is not', () => {
  fc.assert(
    fc.property(written, (phone) => {
      const reading = readNumber(phone);
      const kind = getPhoneNumberCorrectionKind(reading);
      if (kind === null) return;
      expect(correct(phone, [])).toBe(reading.number);
      expect(correct(phone, [kind])).toBe(reading.offer?.number);
      expect(
        correct(
          phone,
          phoneNumberCorrectionKinds.filter((each) => each !== kind),
        ),
      ).toBe(reading.number);
      const all = correct(phone, ['localAsMobile', ...phoneNumberCorrectionKinds]) ?? '';
      expect(all).toMatch(internationalNumberPattern);
      expect(findNumberInNumberingPlans(all)?.number).toBe(all);
    }),
  );
});

it('offers what is lacking: a country, a country and the 9, the first of two, or only another spelling', () => {
  const kinds = {
    '011 15-4555-0101': 'mobile',
    '9 11 4555 0101': 'mobile',
    '11 4555-0101': 'local',
    '011 4555-0101/02': 'local',
    '="+541145550101"': 'tidied',
    '54 11 4555-0101': 'tidied',
    '+34 912345678/79': 'several',
    '+54111555550199': 'respelled',
    '+541145550101': null,
    'sin teléfono': null,
  };
  for (const [phone, kind] of Object.entries(kinds))
    expect([phone, getPhoneNumberCorrectionKind(readNumber(phone))]).toEqual([phone, kind]);
  expect(correct('11 4555-0101', ['localAsMobile'])).toBe('+5491145550101');
});

it('offers a lost + by the country of the file’s other numbers', () => {
  const { read: readSpanish } = createPhoneNumberParserCache().of('AR', ['+34 612 345 678', '+5491145550101']);
  expect(readSpanish('34612345679').offer?.number).toBe('+34612345679');
  expect(readNumber('34612345679').offer).toBeNull();
});

it('offers each number of a cell', () => {
  const { offersOf } = createPhoneNumberParserCache().of('AR', []);
  expect(offersOf('+54 11 4444-0061 / +54 9 11 4444-0062')).toEqual(['+541144440061', '+5491144440062']);
  expect(offersOf('11 4555-0101')).toEqual(['+541145550101', '+5491145550101']);
  expect(offersOf('4444-0059 - 4444-0060')).toEqual([]);
});

it('corrects one cell by what was typed, and the rest of the list stays as it is', async () => {
  const text = 'saldo,a,b,c,d,phone_number,name\n1,,,,,mal,Ana\n2,,,,,+541145550102,\n3,,,,,peor\n';
  const before = (await read(text)).summary.preview;
  expect(before.columns.map(({ name }) => name)).toEqual(['saldo', 'a', 'b', 'phone_number', 'name']);
  expect(before.rows.all.map(({ marked }) => marked.map(({ position }) => position))).toEqual([[5], [6], [5, 6]]);
  const after = await read(text, {
    cells: { [getCellKey(2, 5)]: '+541145550101', [getCellKey(3, 6)]: 'Luis', [getCellKey(4, 6)]: 'Eva' },
  });
  expect(after.summary).toMatchObject({ validCount: 2, rejectedCount: 1 });
  expect(after.accepted.map(({ cells }) => cells.slice(5))).toEqual([
    ['+541145550101', 'Ana'],
    ['+541145550102', 'Luis'],
  ]);
  expect(after.summary.preview.rows.all.at(-1)?.marked).toEqual([{ position: 5, isMistaken: true, suggestions: [] }]);
});

it('shows mistaken rows first, wherever they stand in the file', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `${index > 30 ? 'mal' : '+541145550101'},Ana`);
  const { preview } = (await read(['phone_number,name', ...rows].join('\n'))).summary;
  expect(preview.rows.all.map(({ row }) => row)).toEqual([2, 33, 34, 35, 36, 37, 38, 39, 40, 41]);
});
