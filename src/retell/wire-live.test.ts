import { expect, it } from 'vitest';
import { parseLiveSocketMessage } from './wire-live.ts';

const read = (...transcripts: unknown[]) => {
  const message = parseLiveSocketMessage(JSON.stringify({ type: 'transcript_updated', transcripts }));
  return message?.type === 'items' ? message.spoken.map(({ id, content }) => [id, content]) : message;
};

it('keeps a hint that comes without an id, and knows it when a snapshot repeats it', () => {
  const hint = { role: 'injected', content: 'Ofrecé tres cuotas' };
  expect(read({ ...hint, time_sec: 4.5 }, { ...hint, id: '', time_sec: 4.5 })).toEqual([
    ['injected@4.5', hint.content],
    ['injected@4.5', hint.content],
  ]);
  expect(read(hint)).toEqual([[`injected@${hint.content}`, hint.content]]);
});

it('leaves out what has no role, or is no item', () => {
  expect(read({ id: 'a', content: 'x' }, 'Hola', null, 7, [])).toEqual([]);
});
