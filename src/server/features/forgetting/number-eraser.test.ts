import { describe, expect, it } from 'vitest';
import { createPhoneNumberTextRemover } from './number-eraser.ts';

describe('an Argentine number', () => {
  const eraser = createPhoneNumberTextRemover('1144445555', { country: 'AR' });

  it.each([
    '+5491144445555',
    '+541144445555',
    '1144445555',
    '011 15 4444-5555',
    '(011) 4444-5555',
    '+54 9 11 4444 5555',
    '54 11 44445555',
  ])('is found as %s, in the database and here', (spelling) => {
    const text = `Se llamó a ${spelling}, sin respuesta.`;
    expect(text).toMatch(new RegExp(eraser.pattern));
    expect(eraser.isIn(text)).toBe(true);
    expect(eraser.erase(text)).toBe('Se llamó a «número eliminado», sin respuesta.');
  });

  it('is told from others', () => {
    for (const other of [
      '+5491144445556',
      '+5493514445555',
      '2026-11-21T11:44:44.555Z',
      '11444455559',
      'pedido 1144',
      '',
    ]) {
      expect(eraser.isIn(other)).toBe(false);
      expect(eraser.erase(other)).toBe(other);
    }
  });

  it('goes from any depth of what is kept as JSON, and nothing else does', () => {
    const kept = {
      target: '+5491144445555',
      list: [1, null, { '1144445555': true, number: 1_144_445_555 }],
      when: '2026-11-21',
    };
    expect(eraser.erase(kept)).toEqual({
      target: '«número eliminado»',
      list: [1, null, { '«número eliminado»': true, number: '«número eliminado»' }],
      when: '2026-11-21',
    });
  });
});

it('is found as its key wherever the workspace is', () => {
  expect(createPhoneNumberTextRemover('1144445555', { country: 'MX' }).erase({ target: '1144445555' })).toEqual({
    target: '«número eliminado»',
  });
});

it.each(['+5215512345678', '+52 55 1234 5678', '044 55 1234-5678', '55 1234 5678'])(
  'finds a Mexican number as %s',
  (spelling) => {
    const eraser = createPhoneNumberTextRemover('+525512345678', { country: 'MX' });
    const text = `Se llamó a ${spelling}, sin respuesta.`;
    expect(text).toMatch(new RegExp(eraser.pattern));
    expect(eraser.erase(text)).toBe('Se llamó a «número eliminado», sin respuesta.');
    expect(eraser.isIn('+525512345679')).toBe(false);
  },
);

it('knows a number of another country by all its digits', () => {
  const eraser = createPhoneNumberTextRemover('+5511987654321', { country: 'AR' });
  expect(eraser.erase('Eva: +55 11 98765-4321')).toBe('Eva: «número eliminado»');
  expect(eraser.isIn('+5411987654321')).toBe(false);
});
