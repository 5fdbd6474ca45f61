/**
 * Verifies a passkey's signature. Refuses the passkey if its use counter did not increase, because it may then be a
 * copy.
 */
import type { Kysely } from 'kysely';
import type { PasskeyAssertion } from '../../../../contract/passkeys.ts';
import type { PasskeyChallengePurpose, DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { findPasskey, type PasskeyUse } from '../stores/passkey-store.ts';
import type { WebAuthnCeremonies } from './ceremonies.ts';
import type { RelyingParty } from './relying-party.ts';

export interface PasskeyCheckerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  readonly ceremonies: WebAuthnCeremonies;
}

interface SignedChallenge {
  readonly party: RelyingParty;
  readonly purpose: PasskeyChallengePurpose;
  readonly passkey: PasskeyAssertion;
}

/**
 * Function that checks a passkey's signature. Returns null if the passkey is another user's or the signature is wrong.
 * Throws `challenge_over` if the challenge was already used or has expired.
 */
export type PasskeyChecker = (by: Actor, signed: SignedChallenge) => Promise<PasskeyUse | null>;

export function createPasskeyChecker({ db, audit, ceremonies }: PasskeyCheckerDeps): PasskeyChecker {
  return async (by, { party, purpose, passkey }) => {
    const stored = await findPasskey(db, passkey.id);
    if (stored?.userId !== by.userId) return null;
    // The challenge of a sign-in by passkey alone has no user id, because it was created before the user was known.
    const reason = { purpose, userId: purpose === 'sign_in' ? null : by.userId };
    const use = await ceremonies.checkSigned(party, reason, passkey, stored);
    if (use === null || use.counter > stored.counter || (use.counter === 0 && stored.counter === 0)) return use;
    const { userId, username, address } = by;
    const about = { workspaceId: null, userId, username, address, target: userId };
    await audit.record({ ...about, action: 'user.passkey_refused', details: { username } });
    return null;
  };
}
