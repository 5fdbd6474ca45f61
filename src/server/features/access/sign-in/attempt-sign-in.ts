/** Runs one attempt to sign in, by password, code or passkey, under the rate limits, and audits a failure. */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import { findUserCredentials, type UserCredentials } from '../stores/user-store.ts';
import type { SignInBrowser } from './open-session.ts';
import type { PasswordAttemptLimiter } from './password-attempts.ts';

export interface SignInAttemptRunnerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  readonly attempts: PasswordAttemptLimiter;
}

/** Details of a failed sign-in for the audit log, besides the username and the IP address. */
interface Marks {
  readonly secondFactor?: true;
  readonly way?: 'passkey';
}

/** Runs a sign-in check under the rate limits. If `check` returns null, the sign-in counts as failed and is audited. */
export type SignInAttemptRunner = <T>(
  by: SignInBrowser & { readonly username: string },
  check: (known: UserCredentials | null) => Promise<T | null>,
  marks?: Marks,
) => Promise<T | null>;

export function createSignInAttemptRunner({ db, audit, attempts }: SignInAttemptRunnerDeps): SignInAttemptRunner {
  return ({ username, address, deviceCookie }, check, marks = {}) =>
    attempts.run({ username, address, deviceCookie }, async (isKnownDevice) => {
      const known = await findUserCredentials(db, username);
      const done = await check(known);
      if (done === null) {
        const details = { ...marks, ...(isKnownDevice && { knownDevice: true }) };
        const userId = known?.id ?? null;
        await audit.record({ workspaceId: null, userId, username, action: 'session.refused', details, address });
      }
      return done;
    });
}
