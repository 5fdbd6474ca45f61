// Names of people, and placeholders that programs leave instead of names.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecipientName } from './spoken-name.ts';

test.each([
  ['NULL', 'placeholder'],
  ['(null)', 'placeholder'],
  ['undefined', 'placeholder'],
  ['nan', 'placeholder'],
  ['None', 'placeholder'],
  ['S/D', 'placeholder'],
  ['Sin información', 'placeholder'],
  ['-', 'placeholder'],
  ['12345', 'placeholder'],
  ['NA', 'placeholder'],
  ['#N/A', 'formula'],
  ['#¿NOMBRE?', 'formula'],
  ['#¡REF!', 'formula'],
  ['#DIV/0!', 'formula'],
  ['########', 'formula'],
  ['{{nombre}}', 'template'],
  ['Hola {first_name}', 'template'],
  ['${name}', 'template'],
  ['%NOMBRE%', 'template'],
  ['*|FNAME|*', 'template'],
  ['[nombre]', 'template'],
  ['P&eacute;rez', 'markup'],
  ['Ana &amp; Luis', 'markup'],
  ['N&#250;&#xF1;ez', 'markup'],
  ['<b>Ana</b>', 'markup'],
  ['MarÃ­a NÃºÃ±ez', 'damaged'],
  ['JosÃ©', 'damaged'],
  ['Oâ€™Higgins', 'damaged'],
  ['Mar\ufffda', 'damaged'],
  ['N??ez', 'damaged'],
  ['MarÌa', 'damaged'],
])('%s seems no name: %s', (written, doubt) => {
  expect(parseRecipientName(written)).toEqual({ name: written, doubt });
});

test.each([
  'Ana Núñez',
  'JOÃO DA CONCEIÇÃO',
  'João',
  'Zoë Ångström',
  "D'Angelo",
  'Perez & Hijos S.A.',
  '3M',
  '[VIP] Ana',
  'Ana (hija)',
  'Nadia',
  'MartÍnez NuÑez',
  'O’Higgins',
  '李小龍',
  'نیلوفر',
  'می\u200cخواهم',
  '50% Off SRL',
])('%s is a name', (written) => {
  expect(parseRecipientName(written)).toEqual({ name: written, doubt: null });
});

test('signs that nobody sees are dropped, and a name of nothing else is none', () => {
  expect(parseRecipientName('\u200eAna\u00ad Núñez\ufeff\u00a0')).toEqual({ name: 'Ana Núñez', doubt: null });
  for (const nobody of ['', ' \t', '\u200b', '\u2800', '\u3164', '\u0301', '\u00a0\u200d\u00a0', '\u200c'])
    expect(parseRecipientName(nobody)).toEqual({ name: '', doubt: null });
});

test('a name read from a wrong encoding is told, whoever it is', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcñáéíóúüÁÑçãõ')), minLength: 1, maxLength: 12 });
  const asWindows = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
  fc.assert(
    fc.property(letters, (name) => {
      const misread = asWindows(name);
      if (misread !== name) expect(parseRecipientName(misread).doubt).toBe('damaged');
    }),
  );
});

test('any text is read within moments, and its name twice is the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(
      '{'.repeat(5_000),
      '<a'.repeat(2_500),
      '*|'.repeat(2_500),
      'Ã'.repeat(5_000),
      '\u200d'.repeat(5_000),
    ),
  );
  fc.assert(
    fc.property(text, (written) => {
      const { name } = parseRecipientName(written);
      expect(parseRecipientName(name).name).toBe(name);
    }),
  );
});
