/**
 * Lets attempts of one user and address through one after the other, and a few of all at once. So right passwords
 * that arrive together are not taken for a burst of failures, and a burst can't take all of the machine's cores.
 */

// As many as libuv has threads to hash on.
const abreast = 4;

export interface LoginGate {
  pass<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createLoginGate(): LoginGate {
  const lastOfKey = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = abreast;

  async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes straight to the one that waits longest.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async pass(key, work) {
      const before = lastOfKey.get(key);
      const { promise: mine, resolve: done } = Promise.withResolvers<void>();
      lastOfKey.set(key, mine);
      try {
        await before;
        return await inSlot(work);
      } finally {
        if (lastOfKey.get(key) === mine) lastOfKey.delete(key);
        done();
      }
    },
  };
}
