/**
 * Changes of whole lists come one after another on a server, before they take a connection: one that waits for the
 * lock inside the database would keep its connection from everybody else.
 */
import { AppError } from '../../platform/errors.ts';

/** Throws `too_many_requests` when too many wait already: each may hold a file in memory. */
export type UploadQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Under way and waiting. */
const most = 8;

export function createUploadQueue(): UploadQueue {
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
