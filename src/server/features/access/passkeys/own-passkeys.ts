/**
 * Management of a user's own passkeys. A session alone is not enough: adding or removing a passkey requires an existing
 * passkey or the password, plus a code if the account has a second factor.
 */
import type { Kysely, Transaction } from 'kysely';
import {
  maxPasskeysPerUser,
  type OwnPasskeysStatus as OwnPasskeysAnswer,
  type Passkey,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyChangeProof,
  type PasskeyRequestOptions,
} from '../../../../contract/passkeys.ts';
import { passkeyErrorTexts } from '../../../../labels/passkey-errors-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog, AuditAction } from '../../audit/index.ts';
import type { SelfServiceActor } from '../actor.ts';
import {
  generateRecoveryCodesWithHashes,
  consumeSecondFactorCode,
  type SecondFactorVault,
} from '../second-factor/spend-code.ts';
import { notifyUserSessions } from '../sign-in/notify-sessions.ts';
import type { PasswordAttemptLimiter } from '../sign-in/password-attempts.ts';
import { verifyPassword } from '../sign-in/password.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  listPasskeysForDisplay,
  renamePasskey,
  recordPasskeyUse,
} from '../stores/passkey-store.ts';
import {
  deleteUserSignInChallenges,
  deleteUnusableRecoveryCodes,
  findAuthenticatorSecrets,
  listWorkspacesRequiringSecondFactor,
  replaceRecoveryCodes,
} from '../stores/second-factor-store.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { findUserCredentials, lockUser } from '../stores/user-store.ts';
import type { WebAuthnCeremonies } from './ceremonies.ts';
import type { PasskeyChecker } from './check-passkey.ts';
import type { RelyingParty } from './relying-party.ts';

export interface OwnPasskeyManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly attempts: PasswordAttemptLimiter;
  readonly vault: SecondFactorVault;
  readonly ceremonies: WebAuthnCeremonies;
  readonly checkPasskey: PasskeyChecker;
  /** The console's name, which devices show beside the passkey's name. */
  readonly consoleName: string;
}

/**
 * A user's own passkeys. If the password, code or passkey that proves the user's identity is wrong, methods throw
 * `wrong_password`, `wrong_code` or `invalid_input`, and the attempt counts as a failed sign-in.
 */
export interface OwnPasskeyManager {
  /** `host`: that of passkeys made now. */
  read(userId: string, host: string | null): Promise<OwnPasskeysAnswer>;
  /** Begins adding a passkey. Throws `conflict` if the user has too many, or no password to prove their identity. */
  begin(by: SelfServiceActor, party: RelyingParty, proof: PasskeyChangeProof): Promise<PasskeyCreationOptions>;
  add(by: SelfServiceActor, party: RelyingParty, made: NewOwnPasskey): Promise<AddedPasskey>;
  /** Creates a request to the browser for a signature by which the user proves their identity with a passkey. */
  beginProof(userId: string, party: RelyingParty): Promise<PasskeyRequestOptions>;
  rename(by: SelfServiceActor, id: string, name: string): Promise<Passkey>;
  /**
   * Removes a passkey. `party` is the WebAuthn relying party; null if the user proves their identity by password.
   * Throws `conflict` if the passkey is the user's last second factor and a workspace requires one.
   */
  remove(by: SelfServiceActor, party: RelyingParty | null, id: string, proof: PasskeyChangeProof): Promise<void>;
}

interface NewOwnPasskey {
  readonly name: string;
  readonly passkey: PasskeyAttestation;
}

interface AddedPasskey {
  readonly passkey: Passkey;
  readonly recoveryCodes: string[] | null;
}

type WrongProof = 'wrong_password' | 'wrong_code' | 'invalid_input';
const fieldOf = { wrong_password: 'password', wrong_code: 'code', invalid_input: 'passkey' } as const;

