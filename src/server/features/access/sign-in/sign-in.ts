/**
 * Signing in: limits first, then the password, then a fresh session in place of the browser's old one. An account with a second factor
 * gets its session only for a code; a browser that is known does not skip it.
 */
import type { Kysely } from 'kysely';
import type { CodeAsked } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import { sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { errorMessages } from '../../../../labels/es.ts';
import { spendCode, type FactorVault } from '../second-factor/spend-code.ts';
import { findChallenge } from '../stores/second-factor-store.ts';
import type { SignInAttempts } from './attempt-sign-in.ts';
import type { Browser, SessionOpener, SignedIn } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { findCredentials } from '../stores/user-store.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly attemptSignIn: SignInAttempts;
  readonly vault: FactorVault;
  readonly opener: SessionOpener;
}

export interface SignInAttempt extends Browser {
  readonly username: string;
  readonly password: string;
}

export interface CodeAttempt extends Browser {
  readonly challenge: string;
  readonly code: string;
}

export interface SignIn {
  /**
   * Throws `invalid_credentials` (alike for an unknown or inactive user), `too_many_attempts` or `too_many_requests`.
   * @returns for an account with a second factor the challenge that `byCode` takes, once, within five minutes.
   */
  byPassword(attempt: SignInAttempt): Promise<SignedIn | CodeAsked>;
  /** A wrong code throws and counts as a wrong password does, and leaves the challenge. Throws `challenge_over` for none or a late one. */
  byCode(attempt: CodeAttempt): Promise<SignedIn>;
}

/** `verify` is told what it checks and answers in the same time for a user who does not exist (null). */
export function createSignIn(deps: SignInDeps, verify: typeof verifyPassword = verifyPassword): SignIn {
  const { db, clock, attemptSignIn, vault, opener } = deps;

  return {
    async byPassword(given) {
      const done = await attemptSignIn(given, async (known) => {
        const matches = await verify(known?.passwordHash ?? null, given.password);
        if (!known?.isActive || !matches) return null;
        return opener.proceed(known, given, { way: 'password', oidc: null });
      });
      if (!done) throw new AppError('invalid_credentials');
      return done;
    },
    async byCode({ challenge, code, ...browser }) {
      const tokenHash = sha256(challenge);
      const begun = await findChallenge(db, tokenHash, clock.now());
      const challenged = begun && (await findCredentials(db, { id: begun.userId }));
      if (!challenged) throw new AppError('challenge_over');
      const given = { ...browser, username: challenged.username };
      const done = await attemptSignIn(
        given,
        async (known) => {
          if (known?.id !== challenged.id) return null;
          const kind = await spendCode(db, vault, { userId: known.id, typed: code, at: clock.now() });
          return kind && opener.finish(known, given, { ...begun, tokenHash, secondFactor: kind });
        },
        { secondFactor: true },
      );
      if (!done) throw new AppError('invalid_credentials', { message: errorMessages.wrong_code });
      return done;
    },
  };
}
