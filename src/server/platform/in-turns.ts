/** Splits long calculations into short pieces, so that the event loop can do other work between two of them. */
import { setImmediate as turn } from 'node:timers/promises';

const pieceMs = 8;

interface Bounds {
  /** The maximum computing time of one calculation. */
  readonly mostMs: number;
  /** Time limit in ms for one calculation from its request on, including its time in the queue. */
  readonly patienceMs: number;
}

/** Runs a calculation written as a generator that yields about every millisecond. Null if it took too long. */
export type CooperativeRunner = <T>(work: Generator<void, T>) => Promise<T | null>;

export function createCooperativeRunner({ mostMs, patienceMs }: Bounds): CooperativeRunner {
  /** Queue of calculations. Each function runs one piece and returns false once its calculation is done. */
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

/** Maps many items in short pieces, with other work in between. Returns the results in the items' order. */
export async function mapCooperatively<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
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
