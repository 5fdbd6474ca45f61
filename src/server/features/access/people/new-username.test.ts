import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeNewUsername } from './new-username.ts';

describe('a new username', () => {
  it.each([
    ['María José', 'María José'],
    ['Mari\u0301a', 'María'],
    ['ｊｅｆａ', 'jefa'],
    ['ana.perez_2@ejemplo.com', 'ana.perez_2@ejemplo.com'],
    ['Мария', 'Мария'],
    ['東京タワー', '東京タワー'],
    ['ﬁona', 'fiona'],
  ])('%s is %s', (given, name) => expect(normalizeNewUsername(given)).toBe(name));

  it.each([
    ['a letter of Cyrillic among Latin ones', 'jef\u0430'],
    ['one of Greek', '\u0391na'],
    ['a space of no width', 'je\u200Bfa'],
    ['a sign of direction', '\u202Eafej'],
    ['a joiner', 'je\u2060fa'],
    ['a soft hyphen', 'je\u00ADfa'],
    ['a letter without a shape', 'jefa\u3164'],
    ['a control', 'je\u0007fa'],
  ])('is refused with %s', (_, given) =>
    expect(() => normalizeNewUsername(given)).toThrow(/invisibles|varios alfabetos/u),
  );

  it('is read as itself once it was read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (given) => {
        let name;
        try {
          name = normalizeNewUsername(given);
        } catch {
          return;
        }
        expect(normalizeNewUsername(name)).toBe(name);
      }),
    );
  });
});
