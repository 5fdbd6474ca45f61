// Turns between lanes, whatever comes in whatever order.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const lanes = ['a', 'b', 'c', 'd', 'e'];
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        lane: fc.constantFrom(...lanes),
        goesFirst: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), which: fc.nat(4) }) },
  ),
  { maxLength: 120 },
);

test('nobody waits for more than one turn of each other lane, bounds hold, and nobody is lost', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }), (asked, most, mostInLane) => {
      const queue = createFairQueue<number>({ most, mostInLane });
      const waiting = new Map<number, string>();
      const underWay: string[] = [];
      /** Of each lane that waits for a turn: how many turns each other one has had meanwhile. */
      const turns = new Map<string, Map<string, number>>();
      const isWaiting = (lane: string) => [...waiting.values()].includes(lane);
      const watch = (lane: string) => {
        if (isWaiting(lane) && !underWay.includes(lane)) turns.set(lane, turns.get(lane) ?? new Map());
        else turns.delete(lane);
      };
      let added = 0;
      for (const step of asked) {
        if (step.kind === 'add') {
          const item = (added += 1);
          waiting.set(item, step.lane);
          const refused = queue.add(step.lane, step.goesFirst, item);
          if (refused !== null) waiting.delete(refused);
          if (refused === item)
            expect(
              waiting.size === most || [...waiting.values()].filter((lane) => lane === step.lane).length === mostInLane,
            ).toBe(true);
        } else if (step.kind === 'take') {
          const next = queue.take();
          if (next === null) expect([...waiting.values()].every((lane) => underWay.includes(lane))).toBe(true);
          else {
            expect(waiting.get(next.item)).toBe(next.lane);
            expect(underWay).not.toContain(next.lane);
            const own = [...waiting].filter(([, lane]) => lane === next.lane).map(([item]) => item);
            expect(next.item).toBe(Math.min(...own));
            waiting.delete(next.item);
            underWay.push(next.lane);
            turns.delete(next.lane);
            for (const had of turns.values()) had.set(next.lane, (had.get(next.lane) ?? 0) + 1);
          }
        } else {
          const [lane] = underWay.splice(step.which % Math.max(1, underWay.length), 1);
          if (lane !== undefined) queue.finish(lane);
        }
        for (const lane of lanes) watch(lane);
        for (const had of turns.values()) for (const count of had.values()) expect(count).toBeLessThanOrEqual(1);
        expect(queue.size).toBe(waiting.size);
        expect(queue.size).toBeLessThanOrEqual(most);
      }
      for (const lane of underWay) queue.finish(lane);
      for (let next = queue.take(); next; next = queue.take()) {
        waiting.delete(next.item);
        queue.finish(next.lane);
      }
      expect([...waiting]).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('whoever is known goes first, once; a full queue makes room for a lane that has less', () => {
  const queue = createFairQueue<string>({ most: 4, mostInLane: 3 });
  for (const item of ['x1', 'x2', 'x3']) expect(queue.add('x', false, item)).toBeNull();
  expect(queue.add('x', false, 'x4')).toBe('x4');
  expect(queue.add('y', false, 'y1')).toBeNull();
  // Full: a stranger takes the place of the longest lane's last, somebody known that of any stranger's.
  expect(queue.add('z', false, 'z1')).toBe('x3');
  expect(queue.add('known', true, 'k1')).toBe('x2');
  expect(queue.add('w', false, 'w1')).toBe('w1');
  const order: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    order.push(next.item);
    queue.finish(next.lane);
    if (next.item === 'k1') queue.add('known', true, 'k2');
  }
  expect(order).toEqual(['k1', 'x1', 'y1', 'z1', 'k2']);
});
