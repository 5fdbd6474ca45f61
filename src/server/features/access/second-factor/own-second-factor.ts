/**
 * A user's own authenticator app. Setup takes two requests: one creates a secret, the other proves by a code that the
 * app has it. Every change to an active second factor requires a code, so that a stolen session can't remove it.
 */
import type { Kysely } from 'kysely';
import type { SecondFactorStatus } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog, AuditAction } from '../../audit/index.ts';
import type { SelfServiceActor } from '../actor.ts';
import { notifyUserSessions } from '../sign-in/notify-sessions.ts';
import type { PasswordAttemptLimiter } from '../sign-in/password-attempts.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import {
  activatePendingTotpSecret,
  deleteAuthenticatorApp,
  findAuthenticatorSecrets,
  hasSecondFactor,
  storePendingTotpSecret,
  listWorkspacesRequiringSecondFactor,
  replaceRecoveryCodes,
} from '../stores/second-factor-store.ts';
import { lockUser } from '../stores/user-store.ts';
import { findTotpStep, generateTotpSecret, buildOtpauthUri, parseSecondFactorCode } from './codes.ts';
import { generateRecoveryCodesWithHashes, consumeSecondFactorCode, type SecondFactorVault } from './spend-code.ts';

export interface OwnSecondFactorManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly attempts: PasswordAttemptLimiter;
  readonly vault: SecondFactorVault;
  /** The console's name, which authenticator apps show beside the code. */
  readonly issuer: string;
}

/** A user's own authenticator app. Wrong codes throw `wrong_code`; too many of them throw `too_many_attempts`. */
export interface OwnSecondFactorManager {
  read(userId: string): Promise<SecondFactorStatus>;
  /**
   * Creates the secret of an authenticator app, which becomes active by `confirm`. `code` is required if the user
   * already has a second factor.
   */
  begin(by: SelfServiceActor, code: string | undefined): Promise<{ secret: string; uri: string }>;
  /** Activates a new authenticator app. @returns new recovery codes. Throws `conflict` if no app is being set up. */
  confirm(by: SelfServiceActor, code: string): Promise<string[]>;
  /** Replaces the user's recovery codes, which become invalid. @returns the new recovery codes. */
  renewCodes(by: SelfServiceActor, code: string): Promise<string[]>;
  /** Removes the authenticator app. Throws `conflict` if it is the last second factor and a workspace requires one. */
  end(by: SelfServiceActor, code: string): Promise<void>;
}

const notBegun = 'Empieza de nuevo: esta configuración ya no está pendiente.';
const notSet = 'Todavía no tienes un segundo factor.';
const requiredBy = (names: readonly string[]): string =>
  `Lo exige ${names.map((name) => `«${name}»`).join(', ')}. Para usar otro teléfono, elige «Cambiar de app».`;

export function createOwnSecondFactorManager(deps: OwnSecondFactorManagerDeps): OwnSecondFactorManager {
  const { db, clock, audit, attempts, vault } = deps;

  /**
   * Runs `work`, which checks a second-factor code. A wrong code counts as a failed sign-in. After too
   * many failed sign-ins, `work` is not run and an error is thrown. Throws `wrong_code` if `work` returns null.
   */
  async function tryCode<T>(by: SelfServiceActor, work: () => Promise<T | null>): Promise<T> {
    const done = await attempts.run(by, work);
    if (done !== null) return done;
    const error = new AppError('wrong_code');
    throw new AppError('wrong_code', { details: [{ path: 'code', message: error.message }] });
  }

  const spend = (userId: string, typed: string) =>
    consumeSecondFactorCode(db, vault, { userId, typed, at: clock.now() });

  /**
   * Locks the user's row and writes an audit entry in the user's home workspace. Throws `not_signed_in` if the user is
   * not active.
   */
  const record = async (
    tx: Parameters<typeof lockUser>[0],
    { userId, username, address }: SelfServiceActor,
    action: AuditAction,
  ): Promise<void> => {
    const user = await lockUser(tx, userId);
    if (!user?.isActive) throw new AppError('not_signed_in');
    const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
    await audit.record({ ...about, action, details: { username: user.username } }, tx);
  };

  const assertSet = (isSet: boolean): void => {
    if (!isSet) throw new AppError('conflict', { message: notSet });
  };

  return {
    async read(userId) {
      const factor = await findAuthenticatorSecrets(db, userId);
      return {
        confirmedAt: factor?.confirmedAt?.toISOString() ?? null,
        hasPasskeys: factor?.hasPasskeys ?? false,
        codesLeft: factor?.codesLeft ?? 0,
        requiredBy: await listWorkspacesRequiringSecondFactor(db, userId),
      };
    },
    async begin(by, code) {
      const { userId } = by;
      const secret = generateTotpSecret();
      const keep = () =>
        db.transaction().execute(async (tx) => {
          await storePendingTotpSecret(tx, userId, vault.seal(userId, secret));
          return true;
        });
      if (await hasSecondFactor(db, userId))
        await tryCode(by, async () => (code !== undefined && (await spend(userId, code)) ? keep() : null));
      else await keep();
      return { secret, uri: buildOtpauthUri(secret, { issuer: deps.issuer, label: by.username }) };
    },
    async confirm(by, code) {
      const { userId, sessionId } = by;
      const pending = (await findAuthenticatorSecrets(db, userId))?.pending ?? null;
      if (pending === null) throw new AppError('conflict', { message: notBegun });
      const { codes, hashes } = generateRecoveryCodesWithHashes(vault, userId);
      const ended = await tryCode(by, async () => {
        const at = clock.now();
        const step = findTotpStep(vault.open(userId, pending), parseSecondFactorCode(code).code, at);
        if (step === null) return null;
        return db.transaction().execute(async (tx) => {
          await record(tx, by, 'user.second_factor_set');
          if (!(await activatePendingTotpSecret(tx, userId, { pending, step, at })))
            throw new AppError('conflict', { message: notBegun });
          await replaceRecoveryCodes(tx, userId, hashes);
          return deleteUserSessions(tx, userId, sessionId);
        });
      });
      await notifyUserSessions(deps, userId, ended);
      return codes;
    },
    async renewCodes(by, code) {
      const { userId } = by;
      assertSet(await hasSecondFactor(db, userId));
      const { codes, hashes } = generateRecoveryCodesWithHashes(vault, userId);
      await tryCode(by, async () => {
        if (!(await spend(userId, code))) return null;
        return db.transaction().execute(async (tx) => {
          await record(tx, by, 'user.recovery_codes_renewed');
          await replaceRecoveryCodes(tx, userId, hashes);
          return true;
        });
      });
      return codes;
    },
    async end(by, code) {
      const { userId } = by;
      const factor = await findAuthenticatorSecrets(db, userId);
      assertSet(factor?.secret !== null && factor?.secret !== undefined);
      const names = factor?.hasPasskeys ? [] : await listWorkspacesRequiringSecondFactor(db, userId);
      if (names.length > 0) throw new AppError('conflict', { message: requiredBy(names) });
      await tryCode(by, async () => {
        if (!(await spend(userId, code))) return null;
        return db.transaction().execute(async (tx) => {
          await record(tx, by, 'user.second_factor_ended');
          await deleteAuthenticatorApp(tx, userId);
          return true;
        });
      });
      await notifyUserSessions(deps, userId);
    },
  };
}
