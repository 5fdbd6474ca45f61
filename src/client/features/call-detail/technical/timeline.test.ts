import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRelatedData } from '../../../../contract/calls.ts';
import { formatTimeSinceCallStart, buildCallTimeline } from './timeline.ts';

const start = '2026-11-21T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(start) + seconds * 1_000).toISOString();
const call = {
  startTimestamp: start,
  endTimestamp: at(60),
  utterances: [
    { speaker: 'Cliente', text: 'b', startSeconds: 4, endSeconds: 5, words: [] },
    { speaker: 'Agente', text: 'a', startSeconds: 1.5, endSeconds: 3, words: [] },
  ],
};
const event = (name: string, seconds: number, source: 'webhook' | 'reconcile' = 'webhook') => ({
  event: name,
  source,
  at: at(seconds),
});

describe('toTimeline', () => {
  it('puts what happened and what was told in one order, repetitions as one', () => {
    const entries = buildCallTimeline(call, [
      event('call_started', 0),
      event('transcript_updated', 10),
      event('transcript_updated', 20),
      event('call_ended', 61),
      event('call_snapshot', 70, 'reconcile'),
      event('algo_nuevo', 80),
    ]);
    expect(entries.map(({ title, count }) => [title, count])).toEqual([
      ['Empieza la llamada', 1],
      ['Aviso de inicio', 1],
      ['Primera palabra: Agente', 1],
      ['Aviso de transcripción', 2],
      ['Termina la llamada', 1],
      ['Aviso de fin', 1],
      ['Estado de la llamada', 1],
      ['algo_nuevo', 1],
    ]);
    expect(buildCallTimeline({ startTimestamp: null, endTimestamp: null, utterances: call.utterances }, [])).toEqual(
      [],
    );
  });

  it('loses no event and keeps their order, whatever comes', () => {
    const events = fc.array(
      fc.tuple(
        fc.constantFrom('call_started', 'transcript_updated', 'x'),
        fc.integer({ min: -50, max: 500 }),
        fc.constantFrom('webhook' as const, 'reconcile' as const),
      ),
    );
    fc.assert(
      fc.property(events, (list) => {
        const told: CallRelatedData['events'] = list.map(([name, seconds, source]) => event(name, seconds, source));
        const entries = buildCallTimeline(call, told);
        expect(entries.reduce((sum, { count, source }) => sum + (source === null ? 0 : count), 0)).toBe(told.length);
        expect(entries.map(({ fromMs }) => fromMs)).toEqual(
          entries.map(({ fromMs }) => fromMs).toSorted((a, b) => a - b),
        );
        for (const { fromMs, toMs } of entries) expect(toMs).toBeGreaterThanOrEqual(fromMs);
      }),
    );
  });
});

describe('offsetOf', () => {
  it('counts from the start, before it too', () => {
    expect(
      [0, 65, -2.4, -0.3, 7_165].map((seconds) => formatTimeSinceCallStart(Date.parse(at(seconds)), start)),
    ).toEqual(['+0:00', '+1:05', '−0:02', '+0:00', '+1 h 59 min']);
    expect(formatTimeSinceCallStart(0, null)).toBeNull();
  });
});
