import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIntoSearchWords } from '../../../../contract/search-words.ts';
import { cutTranscriptSnippet } from './call-search-snippet.ts';
import { parseSearchText } from './call-search-terms.ts';

function snippet(transcript: string, q: string): string | null {
  const search = parseSearchText(q, { country: 'AR' });
  return search && cutTranscriptSnippet(transcript, search);
}

const filler = Array.from({ length: 60 }, (_, index) => `palabra${index}`).join(' ');

describe('a snippet', () => {
  it('is the whole of a short transcript, on one line', () => {
    expect(snippet(' Hola, ¿hablo con Ñandú?\n Sí,   soy yo.', 'nandu')).toBe('Hola, ¿hablo con Ñandú? Sí, soy yo.');
  });

  it.each([
    ['CÓMO', 'dije Cómo fue', 'dije Cómo fue'],
    ['fin', 'por ﬁn llegó', 'por ﬁn llegó'],
    ['straße', 'vivo en la Straße 5', 'vivo en la Straße 5'],
    ['5', '👋🏽👋🏽 el 5', '👋🏽👋🏽 el 5'],
    ['accord', "bien, d'accord", "bien, d'accord"],
    ['11 5555', 'es el 115555, dijo', 'es el 115555, dijo'],
  ])('finds %s in %s', (q, transcript, expected) => expect(snippet(transcript, q)).toBe(expected));

  it('begins a little before the first word found and says where it was cut', () => {
    const cut = snippet(`${filler} Señor ${filler}`, 'zzz senor');
    expect(cut).toMatch(/^…palabra\d+ .*palabra59 Señor palabra0 .* palabra\d+…$/);
    expect(cut?.length).toBeGreaterThan(140);
    expect(cut?.length).toBeLessThanOrEqual(160);
  });

  it.each([['ola'], ['hola mundo'.slice(5)], ['!!']])('is none where no word begins with %s', (q) => {
    expect(snippet('Hola, hola.', q)).toBeNull();
  });

  it('bounds a word that has no end, without breaking a letter', () => {
    const cut = snippet(`antes ${'👋'.repeat(200)}fin después`, 'fin');
    expect(cut?.isWellFormed()).toBe(true);
    expect(cut?.length).toBeLessThanOrEqual(160);
  });

  it('holds a word that was sought, exactly where the transcript does', () => {
    const piece = fc.constantFrom(
      'Hola',
      'ñandú',
      'ﬁn',
      'ẞ',
      '👋',
      '…',
      'a',
      'x'.repeat(70),
      "l'été",
      '\n',
      '  ',
      '12',
      '½',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }).map((all) => all.join(' ')),
        fc.constantFrom('hola', 'nan', 'f', 'ß', 'ete', '1', 'x', 'zz'),
        (transcript, q) => {
          const isThere = splitIntoSearchWords(transcript).some((word) => word.startsWith(q));
          const cut = snippet(transcript, q);
          if (!isThere) expect(cut).toBeNull();
          else {
            expect(cut?.length).toBeLessThanOrEqual(160);
            expect(splitIntoSearchWords(cut ?? '').some((word) => word.startsWith(q))).toBe(true);
            const whole = ` ${transcript.split(/\s+/).join(' ')} `;
            expect(whole).toContain((cut ?? '').replace(/^…(?=\S)|(?<=\S)…$/g, ''));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
