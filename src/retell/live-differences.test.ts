import { expect, it } from 'vitest';
import { createLiveSocketDifferenceCollector, type LiveSocketDifferenceCollector } from './live-differences.ts';

const item = { id: 'item_1', role: 'agent', time_sec: 1, content: 'Hola.', metadata: { is_backchannel: false } };
const update = (...transcripts: readonly unknown[]) =>
  JSON.stringify({ type: 'transcript_updated', transcripts, pre_session_transcripts: null });

function differencesOf(...texts: readonly string[]) {
  const differences: LiveSocketDifferenceCollector = createLiveSocketDifferenceCollector();
  texts.forEach((text) => differences.read(text));
  const { items, withoutId, withoutTime, types, roles, fields } = differences;
  return { items, withoutId, withoutTime, types: [...types], roles: [...roles], fields: [...fields] };
}

const none = { items: 0, withoutId: 0, withoutTime: 0, types: [], roles: [], fields: [] };

it('says nothing of what is read', () => {
  const tool = { id: 'item_2', role: 'tool_call_result', time_sec: 2, content: null, successful: true };
  const before = JSON.stringify({ type: 'transcript_snapshot', transcripts: [item], pre_session_transcripts: [tool] });
  expect(differencesOf(before, update(item), '{"type":"call_ended"}')).toEqual({ ...none, items: 3 });
});

it.each([
  ['a role', update({ ...item, role: 'whisper' }), { items: 1, roles: ['whisper'] }],
  ['an item without an id', update({ ...item, id: undefined }), { items: 1, withoutId: 1 }],
  ['an empty id', update({ ...item, id: '' }), { items: 1, withoutId: 1, fields: ['agent.id'] }],
  ['no time', update({ ...item, time_sec: undefined }), { items: 1, withoutTime: 1 }],
  ['a field', update({ ...item, mood: 'calm' }), { items: 1, fields: ['agent.mood'] }],
  ['a field further down', update({ ...item, metadata: { part: 1 } }), { items: 1, fields: ['agent.metadata.part'] }],
  ['another type', update({ ...item, content: { text: 'x' } }), { items: 1, fields: ['agent.content'] }],
  ['no item', update('Hola'), { items: 1, withoutId: 1, withoutTime: 1, roles: ['-'] }],
  ['a message', '{"type":"agent_state"}', { types: ['agent_state'] }],
  ['no JSON', 'Hola', { types: ['-'] }],
])('names %s that nobody knows', (_what, text, found) => {
  expect(differencesOf(text)).toEqual({ ...none, ...found });
});

it('withholds names that could be data', () => {
  const { roles, fields } = differencesOf(update({ ...item, role: 'Ana Díaz', '+5491155667788': true }));
  expect([...roles, ...fields].join(' ')).not.toMatch(/Ana|549/);
});
