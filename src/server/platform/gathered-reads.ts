/**
 * Batches database reads by key, so that any number of callers use one connection. While one read runs, keys for the
 * next one are collected. Use it for keys that anybody may send, so that strangers can't exhaust the pool.
 */

/** Resolves with the key's value, or null, from a batched read that starts after the call. Throws the read's errors. */
export type GatheredRead<T> = (key: string) => Promise<T | null>;

/** Makes a batched read. `read` gets each key once, at most `most` keys a call, and omits unknown keys. */
export function batchReads<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  most = 1_000,
): GatheredRead<T> {
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
