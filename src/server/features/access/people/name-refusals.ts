/**
 * Limits how often a user learns that a username is taken, because all workspaces share usernames. A refusal is counted
 * before the name is tried, and uncounted if the name was free, so that concurrent requests can't exceed the limit.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { deleteUsernameRefusal, recordUsernameRefusalWithinLimit } from './name-refusal-store.ts';
import { isUsernameTakenError } from '../stores/user-store.ts';

const tooMany = 'Demasiados nombres que ya existen. Intenta de nuevo en unos minutos.';

/**
 * Runs `work`, which tries to create or rename a user. Throws `too_many_requests` if this caller has tried too many
 * usernames that were taken.
 */
export type UsernameRefusalLimiter = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export function createUsernameRefusalLimiter({
  db,
  clock,
}: {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
}): UsernameRefusalLimiter {
  return async (userId, work) => {
    const at = clock.now();
    const waitMs = await recordUsernameRefusalWithinLimit(db, userId, at);
    if (waitMs !== null)
      throw new AppError('too_many_requests', { message: tooMany, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    let isTold = false;
    try {
      return await work();
    } catch (error) {
      isTold = isUsernameTakenError(error);
      throw error;
    } finally {
      if (!isTold) await deleteUsernameRefusal(db, userId, at);
    }
  };
}
