/** Runs one attempt to sign in, by password, code or passkey, under the rate limits, and audits a failure. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Audit } from '../../audit/index.ts';
import { findCredentials, type Credentials } from '../stores/user-store.ts';
import type { Browser } from './open-session.ts';
import type { PasswordAttempts } from './password-attempts.ts';

export interface SignInAttemptsDeps {
  readonly db: Kysely<Schema>;
  readonly audit: Audit;
  readonly attempts: PasswordAttempts;
}

/** Details of a failed sign-in for the audit log, besides the username and the IP address. */
interface Marks {
  readonly secondFactor?: true;
  readonly way?: 'passkey';
}

/** Runs `check` under the sign-in rate limits. If it returns null, the sign-in counts as failed and is audited. */
export type SignInAttempts = <T>(
  by: Browser & { readonly username: string },
  check: (known: Credentials | null) => Promise<T | null>,
  marks?: Marks,
) => Promise<T | null>;

export function createSignInAttempt({ db, audit, attempts }: SignInAttemptsDeps): SignInAttempts {
  return ({ username, address, deviceCookie }, check, marks = {}) =>
    attempts.run({ username, address, deviceCookie }, async (isKnownDevice) => {
      const known = await findCredentials(db, username);
      const done = await check(known);
      if (done === null) {
        const details = { ...marks, ...(isKnownDevice && { knownDevice: true }) };
        const userId = known?.id ?? null;
        await audit.record({ workspaceId: null, userId, username, action: 'session.refused', details, address });
      }
      return done;
    });
}
