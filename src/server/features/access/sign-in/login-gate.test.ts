// The order in which sign-ins are let through.
import { expect, test } from 'vitest';
import type { AppError } from '../../../platform/errors.ts';
import { createPasswordCheckQueue } from './login-gate.ts';

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

const stranger = (lane: string) => ({ lane, goesFirst: false });

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one at a time for a lane, also after a failure', async () => {
  const gate = createPasswordCheckQueue();
  const running = new Set<string>();
  const [first, second] = [trackedWork(running, 'first'), trackedWork(running, 'second')];
  const passes = [gate.pass(stranger('a'), first.run), gate.pass(stranger('a'), second.run)];
  await settle();
  expect([...running]).toEqual(['first']);
  first.fail();
  await expect(passes[0]).rejects.toThrow('first');
  await settle();
  expect([...running]).toEqual(['second']);
  second.finish();
  await passes[1];
});

test('four of all lanes abreast, the others in their order', async () => {
  const gate = createPasswordCheckQueue();
  const running = new Set<string>();
  const works = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, ...trackedWork(running, name) }));
  const passes = works.map((work) => gate.pass(stranger(work.name), work.run));
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

test('two hundred wait at most, twenty of a lane; who finds no room is told when to come again, and who is known gets in', async () => {
  const gate = createPasswordCheckQueue();
  const held = Promise.withResolvers<void>();
  const outcomes: string[] = [];
  const come = async (lane: string, goesFirst = false): Promise<void> => {
    await gate
      .pass({ lane, goesFirst }, () => held.promise)
      .then(
        () => outcomes.push(`${lane} ok`),
        (error: AppError) => outcomes.push(`${lane} ${error.code} ${error.retryAfterSeconds}`),
      );
  };
  const ofOne = Array.from({ length: 22 }, () => come('oficina'));
  await settle();
  expect(outcomes).toEqual(['oficina too_many_requests 5']);
  const others = Array.from({ length: 183 }, (_, index) => come(`otra ${index}`));
  await settle();
  // Three of them pass at once beside the office's first, 180 wait beside its twenty: the queue is full.
  expect(outcomes).toHaveLength(1);
  const late = [come('tarde'), come('conocida', true)];
  await settle();
  expect(outcomes.slice(1)).toEqual(['oficina too_many_requests 5', 'oficina too_many_requests 5']);
  held.resolve();
  await Promise.all([...ofOne, ...others, ...late]);
  expect(outcomes.filter((each) => each.endsWith(' ok'))).toHaveLength(204);
  expect(outcomes.indexOf('conocida ok')).toBeLessThan(outcomes.indexOf('otra 3 ok'));
});
