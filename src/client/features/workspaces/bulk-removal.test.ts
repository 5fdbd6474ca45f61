import { describe, expect, it } from 'vitest';
import { removeSelectedMembers } from './bulk-removal.ts';

/** Removals that end when the test says so. */
function startRemovals() {
  const open: { readonly item: string; readonly end: (error?: Error) => void }[] = [];
  const remove = (item: string) =>
    new Promise<void>((resolve, reject) => {
      open.push({ item, end: (error) => (error ? reject(error) : resolve()) });
    });
  const next = async () => {
    open.shift()?.end();
    // The worker takes the next item in the following microtasks.
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { open, remove, next };
}

describe('removing many members', () => {
  it('keeps a few requests going at once and tells how far it is', async () => {
    const { open, remove, next } = startRemovals();
    const progress: number[] = [];
    const removal = removeSelectedMembers(['a', 'b', 'c', 'd'], {
      remove,
      isLast: () => false,
      atOnce: 2,
      onProgress: (done) => progress.push(done),
    });
    expect(open.map(({ item }) => item)).toEqual(['a', 'b']);
    await next();
    expect(open.map(({ item }) => item)).toEqual(['b', 'c']);
    await next();
    await next();
    await next();
    expect((await removal).removed).toEqual(['a', 'b', 'c', 'd']);
    expect(progress).toEqual([1, 2, 3, 4]);
  });

  it('goes on after a failure, and removes oneself when all others are done', async () => {
    const asked: string[] = [];
    const refusal = new Error('last_admin');
    const { removed, failed } = await removeSelectedMembers(['yo', 'a', 'b'], {
      remove: async (item) => {
        asked.push(item);
        if (item === 'a') throw refusal;
      },
      isLast: (item) => item === 'yo',
      atOnce: 4,
      onProgress: () => {},
    });
    expect(asked).toEqual(['a', 'b', 'yo']);
    expect(removed).toEqual(['b', 'yo']);
    expect(failed).toEqual([{ item: 'a', error: refusal }]);
  });
});
