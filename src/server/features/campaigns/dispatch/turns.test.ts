import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCampaignTurnScheduler, type CampaignTurnScheduler } from './turns.ts';

/** Takes so many turns of one call each. @returns the calls of each campaign. */
function take(turns: CampaignTurnScheduler, calls: number): ReadonlyMap<string, number> {
  const had = new Map<string, number>();
  for (let call = 0; call < calls; call += 1) {
    const [id = ''] = turns.order;
    had.set(id, (had.get(id) ?? 0) + 1);
    turns.took(id, 1);
  }
  return had;
}

const weights = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 6 });
const weighed = (list: readonly number[]) => list.map((weight, index) => ({ id: `c${index}`, weight }));

test('of any number of calls each gets its share by weight, give or take its neighbours’ turns', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 300 }), (list, calls) => {
      const turns = createCampaignTurnScheduler();
      turns.set(weighed(list));
      const had = take(turns, calls);
      const all = list.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of list.entries()) {
        const share = (calls * weight) / all;
        expect(Math.abs((had.get(`c${index}`) ?? 0) - share)).toBeLessThanOrEqual(list.length);
      }
    }),
  );
});

test('who comes later, or back, is owed nothing, and whoever went on meanwhile is not kept waiting', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 10 }), fc.boolean(), (list, weight, isBack) => {
      const turns = createCampaignTurnScheduler();
      const first = weighed(list);
      const last = { id: 'late', weight };
      if (isBack) {
        turns.set([...first, last]);
        turns.leave(last.id);
      } else turns.set(first);
      take(turns, 500);
      turns.set([...first, last]);
      const all = list.reduce((sum, each) => sum + each, weight);
      const had = take(turns, all);
      expect(had.get('late') ?? 0).toBeLessThanOrEqual(weight + 1);
      for (const [index, each] of list.entries()) expect(had.get(`c${index}`) ?? 0).toBeGreaterThanOrEqual(each - 2);
    }),
  );
});

test('leaving for a moment is no way to get more', () => {
  const turns = createCampaignTurnScheduler();
  const both = weighed([1, 1]);
  turns.set(both);
  const had = new Map<string, number>();
  for (let round = 0; round < 100; round += 1) {
    const [id = ''] = turns.order;
    had.set(id, (had.get(id) ?? 0) + 1);
    turns.took(id, 1);
    turns.leave('c0');
    turns.set(both);
  }
  expect(had.get('c0')).toBe(50);
});

test('a weight counts from when it is set', () => {
  const turns = createCampaignTurnScheduler();
  turns.set(weighed([1, 1]));
  take(turns, 100);
  turns.set(weighed([9, 1]));
  expect(take(turns, 100).get('c0')).toBeGreaterThanOrEqual(89);
  turns.set([]);
  expect(turns.order).toEqual([]);
});
