import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallSummary } from '../../../contract/calls.ts';
import { groupLiveCallsByAgent, fitWallListRows, buildWallHourColumns, findLastFullHour } from './wall-model.ts';

describe('rows of the wall', () => {
  it('are all shown, or fewer with a line for the rest, and never more lines than fit', () => {
    assert(
      property(array(integer()), integer({ min: 2, max: 9 }), (rows, most) => {
        const { shown, rest } = fitWallListRows(rows, most);
        expect([...shown, ...rest]).toEqual(rows);
        expect(shown.length + (rest.length > 0 ? 1 : 0)).toBeLessThanOrEqual(most);
        expect(rest).not.toHaveLength(1);
      }),
    );
  });

  it('put agents with waiting calls first, then those with most calls, and count each call once', () => {
    const now = Date.parse('2026-05-04T12:00:00Z');
    const call = (agentId: string | null, startTimestamp: string | null, occurredAt = '2026-05-04T11:50:00Z') =>
      ({ agentId, agentName: agentId && `Agente ${agentId}`, startTimestamp, occurredAt }) as CallSummary;
    const calls = [
      call('a', '2026-05-04T11:59:00Z'),
      call('a', '2026-05-04T11:58:00Z'),
      call('b', null),
      call(null, null, '2026-05-04T11:59:30Z'),
    ];
    expect(groupLiveCallsByAgent(calls, now, 300)).toEqual([
      { id: 'b', name: 'Agente b', calls: 1, sinceMs: now - 600_000, waiting: 1 },
      { id: 'a', name: 'Agente a', calls: 2, sinceMs: now - 120_000, waiting: 0 },
      { id: null, name: null, calls: 1, sinceMs: now - 30_000, waiting: 0 },
    ]);
    expect(groupLiveCallsByAgent(calls, now, 0).map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
  });
});

describe('hours of the wall', () => {
  const half = (time: string, totalCalls: number) => ({
    time,
    totalCalls,
    intervalMinutes: 30,
    isHourMark: true,
    inboundCalls: totalCalls,
    outboundCalls: 0,
    webCalls: 0,
  });
  const clockOf = (time: string) => time.slice(11, 16);

  it('add half hours up by the clock, and compare the last one that is over', () => {
    const today = ['09:00', '09:30', '10:00', '10:30', '11:00'].map((clock, index) =>
      half(`2026-05-11T${clock}:00.000Z`, index + 1),
    );
    const before = ['10:00', '10:30', '11:00', '11:30'].map((clock) => half(`2026-05-04T${clock}:00.000Z`, 10));
    const columns = buildWallHourColumns(today, before, Date.parse('2026-05-11T11:10:00Z'), clockOf);
    expect(columns.map(({ clock, now, before: was }) => [clock, now, was])).toEqual([
      ['09', 3, null],
      ['10', 7, 20],
      ['11', 5, 20],
    ]);
    expect(findLastFullHour(columns)).toMatchObject({ clock: '10', now: 7, before: 20 });
    expect(findLastFullHour(buildWallHourColumns([], before, 0, clockOf))).toBeUndefined();
  });
});
