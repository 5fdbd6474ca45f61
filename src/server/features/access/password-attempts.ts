/** The limits under which a password may be tried, wherever it is asked for: at sign-in, and to change one's own. */
import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { limitAddress } from './limit-address.ts';
import { createLoginGate } from './login-gate.ts';
import { forgetAttempt, reserveAttempt } from './login-limit-store.ts';

export interface PasswordAttempts {
  /**
   * One attempt of a user and address after the other. It counts as failed before `work` begins, and until `work`
   * answers something other than null. Throws `too_many_attempts`, with `work` not begun.
   */
  run<T>(by: { readonly username: string; readonly address: string }, work: () => Promise<T | null>): Promise<T | null>;
}

export function createPasswordAttempts({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): PasswordAttempts {
  const gate = createLoginGate();
  return {
    run(by, work) {
      const { username } = by;
      const address = limitAddress(by.address);
      return gate.pass(`${address} ${username.toLowerCase()}`, async () => {
        const counted = { address, username, at: clock.now() };
        if (!(await reserveAttempt(db, counted))) throw new AppError('too_many_attempts');
        const done = await work();
        if (done !== null) await forgetAttempt(db, counted);
        return done;
      });
    },
  };
}
