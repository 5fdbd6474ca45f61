/**
 * The two WebAuthn exchanges: creating a passkey, and signing a challenge with it. Each challenge is random, is bound
 * to a purpose and a user, and works once. The device must verify its user (fingerprint, face or PIN) each time.
 */
import type { Kysely } from 'kysely';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../../contract/passkeys.ts';
import { passkeyErrorTexts } from '../../../../labels/passkey-errors-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createRandomToken, computeSha256Hex } from '../../../platform/crypto.ts';
import type { PasskeyChallengePurpose, DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  insertPasskeyChallenge,
  consumePasskeyChallenge,
  type PasskeyUse,
  type StoredPasskey,
} from '../stores/passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Imports the WebAuthn library on first use only, because it also loads certificate parsers. */
const library = () => import('@simplewebauthn/server');

const challengeMs = 5 * 60_000;
/** COSE algorithm ids: EdDSA, ES256 and RS256. Each authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

type Person = { readonly id: string; readonly username: string };
/** The purpose of a passkey challenge, and its user. `userId` is null if the user is not known yet. */
type Reason = { readonly purpose: PasskeyChallengePurpose; readonly userId: string | null };
type MadePasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & {
  readonly isBackedUp: boolean;
};

/**
 * WebAuthn exchanges that create and use passkeys. Checks return null for a wrong response, and throw `challenge_over`
 * if the challenge was already used or has expired.
 */
export interface WebAuthnCeremonies {
  askToMake(
    party: RelyingParty,
    person: Person,
    own: readonly StoredPasskey[],
    name: string,
  ): Promise<PasskeyCreationOptions>;
  checkMade(party: RelyingParty, userId: string, made: PasskeyAttestation): Promise<MadePasskey | null>;
  /**
   * Creates the options with which the browser asks for a passkey's signature. `own`: the allowed passkeys. If `own` is
   * empty, any passkey may sign.
   */
  askToSign(party: RelyingParty, reason: Reason, own: readonly StoredPasskey[]): Promise<PasskeyRequestOptions>;
  /** Verifies a passkey's signature. Its counter must still be checked by passing the result to `recordPasskeyUse`. */
  checkSigned(
    party: RelyingParty,
    reason: Reason,
    signed: PasskeyAssertion,
    passkey: StoredPasskey,
  ): Promise<PasskeyUse | null>;
}

/** Returns the WebAuthn user handle, by which authenticators identify an account. It must not contain personal data. */
const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

const describe = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
});

export function createWebAuthnCeremonies({
  db,
  clock,
}: {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
}): WebAuthnCeremonies {
  async function newChallenge({ purpose, userId }: Reason): Promise<string> {
    const challenge = createRandomToken();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + challengeMs);
    await insertPasskeyChallenge(db, { hash: computeSha256Hex(challenge), userId, purpose }, { now, expiresAt });
    return challenge;
  }

  /** Uses up the passkey challenge before the signature is verified, so that each challenge allows only one try. */
  async function takeChallenge(clientDataJSON: string, { purpose, userId }: Reason): Promise<string> {
    const challenge = readChallenge(clientDataJSON);
    const isTaken =
      challenge !== null &&
      (await consumePasskeyChallenge(db, { hash: computeSha256Hex(challenge), userId, purpose }, clock.now()));
    if (!isTaken) throw new AppError('challenge_over', { message: passkeyErrorTexts.late });
    return challenge;
  }

  return {
    async askToMake(party, { id, username }, own, name) {
      return {
        rp: { id: party.id, name },
        user: { id: handleOf(id), name: username, displayName: username },
        challenge: await newChallenge({ purpose: 'add', userId: id }),
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: challengeMs,
        excludeCredentials: own.map(describe),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },
    async checkMade(party, userId, { id, transports, ...response }) {
      const expectedChallenge = await takeChallenge(response.clientDataJSON, { purpose: 'add', userId });
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo: made } = await orNull(
        verifyRegistrationResponse({
          response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!made || made.credential.id !== id) return null;
      const { publicKey, counter } = made.credential;
      const isBackedUp = made.credentialBackedUp;
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, isBackedUp };
    },
    async askToSign(party, reason, own) {
      return {
        challenge: await newChallenge(reason),
        rpId: party.id,
        timeout: challengeMs,
        allowCredentials: own.map(describe),
        userVerification: 'required',
      };
    },
    async checkSigned(party, reason, { id, ...response }, passkey) {
      const expectedChallenge = await takeChallenge(response.clientDataJSON, reason);
      const { userHandle, ...signature } = response;
      if (id !== passkey.credentialId || passkey.rpId !== party.id) return null;
      if (userHandle !== undefined && userHandle !== handleOf(passkey.userId)) return null;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo: info } = await orNull(
        verifyAuthenticationResponse({
          response: { id, rawId: id, type: 'public-key', response: signature, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          // Pass 0 as the use counter to switch off the library's check of it, because `recordPasskeyUse` checks the
          // counter in SQL.
          credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
        }),
      );
      if (!verified || !info) return null;
      return { id: passkey.id, counter: info.newCounter, isBackedUp: info.credentialBackedUp, at: clock.now() };
    },
  };
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Awaits a check by the WebAuthn library. Returns {} if it rejects, which means that the browser sent invalid data. */
async function orNull<T extends object>(checked: Promise<T>): Promise<Partial<T>> {
  try {
    return await checked;
  } catch {
    return {};
  }
}
