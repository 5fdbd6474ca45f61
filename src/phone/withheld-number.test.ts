import { expect, it } from 'vitest';
import { isWithheldCallerId } from './withheld-number.ts';

it.each([
  'anonymous',
  'Restricted',
  ' UNKNOWN ',
  'Unavailable',
  'Private Number',
  'No Caller ID',
  'Caller ID withheld',
  'Número oculto',
  'Anónimo',
  'no disponible',
  'sip:anonymous@anonymous.invalid',
  'sips:Restricted@10.0.0.1;user=phone',
  'anonymous.invalid',
  '+266696687',
  '266696687',
  '+266-696-687',
  'tel:+266696687',
  'sip:+266696687@carrier.example',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
  '+7748283',
  '+94844353',
])('%s is withheld', (text) => expect(isWithheldCallerId(text)).toBe(true));

it.each([
  '',
  ' ',
  '+541150001000',
  '+5491155500100',
  // Numbers of Lesotho, China, France and Russia.
  '+26622123456',
  '+862824522533',
  '+33726662436',
  '+73787428330',
  '2666966870',
  'Ana',
  'Privato',
  'sip:ana@example.com',
  'sip:unknownperson@example.com',
  'sip:101@10.0.0.1',
  '12345',
])('%s is not', (text) => expect(isWithheldCallerId(text)).toBe(false));
