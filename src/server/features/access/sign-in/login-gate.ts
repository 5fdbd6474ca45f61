/**
 * Lets password checks through, a few at a time and in fair turns (fair-queue.ts): right passwords of one address that arrive
 * together are not taken for a burst of failures, and a burst neither takes all of the machine's cores nor makes others wait for it.
 */
import { AppError } from '../../../platform/errors.ts';
import { createFairQueue, type FairQueueBounds } from './fair-queue.ts';

/** Number of password checks at once: libuv has four threads to hash on. */
const abreast = 4;
/**
 * A check costs argon2id's 19 MiB and two passes: some 40 to 100 ms of a core where four go abreast on few cores, 40 and more
 * checks a second. So whoever is let in to wait is answered within some five seconds, and who would wait longer is told at once.
 */
const bounds: FairQueueBounds = { most: 200, mostInLane: 20 };
const retryAfterSeconds = 5;
const busy = 'Hay demasiados inicios de sesión a la vez. Intenta de nuevo en unos segundos.';

export interface Turn {
  /** Whose attempts wait for one another: an address, or a known device. */
  readonly lane: string;
  /** Somebody known from before. */
  readonly goesFirst: boolean;
}

export interface LoginGate {
  /** Throws `too_many_requests`, with `work` not begun, where too many wait. */
  pass<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

export function createLoginGate(): LoginGate {
  const queue = createFairQueue<Waiting>(bounds);
  let free = abreast;

  function advance(): void {
    while (free > 0) {
      const next = queue.take();
      if (!next) return;
      free -= 1;
      next.item.begin();
    }
  }

  return {
    async pass({ lane, goesFirst }, work) {
      await new Promise<void>((resolve, reject) => {
        const refuse = (): void => reject(new AppError('too_many_requests', { message: busy, retryAfterSeconds }));
        queue.add(lane, goesFirst, { begin: resolve, refuse })?.refuse();
        advance();
      });
      try {
        return await work();
      } finally {
        free += 1;
        queue.finish(lane);
        advance();
      }
    },
  };
}
