/**
 * Combines database reads of single keys into batches, so that any number of callers use only one connection. While a
 * batch is read, the keys for the next batch are collected.
 * Use it for reads that strangers can cause, because otherwise strangers could occupy all database connections.
 */

/**
 * Function that reads the value of a key, in a batch with other keys. Returns null if the key has no value. If the read
 * fails, throws its error.
 */
export type BatchedRead<T> = (key: string) => Promise<T | null>;

/**
 * Creates a function that reads the value of one key, but combines concurrent reads into batches. `read` gets at most
 * `most` different keys at a time.
 */
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
