// Calculations in pieces: their results, their bounds, and other work on the event loop meanwhile.
import { expect, test } from 'vitest';
import { createCooperativeRunner } from './in-turns.ts';

const patient = { mostMs: 60_000, patienceMs: 60_000 };

function* count(steps: number): Generator<void, number> {
  for (let step = 0; step < steps; step += 1) yield;
  return steps;
}

function* endless(): Generator<void, never> {
  for (;;) yield;
}

test('each calculation gives its own answer, or its own failure', async () => {
  const run = createCooperativeRunner(patient);
  function* failing(): Generator<void, number> {
    yield;
    throw new Error('no such zone');
  }
  const failed = expect(run(failing())).rejects.toThrow('no such zone');
  expect(await Promise.all([run(count(3)), run(count(100_000)), run(count(0))])).toEqual([3, 100_000, 0]);
  await failed;
  expect(await run(count(5))).toBe(5);
});

test('one that takes too long is given up, and the others go on', async () => {
  const run = createCooperativeRunner({ mostMs: 40, patienceMs: 60_000 });
  expect(await Promise.all([run(endless()), run(count(10))])).toEqual([null, 10]);
  const hurried = createCooperativeRunner({ mostMs: 60_000, patienceMs: 40 });
  expect(await Promise.all([hurried(endless()), hurried(endless())])).toEqual([null, null]);
});

test('between two pieces, of whichever calculation, everything else has its turn', async () => {
  const run = createCooperativeRunner({ mostMs: 80, patienceMs: 60_000 });
  let turns = 0;
  let isOver = false;
  const look = (): void => {
    turns += 1;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await Promise.all([run(endless()), run(endless()), run(endless())]);
  isOver = true;
  // Pieces take 8 ms: ten of each, unless the machine was busy.
  expect(turns).toBeGreaterThanOrEqual(12);
});
