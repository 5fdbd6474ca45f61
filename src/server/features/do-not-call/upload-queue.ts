/**
 * Lets a server change only one whole do-not-call list at a time. Changes wait before they take a database connection,
 * because otherwise waiting changes would occupy connections.
 */
import { AppError } from '../../platform/errors.ts';

/** Queue of do-not-call list changes. Throws `too_many_requests` if full: a change keeps its file in memory. */
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
