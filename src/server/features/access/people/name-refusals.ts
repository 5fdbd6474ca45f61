/**
 * 'Ya existe un usuario con ese nombre' tells of people everywhere, so a person hears it only so often. It counts as heard before
 * the name is tried, until it turns out to be free: however many come at once, no more than the limit are told.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { forgetRefusal, reserveRefusal } from './name-refusal-store.ts';
import { isNameTaken } from '../stores/user-store.ts';

const tooMany = 'Demasiados nombres que ya existen. Intenta de nuevo en unos minutos.';

/** Does for a person what takes a name. Throws `too_many_requests`, saying for how long, with `work` not begun. */
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
