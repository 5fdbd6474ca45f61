import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentToolCall, TranscriptUtterance } from '../../../../contract/calls.ts';
import {
  computeTranscriptLineOverlaps,
  listTranscriptNotes,
  indentIfJson,
  computeSilencesBeforeLines,
  toTranscriptItems,
} from './transcript-items.ts';

const line = (
  speaker: string,
  startSeconds: number | null,
  endSeconds: number | null = startSeconds,
): TranscriptUtterance => ({
  speaker,
  text: `${speaker} ${startSeconds}`,
  startSeconds,
  endSeconds,
  words: [],
});
const tool = (afterLine: number): AgentToolCall => ({
  name: 'buscar',
  arguments: null,
  result: null,
  successful: null,
  afterLine,
});

const someLine = fc
  .tuple(
    fc.constantFrom('Agente', 'Cliente', 'Transferencia'),
    fc.option(fc.tuple(fc.nat(60_000), fc.nat(9_000)), { freq: 8 }),
  )
  .map(([speaker, time]) => (time ? line(speaker, time[0] / 1_000, (time[0] + time[1]) / 1_000) : line(speaker, null)));
const someLines = fc.array(someLine, { maxLength: 30 });

describe('overlaps', () => {
  it('marks who begins before the other has ended, and nobody else', () => {
    const lines = [
      line('Agente', 0, 4),
      line('Cliente', 3.5, 5),
      line('Cliente', 4.8, 6),
      line('Agente', 6, 8),
      line('Agente', 7, 9),
    ];
    expect(computeTranscriptLineOverlaps(lines)).toEqual([null, expect.closeTo(0.5), null, null, null]);
  });

  it('agrees with every earlier line of others, one by one', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        computeTranscriptLineOverlaps(lines).forEach((overlap, index) => {
          const { speaker, startSeconds } = lines[index] ?? line('', null);
          const ends = lines
            .slice(0, index)
            .filter((other) => other.speaker !== speaker && other.startSeconds !== null && startSeconds !== null)
            .map(({ endSeconds }) => (endSeconds ?? 0) - (startSeconds ?? 0));
          const most = Math.max(0, ...ends);
          if (most > 0.0015) expect(overlap).toBeCloseTo(most);
          if (most < 0.0005) expect(overlap).toBeNull();
        });
      }),
    );
  });
});

describe('silences', () => {
  it('are longer than two seconds, from the last word of whoever spoke last', () => {
    expect(
      computeSilencesBeforeLines([
        line('a', 9, 10),
        line('b', 11, 20),
        line('a', 15, 16),
        line('b', 22.5, 23),
        line('a', 25, 26),
      ]),
    ).toEqual([null, null, null, expect.closeTo(2.5), null]);
  });

  it('never stand before the first line or one without a time, and never overlap what is said', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        computeSilencesBeforeLines(lines).forEach((seconds, index) => {
          if (seconds === null) return;
          const start = lines[index]?.startSeconds ?? Number.NaN;
          const earlier = lines.slice(0, index).filter(({ startSeconds }) => startSeconds !== null);
          expect(seconds).toBeGreaterThan(2);
          expect(Math.max(...earlier.map(({ endSeconds }) => endSeconds ?? 0))).toBeCloseTo(start - seconds);
        });
      }),
    );
  });
});

describe('toItems', () => {
  it('puts tools after the lines that came before them, the last ones at the end', () => {
    const kinds = toTranscriptItems([line('a', 0, 1), line('b', 4, 5)], [tool(0), tool(1), tool(1), tool(9)]).map(
      (item) => item.kind,
    );
    expect(kinds).toEqual(['tool', 'line', 'tool', 'tool', 'silence', 'line', 'tool']);
    expect(toTranscriptItems([], [tool(3)]).map((item) => item.kind)).toEqual(['tool']);
  });

  it('shows every line and every tool once, lines in their order', () => {
    fc.assert(
      fc.property(someLines, fc.array(fc.nat(40).map(tool), { maxLength: 8 }), (lines, tools) => {
        const items = toTranscriptItems(lines, tools);
        expect(items.flatMap((item) => (item.kind === 'line' ? [item.line] : []))).toEqual(lines);
        expect(
          items
            .flatMap((item) => (item.kind === 'tool' ? [item.call] : []))
            .toSorted((a, b) => a.afterLine - b.afterLine),
        ).toEqual(tools.toSorted((a, b) => a.afterLine - b.afterLine));
      }),
    );
  });
});

describe('prettyJson', () => {
  it('writes JSON over lines and leaves the rest', () => {
    expect(indentIfJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(['ok', '', '12', '{"a":'].map(indentIfJson)).toEqual(['ok', '', '12', '{"a":']);
  });
});

describe('notes', () => {
  const start = '2026-05-04T12:00:00Z';
  const at = (second: number) => new Date(Date.parse(start) + second * 1_000).toISOString();

  it('are placed after the lines that had begun, and forgotten whispers and listeners are left out', () => {
    const notes = listTranscriptNotes(
      {
        whispers: [
          { at: at(-1), by: 'ana', text: 'antes' },
          { at: at(4.5), by: 'ana', text: 'en el medio' },
          { at: at(4.6), by: null, text: null },
          { at: at(99), by: null, text: 'al final' },
        ],
        attention: [
          { rule: 'phrase', second: 6 },
          { rule: 'silence', second: 0 },
        ],
        listeners: [
          { by: 'carla', since: at(1), takenOverAt: null },
          { by: 'bruno', since: at(2), takenOverAt: at(7.5) },
        ],
      },
      start,
    );
    const items = toTranscriptItems(
      [line('a', 0, 1), line('b', 4, 5), line('a', null), line('b', 6.4, 7)],
      [tool(2)],
      notes,
    );
    const wordOf = (note: (typeof notes)[number]) =>
      note.kind === 'whisper' ? note.text : note.kind === 'attention' ? note.rule : `take_over ${note.by}`;
    expect(items.map((item) => (item.kind === 'note' ? wordOf(item.note) : item.kind))).toEqual([
      'antes',
      'line',
      'silence',
      'silence',
      'line',
      'tool',
      'en el medio',
      'line',
      'line',
      'phrase',
      'take_over bruno',
      'al final',
    ]);
  });

  it('of a call without a start are its hits alone', () => {
    const notes = {
      whispers: [{ at: at(1), by: null, text: 'x' }],
      attention: [{ rule: 'length', second: 60 } as const],
      listeners: [{ by: 'ana', since: at(1), takenOverAt: at(2) }],
    };
    expect(listTranscriptNotes(notes, null).map(({ kind }) => kind)).toEqual(['attention']);
  });
});
