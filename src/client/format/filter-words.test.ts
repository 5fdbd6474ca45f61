import { describe, expect, it } from 'vitest';
import { suggestCallHistoryFiltersFromWords } from './filter-words.ts';

const meant = (text: string) => suggestCallHistoryFiltersFromWords(text).map((filter) => filter.text);

describe('words for filters', () => {
  it.each([
    ['contestador', 'Resultado: Contestador'],
    ['CONTESTADORES', 'Resultado: Contestador'],
    ['buzon', 'Resultado: Contestador'],
    ['objetivo cumplido', 'Resultado: Objetivo cumplido'],
    ['objetivo no cumplido', 'Resultado: Objetivo no cumplido'],
    ['resultado falló', 'Resultado: Falló'],
    ['queja', 'Queja: Sí'],
    ['quejas', 'Queja: Sí'],
    ['reclamo', 'Queja: Sí'],
    ['negativo', 'Sentimiento: Negativo'],
    ['ocupado', 'Motivo de fin: Ocupado'],
    ['web', 'Canal: Web'],
  ])('%j means first %j', (text, first) => {
    expect(meant(text)[0]).toBe(first);
  });

  it.each(['', 'no', 'resultado', 'maria', 'contestador maria', 'mar', '3415551533', '---'])(
    '%j means none',
    (text) => {
      expect(meant(text)).toEqual([]);
    },
  );

  it('gives what the address takes', () => {
    expect(suggestCallHistoryFiltersFromWords('queja')[0]).toMatchObject({
      filter: 'complaintRate',
      value: 'yes',
      word: 'Queja',
      name: 'Según el análisis',
    });
    expect(suggestCallHistoryFiltersFromWords('contestador')[0]).toMatchObject({
      filter: 'result',
      value: 'machine',
      word: 'Contestador',
      name: 'Resultado',
    });
  });
});
