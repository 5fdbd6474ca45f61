import { describe, expect, it } from 'vitest';
import { toTranscriptUtterances } from './call-utterances.ts';

describe('utterances', () => {
  it('carry the times of their words, and none where the provider gave none', () => {
    const spoken = [
      {
        role: 'agent',
        content: 'Hola, Ana',
        words: [
          { word: 'Hola,', start: 0.4, end: 0.8 },
          { word: 'Ana', start: 0.9, end: 1.2 },
        ],
      },
      { role: 'user', content: 'Sí', words: [] },
      { role: 'transfer_target', content: 'Ventas', words: [{ word: 'Ventas', start: null, end: 3 }] },
      { role: 'user', content: '  ' },
    ];
    expect(toTranscriptUtterances(spoken, 'ignored: text')).toEqual([
      { speaker: 'Agente', text: 'Hola, Ana', startSeconds: 0.4, endSeconds: 1.2, words: spoken[0]?.words },
      { speaker: 'Cliente', text: 'Sí', startSeconds: null, endSeconds: null, words: [] },
      { speaker: 'Transferencia', text: 'Ventas', startSeconds: null, endSeconds: null, words: [] },
    ]);
  });

  it('come from the plain text, split at the first colon, when that is all there is', () => {
    const lines = (text: string) =>
      toTranscriptUtterances(null, text).map(({ speaker, text: said }) => [speaker, said]);
    expect(lines('Agent: Son las 10:30\n\nUser: ¿Qué?\nno oí\nTransfer Target: Hola')).toEqual([
      ['Agente', 'Son las 10:30'],
      ['Cliente', '¿Qué? no oí'],
      ['Transferencia', 'Hola'],
    ]);
    expect(lines('sin nombre')).toEqual([['', 'sin nombre']]);
    expect(toTranscriptUtterances(null, null)).toEqual([]);
  });
});
