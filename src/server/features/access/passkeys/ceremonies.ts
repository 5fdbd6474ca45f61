/**
 * The two exchanges of WebAuthn: a browser makes a passkey, and signs a challenge by one. Each challenge is random, of one purpose and
 * person, and good once. A device must have verified its person (fingerprint, face or PIN) each time.
 */
import type { Kysely } from 'kysely';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../../contract/passkeys.ts';
import { passkeyErrors } from '../../../../labels/passkey-errors-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { PasskeyPurpose, Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  insertPasskeyChallenge,
  takePasskeyChallenge,
  type PasskeyUse,
  type StoredPasskey,
} from '../stores/passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Imports the WebAuthn library on first use, because it loads certificate parsers. */
const library = () => import('@simplewebauthn/server');

const challengeMs = 5 * 60_000;
/** COSE ids of EdDSA, ES256 and RS256. Each authenticator supports one of these algorithms. */
const algorithms = [-8, -7, -257];

type Person = { readonly id: string; readonly username: string };
/** The purpose of a challenge, and its person. `userId` is null if the person is not known yet. */
type Reason = { readonly purpose: PasskeyPurpose; readonly userId: string | null };
type MadePasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & {
  readonly isBackedUp: boolean;
};

/** Checks answer null for what is wrong, and throw `challenge_over` for a challenge that is late, used, or of another purpose or person. */
export interface Ceremonies {
  askToMake(
    party: RelyingParty,
    person: Person,
    own: readonly StoredPasskey[],
    name: string,
  ): Promise<PasskeyCreationOptions>;
  checkMade(party: RelyingParty, userId: string, made: PasskeyAttestation): Promise<MadePasskey | null>;
  /** By one of `own`; none: by whichever the person picks. */
  askToSign(party: RelyingParty, reason: Reason, own: readonly StoredPasskey[]): Promise<PasskeyRequestOptions>;
  /** The answer is yet to be noted by `usePasskey`, which refuses a counter that did not move on. */
  checkSigned(
    party: RelyingParty,
    reason: Reason,
    signed: PasskeyAssertion,
    passkey: StoredPasskey,
  ): Promise<PasskeyUse | null>;
}

/** The bytes by which authenticators know the person: nothing that names them. */
const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

const describe = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
});

export function createCeremonies({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): Ceremonies {
  async function newChallenge({ purpose, userId }: Reason): Promise<string> {
    const challenge = randomToken();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + challengeMs);
    await insertPasskeyChallenge(db, { hash: sha256(challenge), userId, purpose }, { now, expiresAt });
    return challenge;
  }

  /** Spends the challenge before anything is checked, so that a signature is tried once, whatever it is worth. */
  async function takeChallenge(clientDataJSON: string, { purpose, userId }: Reason): Promise<string> {
    const challenge = readChallenge(clientDataJSON);
    const isTaken =
      challenge !== null && (await takePasskeyChallenge(db, { hash: sha256(challenge), userId, purpose }, clock.now()));
    if (!isTaken) throw new AppError('challenge_over', { message: passkeyErrors.late });
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
          // `usePasskey` compares the counter by one statement, once the signature is known to be good.
          credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
        }),
      );
      if (!verified || !info) return null;
      return { id: passkey.id, counter: info.newCounter, isBackedUp: info.credentialBackedUp, at: clock.now() };
    },
  };
}

/** Reads the challenge from WebAuthn client data. Null if the text is no client data. */
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

/** The library throws for everything that is wrong with what a browser sent, which is all that it is given. */
async function orNull<T extends object>(checked: Promise<T>): Promise<Partial<T>> {
  try {
    return await checked;
  } catch {
    return {};
  }
}
