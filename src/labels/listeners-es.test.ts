import { expect, it } from 'vitest';
import { describeCallListeners } from './listeners-es.ts';

const since = '2026-11-28T12:00:00.000Z';
const listens = (by: string) => ({ by, since, takenOverAt: null });
const speaks = (by: string) => ({ by, since, takenOverAt: since });

it('names who listens and who took the call over, each once', () => {
  expect(describeCallListeners([])).toBe('');
  expect(describeCallListeners([listens('ana')])).toBe('Escucha ana');
  expect(describeCallListeners([listens('ana'), listens('ana'), listens('bruno')])).toBe('Escuchan ana y bruno');
  expect(describeCallListeners([speaks('ana'), listens('ana')])).toBe('La atiende ana');
  expect(describeCallListeners([listens('bruno'), listens('carla'), speaks('ana')])).toBe(
    'La atiende ana · Escuchan bruno y carla',
  );
});
