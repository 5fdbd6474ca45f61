/**
 * Reads by key that take one connection, however many ask: while one is under way, the keys of the next gather. For keys that
 * anybody may send us: what strangers ask for must not fill the pool.
 */

/** The value of a key, as a read tells that begins after it was asked for; null where that has none. Throws what the read throws. */
export type GatheredRead<T> = (key: string) => Promise<T | null>;

/** `read` answers for those of the keys that it knows; it gets each key once, and `most` of them at most. */
export function gatherReads<T>(
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
