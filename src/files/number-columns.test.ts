// Columns of files as programs export them, and which of them contain numbers.
import { expect, test } from 'vitest';
import { findPhoneNumberColumns } from './number-columns.ts';
import { parsePastedTable } from './read-file.ts';

const find = (text: string, country: 'AR' | 'MX' = 'AR') => {
  const table = parsePastedTable(text);
  return findPhoneNumberColumns(table, { country }).map(({ position, filled, numbers }) => [
    table.header[position],
    filled,
    numbers,
  ]);
};

test.each([
  [
    'the fuller of two first',
    'Nombre;Teléfono 1;Teléfono 2\nAna;;+54 9 11 4444-0501\nJosé;;+54 9 11 4444-0502\nLía;+54 11 4444-0503;\n',
    [
      ['Teléfono 2', 2, 2],
      ['Teléfono 1', 1, 1],
    ],
  ],
  [
    'ids that look like numbers never',
    'cliente;celular\n2990000001;1144440001\n2990000002;1144440002\n2990000003;3514440003\n',
    [['celular', 3, 3]],
  ],
  [
    'documents, tax numbers, dates and amounts never',
    'dni;cuit;fecha;hora;saldo;celular\n30111222;20-30111222-3;2026-01-02;20260102101500;1144440001;1144440001\n30111223;27301112234;02/01/2026;20260102101501;1144440002;x\n',
    [['celular', 2, 1]],
  ],
  [
    'a column of another name where its numbers carry their country',
    'Persona;Contacto;Teléfono\nAna;+5491144440001;\nJosé;+5491144440002;1144440003\n',
    [
      ['Contacto', 2, 2],
      ['Teléfono', 1, 1],
    ],
  ],
  ['no header', '+541144440001;Ana\n+541144440002;José\n+541144440003;Lía\n', [['+541144440001', 2, 2]]],
  [
    'ids of advertisements never',
    'id;ad_id;full_name;phone_number\nl:100000000001;ag:120200000;Ana;p:+5491144440081\nl:100000000002;ag:120200000;José;p:+5491144440082\n',
    [['phone_number', 2, 2]],
  ],
  ['none', 'nombre;dni\nAna;30111222\nJosé;30111223\n', []],
])('%s', (_name, text, columns) => {
  expect(find(text)).toEqual(columns);
});

test('of a long column some cells are looked at, from its first to its last', () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => (index < 1_000 ? 's/d' : `11${40_000_000 + index}`));
  const [[name, filled, numbers] = []] = find(`telefono;n\n${rows.map((cell) => `${cell};1`).join('\n')}`);
  expect([name, filled]).toEqual(['telefono', 4_000]);
  expect(Math.abs(Number(numbers) - 3_000)).toBeLessThan(100);
});
