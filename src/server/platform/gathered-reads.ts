/**
 * Batches database reads by key, so that any number of callers use one connection. While a read runs, the keys for the
 * next one are collected. Use it for reads that strangers can cause, because otherwise they could exhaust the pool.
 */

/** Function that reads a key's value, in one batch with other keys. Null if there is none. Throws the read's errors. */
export type BatchedRead<T> = (key: string) => Promise<T | null>;

/** Makes a function that reads values in batches. `read` gets at most `most` different keys at a time. */
export function createBatchedRead<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  most = 1_000,
): BatchedRead<T> {
  const waiting = new Map<string, PromiseWithResolvers<T | null>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const batch = [...waiting.entries().take(most)];
      for (const [key] of batch) waiting.delete(key);
      try {
        const found = await read(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    isReading = false;
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<T | null>();
    waiting.set(key, asked);
    if (!isReading) void readAll();
    return asked.promise;
  };
}
