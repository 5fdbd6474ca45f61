/** Changes a user's own password. It requires the current password, so that a stolen session is not enough. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { changeOwnPasswordBodySchema } from '../../../../contract/access.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SelfServiceActor } from '../actor.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { KnownDeviceCookieManager } from './known-devices.ts';
import { assertGoodPassword } from './new-password.ts';
import type { PasswordAttemptLimiter } from './password-attempts.ts';
import { deleteUserSessions, isSessionStartedSince } from '../stores/session-store.ts';
import { revokeUserApiTokens } from '../tokens/revoke-tokens.ts';
import {
  findUserCredentials,
  lockUser,
  setPasswordHashAndVoidLinks,
  type UserCredentials,
} from '../stores/user-store.ts';

export interface OwnPasswordDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly attempts: PasswordAttemptLimiter;
  readonly devices: KnownDeviceCookieManager;
}

type Change = z.output<typeof changeOwnPasswordBodySchema>;

/**
 * Changes the user's password, ends the user's other sessions, and makes all other browsers unknown devices. Throws
 * `wrong_password` and `invalid_input` naming the field. Failures count as failed sign-ins, so it may throw
 * `too_many_attempts`. @returns the new device cookie.
 */
export type OwnPasswordChanger = (by: SelfServiceActor, change: Change) => Promise<string>;

/** Checks the user's password. Throws `wrong_password`, which counts as a failed sign-in, and `too_many_attempts`. */
export type OwnPasswordChecker = (by: SelfServiceActor, password: string) => Promise<void>;

export function createOwnPasswordChecker({
  db,
  attempts,
}: Pick<OwnPasswordDeps, 'db' | 'attempts'>): OwnPasswordChecker {
  return async (by, password) => {
    const known = await findUserCredentials(db, { id: by.userId });
    const isRight = async () => (await verifyPassword(known?.passwordHash ?? null, password)) || null;
    if (!(await attempts.run(by, isRight))) throw wrongPassword();
  };
}

function wrongPassword(): AppError {
  const error = new AppError('wrong_password');
  return new AppError('wrong_password', { details: [{ path: 'currentPassword', message: error.message }] });
}

/** Time in ms after a sign-in during which a user without a password may set one without further proof of identity. */
const freshMs = 10 * 60_000;
const notFresh = 'Para crear una contraseña, cierra sesión, entra de nuevo y hazlo dentro de los diez minutos.';

export function createOwnPasswordChanger(deps: OwnPasswordDeps): OwnPasswordChanger {
  const { db, clock, events, audit, attempts, devices } = deps;

  /**
   * Checks the user's current password. A user without a password must have signed in less than ten minutes ago;
   * otherwise throws `forbidden`.
   */
  async function proves(known: UserCredentials, sessionId: string, given: string | undefined): Promise<boolean> {
    if (known.passwordHash !== null) return verifyPassword(known.passwordHash, given ?? '');
    if (await isSessionStartedSince(db, sessionId, new Date(clock.now().getTime() - freshMs))) return true;
    throw new AppError('forbidden', { message: notFresh });
  }

  async function replace(
    { sessionId, deviceCookie, ...by }: SelfServiceActor,
    { currentPassword, newPassword, revokeTokens }: Change,
  ) {
    const known = await findUserCredentials(db, by.username);
    if (known?.id !== by.userId || !(await proves(known, sessionId, currentPassword))) return null;
    const passwordHash = await hashPassword(newPassword);
    return db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, by.userId);
      // Compare password hashes after locking the user, because the password may have changed since its check.
      const current = await findUserCredentials(tx, by.username);
      if (!user?.isActive || current?.passwordHash !== known.passwordHash) return null;
      await setPasswordHashAndVoidLinks(tx, by.userId, passwordHash);
      const details = { username: user.username };
      const about = { ...by, workspaceId: user.homeWorkspaceId, target: by.userId };
      await audit.record({ ...about, action: 'user.password_changed', details }, tx);
      if (revokeTokens) await revokeUserApiTokens(tx, audit, by, by.userId);
      const ended = await deleteUserSessions(tx, by.userId, sessionId);
      return { ended, deviceCookie: devices.remember(deviceCookie, { id: by.userId, passwordHash }) };
    });
  }

  return async (by, change) => {
    assertGoodPassword(change.newPassword, by.username, 'newPassword');
    const done = await attempts.run(by, () => replace(by, change));
    if (done === null) throw wrongPassword();
    if (done.ended.length > 0) events.emit('sessions.changed', { sessionIds: done.ended });
    return done.deviceCookie;
  };
}
