import { expect, it } from 'vitest';
import { describeLiveCallListeningUsers } from './listeners-es.ts';

const since = '2026-11-28T12:00:00.000Z';
const listens = (by: string) => ({ by, since, takenOverAt: null });
const speaks = (by: string) => ({ by, since, takenOverAt: since });

it('names who listens and who took the call over, each once', () => {
  expect(describeLiveCallListeningUsers([])).toBe('');
  expect(describeLiveCallListeningUsers([listens('ana')])).toBe('Escucha ana');
  expect(describeLiveCallListeningUsers([listens('ana'), listens('ana'), listens('bruno')])).toBe(
    'Escuchan ana y bruno',
  );
  expect(describeLiveCallListeningUsers([speaks('ana'), listens('ana')])).toBe('La atiende ana');
  expect(describeLiveCallListeningUsers([listens('bruno'), listens('carla'), speaks('ana')])).toBe(
    'La atiende ana · Escuchan bruno y carla',
  );
});
