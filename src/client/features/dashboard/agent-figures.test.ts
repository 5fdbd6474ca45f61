import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameOfAgent, shareColours, slicesOf } from './agent-figures.ts';

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
