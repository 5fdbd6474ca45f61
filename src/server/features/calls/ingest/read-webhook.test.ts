// A large webhook is read off the main thread, which gets no more of it than a call can hold.
import { describe, expect, it } from 'vitest';
import { bodyReading } from './read-webhook.ts';

const many = Object.fromEntries(Array.from({ length: 250_000 }, (_, index) => [`clave_${index}`, index]));
const call = { call_id: 'call_1', call_status: 'ended', call_analysis: { call_summary: 'Pagará el lunes.' } };

function read(given: object): { readonly call: Readonly<Record<string, unknown>> } {
  const webhook = bodyReading.read(Buffer.from(JSON.stringify({ event: 'call_analyzed', call: given })), undefined);
  return (webhook as { webhook: ReturnType<typeof read> }).webhook;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, held) => sum + countValues(held), 1);
}

describe('a webhook of 250,000 keys', () => {
  it.each([
    ['in the call', { ...call, ...many }, 600],
    ['in its metadata', { ...call, metadata: many }, 2_100],
    ['in its variables', { ...call, retell_llm_dynamic_variables: many }, 2_100],
    ['in its cost', { ...call, call_cost: { combined_cost: 1, ...many } }, 2_100],
    ['in its analysis', { ...call, call_analysis: { ...call.call_analysis, custom_analysis_data: { many } } }, 2_100],
    [
      'in lists of its analysis',
      { ...call, call_analysis: { ...call.call_analysis, custom_analysis_data: { list: Object.values(many) } } },
      20_100,
    ],
    ['in a field of tomorrow', { ...call, tomorrow: many }, 100],
  ])('%s loses what no call holds, and nothing else', (_, given, most) => {
    const known = read(given).call;
    expect(known).toMatchObject(call);
    expect(countValues(known)).toBeLessThan(most);
  });

  it('may be a talk, which keeps each word', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => ({ word: 'sí', start: index, end: index + 1 }));
    const said = [{ role: 'agent', content: 'sí', words }];
    expect(read({ ...call, transcript_object: said }).call['transcript_object']).toEqual(said);
  });
});
