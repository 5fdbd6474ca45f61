/** Long work on many items in short pieces: whoever else waits for the processor has a turn in between. */
import { setImmediate as turn } from 'node:timers/promises';

/** So many readings of a telephone number take some ten milliseconds. */
const itemsATurn = 100;

/** What `map` makes of each item, in their order. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % itemsATurn === 0) await turn();
    mapped.push(map(item));
  }
  return mapped;
}
