import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeDonutLabelPosition,
  formatAgentName,
  agentDonutGeometry,
  agentShareColourCount,
  computeAgentDonutSlices,
  mergeAgentUsageWithMetrics,
  type AgentDonutLabelPosition,
} from './agent-figures.ts';

it('names an agent by its name, the end of its id, or says that there is none', () => {
  expect(formatAgentName({ agent_id: 'agent_0123abcd', agent_name: 'Sofía' })).toBe('Sofía');
  expect(formatAgentName({ agent_id: 'agent_0123abcd', agent_name: null })).toBe('Agente abcd');
  expect(formatAgentName({ agent_id: '', agent_name: null })).toBe('Sin Agente');
});

it('cuts at most six slices, in the order of the list, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.integer({ min: 0, max: 100 }).map((percentage) => ({ percentage })),
        { maxLength: 30 },
      ),
      (usage) => {
        const slices = computeAgentDonutSlices(usage);
        expect(slices.length).toBe(Math.min(usage.length, agentShareColourCount));
        expect(slices.slice(0, 5)).toEqual(usage.slice(0, 5).map(({ percentage }) => percentage));
        expect(slices.reduce((sum, each) => sum + each, 0)).toBe(
          usage.reduce((sum, { percentage }) => sum + percentage, 0),
        );
      },
    ),
  );
});

describe('the agents at the moment of the metrics', () => {
  const usage = [
    { agent_id: 'a', agent_name: 'Ana', call_count: 3, percentage: 75 },
    { agent_id: 'gone', agent_name: 'Beto', call_count: 1, percentage: 25 },
  ];
  const metrics = {
    totalCalls: 10,
    inboundCalls: 10,
    outboundCalls: 0,
    webCalls: 0,
    agentCalls: { a: 4, new: 6 },
    activeCalls: 0,
    finishedCalls: 10,
    successRate: 100,
    avgDuration: 1,
  };
  const nameOf = (id: string) => (id === 'new' ? 'Carla' : null);

  it('have its counts and shares: one that is not in their list yet too, and none without a call', () => {
    expect(mergeAgentUsageWithMetrics(usage, metrics, null, nameOf)).toEqual([
      { agent_id: 'a', agent_name: 'Ana', call_count: 4, percentage: 40 },
      { agent_id: 'new', agent_name: 'Carla', call_count: 6, percentage: 60 },
    ]);
    expect(mergeAgentUsageWithMetrics(usage, undefined, null, nameOf)).toEqual(usage);
  });

  it('keep the share of all calls where one agent is chosen', () => {
    expect(
      mergeAgentUsageWithMetrics(usage.slice(0, 1), { ...metrics, totalCalls: 4, agentCalls: { a: 4 } }, 'a', nameOf),
    ).toEqual([{ agent_id: 'a', agent_name: 'Ana', call_count: 4, percentage: 75 }]);
  });
});

describe('labels of the ring', () => {
  /** The box of a label such as '64%'; digits are at most 0.6 of the font's size wide. */
  const boxOf = ({ x, y, anchor }: AgentDonutLabelPosition) => {
    const width = 0.62 * agentDonutGeometry.fontSize * 3;
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    return {
      left,
      right: left + width,
      top: y - 0.4 * agentDonutGeometry.fontSize,
      bottom: y + 0.4 * agentDonutGeometry.fontSize,
    };
  };

  it('stand outside the ring, inside the picture, and apart from each other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: agentShareColourCount }),
        (counts) => {
          const total = counts.reduce((sum, count) => sum + count, 0);
          let start = 0;
          const boxes = counts.flatMap((count) => {
            const percent = (100 * count) / total;
            const place = computeDonutLabelPosition(start, percent);
            start += percent;
            return place === null ? [] : [boxOf(place)];
          });
          for (const [index, box] of boxes.entries()) {
            for (const side of Object.values(box)) expect(Math.abs(side)).toBeLessThanOrEqual(agentDonutGeometry.edge);
            const nearest = Math.hypot(Math.max(box.left, 0, -box.right), Math.max(box.top, 0, -box.bottom));
            expect(nearest).toBeGreaterThanOrEqual(agentDonutGeometry.radius - 2);
            for (const other of boxes.slice(index + 1))
              expect(
                other.left >= box.right ||
                  other.right <= box.left ||
                  other.top >= box.bottom ||
                  other.bottom <= box.top,
              ).toBe(true);
          }
        },
      ),
    );
  });

  it('are left out of thin slices and of a whole ring', () => {
    expect([computeDonutLabelPosition(0, 6.9), computeDonutLabelPosition(0, 100)]).toEqual([null, null]);
    expect(computeDonutLabelPosition(0, 50)).toMatchObject({ anchor: 'start' });
  });
});
