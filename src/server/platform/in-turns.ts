/** Long calculations in short pieces: between two pieces everything else gets the event loop, however many calculations there are. */
import { setImmediate as turn } from 'node:timers/promises';

const pieceMs = 8;

interface Bounds {
  /** Most time of its own. */
  readonly mostMs: number;
  /** Since it was asked for. */
  readonly patienceMs: number;
}

/** Runs a calculation that yields every millisecond or so. Null: it was given up, for it took more than the bounds allow. */
export type RunInTurns = <T>(work: Generator<void, T>) => Promise<T | null>;

export function createTurnRunner({ mostMs, patienceMs }: Bounds): RunInTurns {
  /** Each goes on for one piece, or says that it is over. */
  const waiting: (() => boolean)[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let goOn = waiting.shift(); goOn; goOn = waiting.shift()) {
      if (goOn()) waiting.push(goOn);
      await turn();
    }
    isRunning = false;
  }

  return <T>(work: Generator<void, T>) =>
    new Promise<T | null>((resolve, reject) => {
      const askedAtMs = performance.now();
      let usedMs = 0;
      waiting.push(() => {
        const beganMs = performance.now();
        try {
          while (performance.now() - beganMs < pieceMs) {
            const { done, value } = work.next();
            if (done) {
              resolve(value);
              return false;
            }
          }
        } catch (error) {
          reject(error);
          return false;
        }
        const nowMs = performance.now();
        usedMs += nowMs - beganMs;
        if (usedMs < mostMs && nowMs - askedAtMs < patienceMs) return true;
        resolve(null);
        return false;
      });
      if (!isRunning) void runAll();
    });
}

/** Maps many items in short pieces. @returns the results in the order of the items. */
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
