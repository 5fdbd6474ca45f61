/** Maps many items in short pieces, so that other work gets the event loop in between. */
import { setImmediate as turn } from 'node:timers/promises';

/** Reading this many phone numbers takes about ten milliseconds. */
const itemsATurn = 100;

/** The results of `map`, in the order of the items. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % itemsATurn === 0) await turn();
    mapped.push(map(item));
  }
  return mapped;
}
