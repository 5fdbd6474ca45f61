import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOfAgent, shareColours, slicesOf, usageAt } from './agent-figures.ts';

it('names an agent by its name, the end of its id, or says that there is none', () => {
  expect(nameOfAgent({ agent_id: 'agent_0123abcd', agent_name: 'Sofía' })).toBe('Sofía');
  expect(nameOfAgent({ agent_id: 'agent_0123abcd', agent_name: null })).toBe('Agente abcd');
  expect(nameOfAgent({ agent_id: '', agent_name: null })).toBe('Sin Agente');
});

it('cuts at most six slices, in the order of the list, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.integer({ min: 0, max: 100 }).map((percentage) => ({ percentage })),
        { maxLength: 30 },
      ),
      (usage) => {
        const slices = slicesOf(usage);
        expect(slices.length).toBe(Math.min(usage.length, shareColours));
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
    expect(usageAt(usage, metrics, null, nameOf)).toEqual([
      { agent_id: 'a', agent_name: 'Ana', call_count: 4, percentage: 40 },
      { agent_id: 'new', agent_name: 'Carla', call_count: 6, percentage: 60 },
    ]);
    expect(usageAt(usage, undefined, null, nameOf)).toEqual(usage);
  });

  it('keep the share of all calls where one agent is chosen', () => {
    expect(usageAt(usage.slice(0, 1), { ...metrics, totalCalls: 4, agentCalls: { a: 4 } }, 'a', nameOf)).toEqual([
      { agent_id: 'a', agent_name: 'Ana', call_count: 4, percentage: 75 },
    ]);
  });
});
