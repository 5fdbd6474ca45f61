/** Maps many items in short pieces, so that other work gets the event loop in between. */
import { setImmediate as turn } from 'node:timers/promises';

const pieceMs = 8;

/** The results of `map`, in the order of the items. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  let beganMs = performance.now();
  for (const item of items) {
    if (performance.now() - beganMs > pieceMs) {
      await turn();
      beganMs = performance.now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
