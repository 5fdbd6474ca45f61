/**
 * Sign-in by password. First the rate limits are checked, then the password. A new session then replaces the browser's
 * old one. An account with a second factor must give a code, even in a known browser.
 */
import type { Kysely } from 'kysely';
import type { SecondFactorChallenge } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { apiErrorMessages } from '../../../../labels/es.ts';
import { consumeSecondFactorCode, type SecondFactorVault } from '../second-factor/spend-code.ts';
import { findSignInChallenge } from '../stores/second-factor-store.ts';
import type { SignInAttemptRunner } from './attempt-sign-in.ts';
import type { SignInBrowser, SessionOpener, StartedSession } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { findUserCredentials } from '../stores/user-store.ts';

export interface SignInServiceDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly attemptSignIn: SignInAttemptRunner;
  readonly vault: SecondFactorVault;
  readonly opener: SessionOpener;
}

export interface PasswordSignInInput extends SignInBrowser {
  readonly username: string;
  readonly password: string;
}

export interface SecondFactorSignInInput extends SignInBrowser {
  readonly challenge: string;
  readonly code: string;
}

export interface SignInService {
  /**
   * Signs in. Throws `invalid_credentials` (also for an unknown user), `too_many_attempts` or `too_many_requests`.
   * @returns the session; if a second factor is due, a challenge for `byCode`, valid once for five minutes.
   */
  byPassword(attempt: PasswordSignInInput): Promise<StartedSession | SecondFactorChallenge>;
  /**
   * Second step of a sign-in: checks the second-factor code. A wrong code counts as a failed sign-in. Throws
   * `challenge_over` if the challenge has expired.
   */
  byCode(attempt: SecondFactorSignInInput): Promise<StartedSession>;
}

/**
 * `verify` compares a password with its hash. Tests replace it. For an unknown user (null hash) it must take equally
 * long.
 */
export function createSignInService(
  deps: SignInServiceDeps,
  verify: typeof verifyPassword = verifyPassword,
): SignInService {
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
      const tokenHash = computeSha256Hex(challenge);
      const begun = await findSignInChallenge(db, tokenHash, clock.now());
      const challenged = begun && (await findUserCredentials(db, { id: begun.userId }));
      if (!challenged) throw new AppError('challenge_over');
      const given = { ...browser, username: challenged.username };
      const done = await attemptSignIn(
        given,
        async (known) => {
          if (known?.id !== challenged.id) return null;
          const kind = await consumeSecondFactorCode(db, vault, { userId: known.id, typed: code, at: clock.now() });
          return kind && opener.finish(known, given, { ...begun, tokenHash, secondFactor: kind });
        },
        { secondFactor: true },
      );
      if (!done) throw new AppError('invalid_credentials', { message: apiErrorMessages.wrong_code });
      return done;
    },
  };
}
