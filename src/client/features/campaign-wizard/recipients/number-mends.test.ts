// What is offered for numbers that are not international, and what becomes of a list once it is taken.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { phonePattern } from '../../../../contract/recipient-file.ts';
import { cellKey, noChoices, readRecipients } from './csv-reading.ts';
import { parseFile } from './csv-sources.ts';
import { localKindOf, mendPhone, phoneErrors, shapeOf, suggestPhone } from './recipient-checks.ts';

const read = (text: string, change: Partial<typeof noChoices> = {}) =>
  readRecipients(parseFile(new TextEncoder().encode(text)), { ...noChoices, ...change });

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

it('says a format that its own suggestion has', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.string()), (phone) => {
      const to = suggestPhone(phone);
      if (to === null) return;
      const shape = shapeOf(to);
      expect(phoneErrors(phone).join('')).toContain(`(debe ser como ${shape})`);
      expect(to).toMatch(new RegExp(`^\\${shape.replaceAll('x', '\\d')}$`));
    }),
  );
});

it('makes each kind international once it is accepted, and leaves alone what is not', () => {
  fc.assert(
    fc.property(written, (phone) => {
      const kind = localKindOf(phone);
      if (kind === null) return;
      expect(mendPhone(phone, [])).toBe(phone);
      expect(mendPhone(phone, [kind])).toBe(suggestPhone(phone));
      expect(mendPhone(phone, ['mobile', 'localAsMobile', 'tidied'])).toMatch(phonePattern);
    }),
  );
});

it('offers what is lacking: a country, a country and the 9, or only another spelling', () => {
  const kinds = {
    '011 15-4555-0101': 'mobile',
    '9 11 4555 0101': 'mobile',
    '11 4555-0101': 'local',
    '="+541145550101"': 'tidied',
    '54 11 4555-0101': 'tidied',
  };
  for (const [phone, kind] of Object.entries(kinds)) expect([phone, localKindOf(phone)]).toEqual([phone, kind]);
  expect(mendPhone('11 4555-0101', ['localAsMobile'])).toBe('+5491145550101');
});

it('mends one cell by what was typed, and the rest of the list stays as it is', () => {
  const text = 'saldo,a,b,c,d,phone_number,name\n1,,,,,mal,Ana\n2,,,,,+541145550102,\n3,,,,,peor\n';
  const before = read(text).summary;
  expect(before.preview.columns.map(({ name }) => name)).toEqual(['saldo', 'a', 'b', 'phone_number', 'name']);
  expect(before.preview.rows.map(({ bad }) => bad.map(({ position }) => position))).toEqual([[5], [6], [5, 6]]);
  const after = read(text, {
    cells: { [cellKey(2, 5)]: '+541145550101', [cellKey(3, 6)]: 'Luis', [cellKey(4, 6)]: 'Eva' },
  });
  expect(after.summary).toMatchObject({ validCount: 2, rejectedCount: 1 });
  expect(after.accepted.map(({ cells }) => cells.slice(5))).toEqual([
    ['+541145550101', 'Ana'],
    ['+541145550102', 'Luis'],
  ]);
  expect(after.summary.preview.rows.at(-1)?.bad).toEqual([{ position: 5, suggestion: null }]);
});

it('shows mistaken rows first, wherever they stand in the file', () => {
  const rows = Array.from({ length: 40 }, (_, index) => `${index > 30 ? 'mal' : '+541145550101'},Ana`);
  const { preview } = read(['phone_number,name', ...rows].join('\n')).summary;
  expect(preview.rows.map(({ row }) => row)).toEqual([2, 33, 34, 35, 36, 37, 38, 39, 40, 41]);
});
