/** Many requests to the provider, at most so many side by side: its limits are unpublished and shared with dialling. */

/**
 * Runs `ask` for every item, at most `limit` at a time, and answers in the items' order. The first failure is thrown
 * once those under way have ended; the rest is not begun.
 */
export async function askAll<T, R>(items: readonly T[], limit: number, ask: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failure) {
      const index = next++;
      try {
        results[index] = await ask(items[index] as T);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure) throw failure.error;
  return results;
}
