import { expect, test } from 'vitest';
import { priorityErrorText, timeZoneErrorText } from '../../../../contract/recipient-file.ts';
import {
  collectRecipientColumnNames,
  recipientNameMissingErrorText,
  recipientPhoneFormatErrorText,
  parseRecipientRows,
} from './recipient-rows.ts';

test('columns are found whatever their case, and the rest travel as variables', () => {
  const { recipients, errors } = parseRecipientRows([
    { 'Phone Number': ' +541145678901 ', CLIENTE: ' Ana Ñandú ', Saldo: '1.234,50', first_name: 'Ana' },
  ]);
  expect(errors).toEqual([]);
  expect(recipients).toEqual([
    {
      phoneNumber: '+541145678901',
      customerName: 'Ana Ñandú',
      priority: 5,
      place: 'AR:America/Buenos_Aires',
      area: '54 11',
      variables: { Saldo: '1.234,50', first_name: 'Ana', phone_number: '+541145678901', customer_name: 'Ana Ñandú' },
    },
  ]);
});

test('each mistaken row is named with what is wrong', () => {
  const { errors } = parseRecipientRows([
    { phone_number: '+541145678901', customer_name: 'Ana' },
    { phone_number: '1145678901', customer_name: 'Luis' },
    { phone_number: '+541145678902', customer_name: '  ' },
    { telefono: '+541145678903' },
  ]);
  expect(errors).toEqual([
    { path: 'recipients.1', message: recipientPhoneFormatErrorText },
    { path: 'recipients.2', message: recipientNameMissingErrorText },
    { path: 'recipients.3', message: recipientPhoneFormatErrorText },
    { path: 'recipients.3', message: recipientNameMissingErrorText },
  ]);
});

test('the column prioridad says who is called first, and travels as a variable too', () => {
  const rows = (cells: readonly string[]) =>
    cells.map((prioridad, index) => ({ phone_number: `+54114567890${index}`, name: 'Ana', Prioridad: prioridad }));
  // Priorities in another system's words are a column like any other.
  const { recipients, errors } = parseRecipientRows(rows(['10', ' 1 ', '', '05', '7,0', 'Alta', 'P1']));
  expect(errors).toEqual([]);
  expect(recipients.map(({ priority, variables }) => [priority, variables['Prioridad']])).toEqual([
    [10, '10'],
    [1, ' 1 '],
    [5, ''],
    [5, '05'],
    [7, '7,0'],
    [5, 'Alta'],
    [5, 'P1'],
  ]);
  const mistaken = ['0', '11', '5.5', '-3', '100'];
  expect(parseRecipientRows(rows(mistaken)).errors).toEqual(
    mistaken.map((_cell, index) => ({ path: `recipients.${index}`, message: priorityErrorText })),
  );
});

test('a column zona or time_zone says by which clock, what has no slash nothing, and each travels as a variable too', () => {
  const rows = (column: string, cells: readonly string[]) =>
    cells.map((cell, index) => ({ phone_number: `+54114567890${index}`, name: 'Ana', [column]: cell }));
  const { recipients, errors } = parseRecipientRows(rows('Zona', [' Europe/Madrid ', 'Norte', '', 'UTC']));
  expect(errors).toEqual([]);
  expect(recipients.map(({ place, variables }) => [place, variables['Zona']])).toEqual([
    ['AR:Europe/Madrid', ' Europe/Madrid '],
    ['AR:America/Buenos_Aires', 'Norte'],
    ['AR:America/Buenos_Aires', ''],
    ['AR:UTC', 'UTC'],
  ]);
  expect(parseRecipientRows(rows('zona', ['America/Springfield'])).errors).toHaveLength(1);
  const others = parseRecipientRows(rows('time_zone', ['UTC', 'Norte', 'GMT-3', 'Europe/Madri']));
  expect(others.errors).toEqual([{ path: 'recipients.3', message: timeZoneErrorText }]);
  expect(others.recipients.slice(0, 3).map(({ place }) => place)).toEqual([
    'AR:UTC',
    'AR:America/Buenos_Aires',
    'AR:America/Buenos_Aires',
  ]);
});

test('a repeated number, however it is written, is dropped and counted; the first row stays', () => {
  const { recipients, duplicates } = parseRecipientRows([
    { phone_number: '+541145678901', name: 'Ana' },
    { phone_number: '+541145678902', name: 'Luis' },
    { phone_number: '+541145678901', name: 'Otra Ana' },
    // The same number in its mobile spelling.
    { phone_number: '+5491145678902', name: 'Otro Luis' },
    { phone_number: '+5511987654321', name: 'João' },
  ]);
  expect(recipients.map((each) => each.customerName)).toEqual(['Ana', 'Luis', 'João']);
  expect(duplicates).toBe(2);
});

test('a column named __proto__ is a column like any other, and what PostgreSQL cannot store is taken out', () => {
  const row = JSON.parse('{"phone_number":"+541145678901","name":"A\\u0000na","__proto__":"x\\ud800"}') as Record<
    string,
    string
  >;
  const [recipient] = parseRecipientRows([row]).recipients;
  expect(recipient?.customerName).toBe('Ana');
  expect(JSON.stringify(recipient?.variables)).toContain('"__proto__":"x\uFFFD"');
});

test('columns keep the order in which the rows show them; one without a name is none', () => {
  const rows = [
    { name: 'Ana', ' Saldo ': '1', phone_number: '+541145678901', '  ': 'x' },
    { phone_number: '1', Vence: 'hoy', Saldo: '2' },
  ];
  expect(collectRecipientColumnNames(rows)).toEqual(['name', 'Saldo', 'phone_number', 'Vence']);
  expect(parseRecipientRows(rows.slice(0, 1)).recipients[0]?.variables).toEqual({
    Saldo: '1',
    phone_number: '+541145678901',
    customer_name: 'Ana',
  });
});
