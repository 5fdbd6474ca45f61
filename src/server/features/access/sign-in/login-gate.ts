/**
 * Runs password checks, a few in parallel. A fair queue (fair-queue.ts) prevents a burst from one IP address from
 * taking all CPU cores or delaying others. Checks of one address run in sequence, because each counts as failed until
 * it ends.
 */
import { AppError } from '../../../platform/errors.ts';
import { createFairQueue, type FairQueueCapacity } from './fair-queue.ts';

/** Maximum number of parallel password checks, because libuv computes hashes in four threads. */
const abreast = 4;
/**
 * Maximum numbers of waiting password checks, in total and in one queue. A check takes 40 to 100 ms of a core
 * (argon2id), so four cores run at least 40 a second. A waiting check thus starts within about five seconds. Further
 * checks are refused at once.
 */
const bounds: FairQueueCapacity = { most: 200, mostInLane: 20 };
const retryAfterSeconds = 5;
const busy = 'Hay demasiados inicios de sesión a la vez. Intenta de nuevo en unos segundos.';

export interface PasswordCheckQueuePlace {
  /** Queue of a password check: an IP address or known device, whose checks run one after another. */
  readonly lane: string;
  /** Somebody known from before. */
  readonly goesFirst: boolean;
}

export interface PasswordCheckQueue {
  /** Runs `work` when the queue of password checks allows it. Throws `too_many_requests` if the queue is full. */
  pass<T>(turn: PasswordCheckQueuePlace, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

export function createPasswordCheckQueue(): PasswordCheckQueue {
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
