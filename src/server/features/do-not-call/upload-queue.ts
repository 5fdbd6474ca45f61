/**
 * Queue for imports and removals of do-not-call files. A server runs only one of these changes at a time. Changes wait
 * before they take a database connection, so that waiting changes occupy no connections.
 */
import { AppError } from '../../platform/errors.ts';

/**
 * Runs a do-not-call list change after all changes queued before it. Throws `too_many_requests` if the queue is full.
 * The queue is short, because each queued change keeps its file in memory.
 */
export type RunQueuedDoNotCallChange = <T>(work: () => Promise<T>) => Promise<T>;

/** Most changes under way and waiting. */
const most = 8;

export function createDoNotCallChangeQueue(): RunQueuedDoNotCallChange {
  let last: Promise<unknown> = Promise.resolve();
  let present = 0;

  return async (work) => {
    if (present >= most) throw new AppError('too_many_requests');
    present += 1;
    const mine = last.then(work, work);
    last = mine;
    try {
      return await mine;
    } finally {
      present -= 1;
    }
  };
}
