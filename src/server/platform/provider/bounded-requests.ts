/** Limits simultaneous requests to the provider, because they share the provider's unpublished limits with dialling. */

/**
 * Runs the function `ask` for every item, at most `limit` runs at a time. Returns the results in the items' order.
 * After the first failure, no further run is started. The failure is thrown when all started runs have ended.
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  limit: number,
  ask: (item: T) => Promise<R>,
): Promise<R[]> {
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