export function createOwnPasskeyManager(deps: OwnPasskeyManagerDeps): OwnPasskeyManager {
  const { db, clock, audit, attempts, vault, ceremonies, checkPasskey } = deps;

  async function judgeProof(
    by: SelfServiceActor,
    party: RelyingParty | null,
    proof: PasskeyChangeProof,
  ): Promise<WrongProof | null> {
    if ('passkey' in proof) {
      const use = party && (await checkPasskey(by, { party, purpose: 'confirm', passkey: proof.passkey }));
      return use && (await recordPasskeyUse(db, use)) ? null : 'invalid_input';
    }
    const known = await findUserCredentials(db, { id: by.userId });
    if (!known || !(await verifyPassword(known.passwordHash, proof.password))) return 'wrong_password';
    if (!known.hasSecondFactor) return null;
    const { code = '' } = proof;
    return (await consumeSecondFactorCode(db, vault, { userId: by.userId, typed: code, at: clock.now() }))
      ? null
      : 'wrong_code';
  }

  /** Within the limits of passwords. */
  async function prove(by: SelfServiceActor, party: RelyingParty | null, proof: PasskeyChangeProof): Promise<void> {
    const known = await findUserCredentials(db, { id: by.userId });
    if (!('passkey' in proof) && known?.passwordHash === null)
      throw new AppError('conflict', { message: passkeyErrorTexts.noPassword });
    let wrong: WrongProof | null = null;
    await attempts.run(by, async () => {
      wrong = await judgeProof(by, party, proof);
      return wrong === null ? true : null;
    });
    if (wrong !== null) throw wrongProof(wrong);
  }

  /** Writes an audit entry in the user's home workspace. Locks the user's row. */
  async function record(
    tx: Transaction<DatabaseSchema>,
    { userId, username, address }: SelfServiceActor,
    action: AuditAction,
    name: string,
  ): Promise<void> {
    const user = await lockUser(tx, userId);
    if (!user?.isActive) throw new AppError('not_signed_in');
    const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
    await audit.record({ ...about, action, details: { username: user.username, name } }, tx);
  }

  function assertRoom(own: readonly unknown[]): void {
    if (own.length >= maxPasskeysPerUser)
      throw new AppError('conflict', { message: passkeyErrorTexts.most(maxPasskeysPerUser) });
  }

  return {
    async read(userId, host) {
      const known = await findUserCredentials(db, { id: userId });
      return {
        passkeys: await listPasskeysForDisplay(db, userId),
        host,
        hasPassword: (known?.passwordHash ?? null) !== null,
        asksCode: known?.hasSecondFactor ?? false,
      };
    },
    async begin(by, party, proof) {
      assertRoom(await listPasskeys(db, by.userId));
      await prove(by, party, proof);
      const own = await listPasskeys(db, by.userId);
      const person = { id: by.userId, username: by.username };
      return ceremonies.askToMake(party, person, own, deps.consoleName);
    },
    async add(by, party, { name, passkey }) {
      const { userId, sessionId } = by;
      const made = await ceremonies.checkMade(party, userId, passkey);
      if (made === null) throw wrongProof('invalid_input');
      const { codes, hashes } = generateRecoveryCodesWithHashes(vault, userId);
      const done = await db.transaction().execute(async (tx) => {
        await record(tx, by, 'user.passkey_added', name);
        const own = await listPasskeys(tx, userId);
        assertRoom(own);
        const added = await insertPasskey(tx, { ...made, userId, rpId: party.id, name, at: clock.now() });
        if (!added) throw new AppError('conflict', { message: passkeyErrorTexts.exists });
        const needsCodes = (await findAuthenticatorSecrets(tx, userId))?.codesLeft === 0;
        if (needsCodes) await replaceRecoveryCodes(tx, userId, hashes);
        const ended = own.length === 0 ? await deleteUserSessions(tx, userId, sessionId) : [];
        return { passkey: added, recoveryCodes: needsCodes ? codes : null, ended };
      });
      const { ended, ...answer } = done;
      await notifyUserSessions(deps, userId, ended);
      return answer;
    },
    async beginProof(userId, party) {
      const own = (await listPasskeys(db, userId)).filter(({ rpId }) => rpId === party.id);
      if (own.length === 0) throw new AppError('conflict', { message: passkeyErrorTexts.none(party.id) });
      return ceremonies.askToSign(party, { purpose: 'confirm', userId }, own);
    },
    rename: (by, id, name) =>
      db.transaction().execute(async (tx) => {
        // To avoid deadlocks, the user's row is locked before the passkey's, as at a sign-in.
        await lockUser(tx, by.userId);
        const renamed = await renamePasskey(tx, by.userId, id, name);
        if (!renamed) throw new AppError('not_found');
        await record(tx, by, 'user.passkey_renamed', name);
        return renamed;
      }),
    async remove(by, party, id, proof) {
      const { userId } = by;
      const own = await listPasskeys(db, userId);
      if (!own.some((each) => each.id === id)) throw new AppError('not_found');
      const assertMayGo = async (tx: Kysely<DatabaseSchema>): Promise<void> => {
        const names = await listWorkspacesRequiringSecondFactor(tx, userId);
        const isLast =
          (await listPasskeys(tx, userId)).length === 1 && !(await findAuthenticatorSecrets(tx, userId))?.secret;
        if (isLast && names.length > 0)
          throw new AppError('conflict', { message: passkeyErrorTexts.requiredBy(names) });
      };
      // Refuse a forbidden removal before checking the second-factor code, so that it does not use up the code.
      await assertMayGo(db);
      await prove(by, party, proof);
      await db.transaction().execute(async (tx) => {
        // Check again after locking the user, so that two requests can't remove the user's last two passkeys.
        await lockUser(tx, userId);
        await assertMayGo(tx);
        const name = await deletePasskey(tx, userId, id);
        if (name === null) throw new AppError('not_found');
        await record(tx, by, 'user.passkey_removed', name);
        await deleteUserSignInChallenges(tx, userId);
        await deleteUnusableRecoveryCodes(tx, userId);
      });
      await notifyUserSessions(deps, userId);
    },
  };
}

function wrongProof(code: WrongProof): AppError {
  const message = code === 'invalid_input' ? passkeyErrorTexts.refused : new AppError(code).message;
  return new AppError(code, { message, details: [{ path: fieldOf[code], message }] });
}
