/**
 * Limits how often a user learns that a username is taken, because all workspaces share usernames. A refusal is counted
 * before the name is tried, and uncounted if the name was free, so that concurrent requests can't exceed the limit.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { forgetRefusal, reserveRefusal } from './name-refusal-store.ts';
import { isNameTaken } from '../stores/user-store.ts';

const tooMany = 'Demasiados nombres que ya existen. Intenta de nuevo en unos minutos.';

/** Runs `work`, which tries to take a username. At the limit, throws `too_many_requests` without running it. */
export type NameGuard = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export function createNameGuard({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): NameGuard {
  return async (userId, work) => {
    const at = clock.now();
    const waitMs = await reserveRefusal(db, userId, at);
    if (waitMs !== null)
      throw new AppError('too_many_requests', { message: tooMany, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    let isTold = false;
    try {
      return await work();
    } catch (error) {
      isTold = isNameTaken(error);
      throw error;
    } finally {
      if (!isTold) await forgetRefusal(db, userId, at);
    }
  };
}
