// The order in which sign-ins are let through.
import { expect, test } from 'vitest';
import { createLoginGate } from './login-gate.ts';

interface Work {
  readonly run: () => Promise<void>;
  readonly finish: () => void;
  readonly fail: () => void;
}

function trackedWork(running: Set<string>, name: string): Work {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    async run() {
      running.add(name);
      try {
        await promise;
      } finally {
        running.delete(name);
      }
    },
    finish: resolve,
    fail: () => reject(new Error(name)),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one at a time for a key, also after a failure', async () => {
  const gate = createLoginGate();
  const running = new Set<string>();
  const [first, second] = [trackedWork(running, 'first'), trackedWork(running, 'second')];
  const passes = [gate.pass('a', first.run), gate.pass('a', second.run)];
  await settle();
  expect([...running]).toEqual(['first']);
  first.fail();
  await expect(passes[0]).rejects.toThrow('first');
  await settle();
  expect([...running]).toEqual(['second']);
  second.finish();
  await passes[1];
});

test('four of all keys abreast, the others in their order', async () => {
  const gate = createLoginGate();
  const running = new Set<string>();
  const works = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, ...trackedWork(running, name) }));
  const passes = works.map((work) => gate.pass(work.name, work.run));
  await settle();
  expect([...running]).toEqual(['a', 'b', 'c', 'd']);
  works[2]?.finish();
  await passes[2];
  await settle();
  expect([...running]).toEqual(['a', 'b', 'd', 'e']);
  for (const work of works) work.finish();
  await Promise.all(passes);
  expect([...running]).toEqual([]);
});
