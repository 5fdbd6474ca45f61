/** Sign-in by a passkey, either alone (it counts as both factors) or as the second factor after a password. */
import type { Kysely } from 'kysely';
import type { PasskeyAssertion, PasskeyRequestOptions } from '../../../../contract/passkeys.ts';
import { passkeyErrorTexts } from '../../../../labels/passkey-errors-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SignInAttemptRunner } from '../sign-in/attempt-sign-in.ts';
import type { SignInBrowser, SessionOpener, StartedSession } from '../sign-in/open-session.ts';
import type { PasswordAttemptLimiter } from '../sign-in/password-attempts.ts';
import { findPasskey, listPasskeys, recordPasskeyUse } from '../stores/passkey-store.ts';
import { findSignInChallenge, type SignInChallenge } from '../stores/second-factor-store.ts';
import { findUserCredentials, type UserCredentials } from '../stores/user-store.ts';
import type { WebAuthnCeremonies } from './ceremonies.ts';
import type { PasskeyChecker } from './check-passkey.ts';
import type { RelyingParty } from './relying-party.ts';

export interface PasskeySignInDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly attempts: PasswordAttemptLimiter;
  readonly attemptSignIn: SignInAttemptRunner;
  readonly ceremonies: WebAuthnCeremonies;
  readonly checkPasskey: PasskeyChecker;
  readonly opener: SessionOpener;
}

interface SignedAttempt extends SignInBrowser {
  readonly party: RelyingParty;
  readonly passkey: PasskeyAssertion;
}

/**
 * Sign-in by passkey. A refused passkey throws `invalid_credentials`, also if it is unknown or its user is inactive,
 * and counts as a failed sign-in. A challenge that has expired, was used or is another user's throws `challenge_over`.
 */
export interface PasskeySignInService {
  begin(party: RelyingParty): Promise<PasskeyRequestOptions>;
  alone(attempt: SignedAttempt): Promise<StartedSession>;
  /** Second step of a sign-in, by passkey. Throws `conflict` if the user has no passkey for this host name. */
  beginStep(party: RelyingParty, challenge: string): Promise<PasskeyRequestOptions>;
  asSecond(attempt: SignedAttempt & { readonly challenge: string }): Promise<StartedSession>;
}

const refusal = () => new AppError('invalid_credentials', { message: passkeyErrorTexts.refused });

export function createPasskeySignInService(deps: PasskeySignInDeps): PasskeySignInService {
  const { db, clock, audit, attempts, attemptSignIn, ceremonies, checkPasskey, opener } = deps;

  /** Refuses an unknown passkey. The failed sign-in counts against the client's address. */
  async function refuseUnknown({ address, passkey }: SignedAttempt): Promise<never> {
    const nobody = `passkey:${computeSha256Hex(passkey.id).slice(0, 32)}`;
    await attempts.run({ username: nobody, address, deviceCookie: undefined }, async () => {
      const about = { workspaceId: null, userId: null, username: null, address };
      await audit.record({ ...about, action: 'session.refused', details: { way: 'passkey' } });
      return null;
    });
    throw refusal();
  }

  async function readBegun(
    challenge: string,
  ): Promise<{ readonly begun: SignInChallenge; readonly person: UserCredentials; readonly tokenHash: string }> {
    const tokenHash = computeSha256Hex(challenge);
    const begun = await findSignInChallenge(db, tokenHash, clock.now());
    const person = begun && (await findUserCredentials(db, { id: begun.userId }));
    if (!person) throw new AppError('challenge_over');
    return { begun, person, tokenHash };
  }

  return {
    begin: (party) => ceremonies.askToSign(party, { purpose: 'sign_in', userId: null }, []),
    async alone(given) {
      const stored = await findPasskey(db, given.passkey.id);
      const owner = stored && (await findUserCredentials(db, { id: stored.userId }));
      if (!owner) return refuseUnknown(given);
      const { username, id: userId } = owner;
      const done = await attemptSignIn(
        { ...given, username },
        async (known) => {
          if (known?.id !== userId || !known.isActive) return null;
          const use = await checkPasskey({ ...given, userId, username }, { ...given, purpose: 'sign_in' });
          return use && opener.enter(known, given, 'passkey', (tx) => recordPasskeyUse(tx, use));
        },
        { way: 'passkey' },
      );
      if (!done) throw refusal();
      return done;
    },
    async beginStep(party, challenge) {
      const { person } = await readBegun(challenge);
      const own = (await listPasskeys(db, person.id)).filter(({ rpId }) => rpId === party.id);
      if (own.length === 0) throw new AppError('conflict', { message: passkeyErrorTexts.none(party.id) });
      return ceremonies.askToSign(party, { purpose: 'second_step', userId: person.id }, own);
    },
    async asSecond({ challenge, ...given }) {
      const { begun, person, tokenHash } = await readBegun(challenge);
      const { username, id: userId } = person;
      const done = await attemptSignIn(
        { ...given, username },
        async (known) => {
          if (known?.id !== userId) return null;
          const use = await checkPasskey({ ...given, userId, username }, { ...given, purpose: 'second_step' });
          const second = { ...begun, tokenHash, secondFactor: 'passkey' } as const;
          return use && opener.finish(known, given, second, (tx) => recordPasskeyUse(tx, use));
        },
        { secondFactor: true, way: 'passkey' },
      );
      if (!done) throw refusal();
      return done;
    },
  };
}
