import { expect, it } from 'vitest';
import { createBatchedRead } from './gathered-reads.ts';

/** Reads that wait for the test to answer them. */
function start(most?: number) {
  const reads: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, string>> }[] = [];
  const ask = createBatchedRead<string>((keys) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
    reads.push({ keys, answer });
    return answer.promise;
  }, most);
  const answer = (index: number): void =>
    reads[index]?.answer.resolve(
      new Map(reads[index].keys.filter((key) => key !== '?').map((key) => [key, key.toUpperCase()])),
    );
  return { reads, ask, answer };
}

it('reads one at a time, with each key once and so many at most, and what was asked for meanwhile anew', async () => {
  const { reads, ask, answer } = start(2);
  const first = ask('a');
  const next = Promise.all(['a', 'b', 'b', '?'].map(ask));
  expect(reads.map(({ keys }) => keys)).toEqual([['a']]);
  answer(0);
  expect(await first).toBe('A');
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
  answer(1);
  await expect.poll(() => reads.length).toBe(3);
  answer(2);
  expect(await next).toEqual(['A', 'B', 'B', null]);
});

it('tells a failure to those whom it befell, and goes on', async () => {
  const { reads, ask, answer } = start();
  const failed = expect(ask('a')).rejects.toThrow('away');
  const next = ask('b');
  reads[0]?.answer.reject(new Error('away'));
  await failed;
  answer(1);
  expect(await next).toBe('B');
});
