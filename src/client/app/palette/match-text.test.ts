import { describe, expect, it } from 'vitest';
import { foldAccentsAndCase, scoreNameMatch } from './match-text.ts';

const best = (query: string, names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, score: scoreNameMatch(query, name) }))
    .filter((each) => each.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ name }) => name);

describe('scoreMatch', () => {
  it('ignores accents and case on both sides', () => {
    expect(foldAccentsAndCase('HISTÓRICO Ñandú')).toBe('historico nandu');
    expect(scoreNameMatch('configuracion', 'Configuración')).not.toBeNull();
    expect(scoreNameMatch('CAMPAÑA', 'Nueva campana')).not.toBeNull();
  });

  it('wants every word, in any order', () => {
    expect(scoreNameMatch('llamadas historial', 'Historial de Llamadas')).not.toBeNull();
    expect(scoreNameMatch('llamadas agente', 'Historial de Llamadas')).toBeNull();
  });

  it('puts a beginning before a word, a word before a part, and a part before scattered letters', () => {
    expect(best('ca', ['Marca', 'Mi campaña', 'Campaña', 'Claras'])).toEqual([
      'Campaña',
      'Mi campaña',
      'Marca',
      'Claras',
    ]);
    expect(best('hdl', ['Historial de Llamadas', 'Dashboard'])).toEqual(['Historial de Llamadas']);
    expect(best('perez', ['Campaña de préstamos y renta, zona sur'])).toEqual([]);
  });

  it('prefers the shorter of two that fit alike', () => {
    expect(best('ventas', ['Ventas de otoño', 'Ventas'])).toEqual(['Ventas', 'Ventas de otoño']);
  });

  it('is not misled by a single letter in the middle', () => {
    expect(scoreNameMatch('x', 'Dashboard')).toBeNull();
    expect(scoreNameMatch('', 'Dashboard')).not.toBeNull();
  });
});
