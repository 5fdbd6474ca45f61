/** A person changes their own password: whoever holds only the session can't, and can't find the old one by trying. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { changeOwnPasswordBody } from '../../../../contract/access.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Audit } from '../../audit/index.ts';
import type { OwnSession } from '../actor.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { KnownDevices } from './known-devices.ts';
import { assertGoodPassword } from './new-password.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { revokeTokensOf } from '../tokens/revoke-tokens.ts';
import { findCredentials, lockUser, setPasswordHash } from '../stores/user-store.ts';

export interface OwnPasswordDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly attempts: PasswordAttempts;
  readonly devices: KnownDevices;
}

type Change = z.output<typeof changeOwnPasswordBody>;

/**
 * Ends the person's other sessions, and no browser is known for them any more but this one. Throws `wrong_password` and
 * `invalid_input` naming the field; failures count as failed sign-ins, and too many of them throw `too_many_attempts`.
 * @returns the browser's cookie from now on.
 */
export type OwnPasswordChange = (by: OwnSession, change: Change) => Promise<string>;

export function createOwnPasswordChange({ db, events, audit, attempts, devices }: OwnPasswordDeps): OwnPasswordChange {
  async function replace(
    { sessionId, deviceCookie, ...by }: OwnSession,
    { currentPassword, newPassword, revokeTokens }: Change,
  ) {
    const known = await findCredentials(db, by.username);
    if (known?.id !== by.userId || !(await verifyPassword(known.passwordHash, currentPassword))) return null;
    const passwordHash = await hashPassword(newPassword);
    return db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, by.userId);
      // Changed by somebody else since it was looked at: what was given is no longer the current one.
      const current = await findCredentials(tx, by.username);
      if (!user?.isActive || current?.passwordHash !== known.passwordHash) return null;
      await setPasswordHash(tx, by.userId, passwordHash);
      const details = { username: user.username };
      const about = { ...by, workspaceId: user.homeWorkspaceId, target: by.userId };
      await audit.record({ ...about, action: 'user.password_changed', details }, tx);
      if (revokeTokens) await revokeTokensOf(tx, audit, by, by.userId);
      const ended = await deleteUserSessions(tx, by.userId, sessionId);
      return { ended, deviceCookie: devices.remember(deviceCookie, { id: by.userId, passwordHash }) };
    });
  }

  return async (by, change) => {
    assertGoodPassword(change.newPassword, by.username, 'newPassword');
    const deviceId =
      by.deviceCookie === undefined ? null : devices.recognise(by.deviceCookie, await findCredentials(db, by.username));
    const done = await attempts.run({ ...by, deviceId }, () => replace(by, change));
    if (done === null) {
      const error = new AppError('wrong_password');
      throw new AppError('wrong_password', { details: [{ path: 'currentPassword', message: error.message }] });
    }
    if (done.ended.length > 0) events.emit('sessions.changed', { sessionIds: done.ended });
    return done.deviceCookie;
  };
}
