/** A person changes their own password: whoever holds only the session can't, and can't find the old one by trying. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { changeOwnPasswordBody } from '../../../contract/access.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit } from '../audit/index.ts';
import type { Actor } from './actor.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import { deleteUserSessions } from './session-store.ts';
import { findCredentials, lockUser, setPasswordHash } from './user-store.ts';

export interface OwnPasswordDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly attempts: PasswordAttempts;
}

/** The person, and the session that stays. */
interface OwnSession extends Actor {
  readonly address: string;
  readonly sessionId: string;
}
type Change = z.output<typeof changeOwnPasswordBody>;

/**
 * Ends the person's other sessions. Throws `wrong_password` naming the field; failures count as failed sign-ins, and
 * too many of them throw `too_many_attempts`.
 */
export type OwnPasswordChange = (by: OwnSession, change: Change) => Promise<void>;

export function createOwnPasswordChange({ db, events, audit, attempts }: OwnPasswordDeps): OwnPasswordChange {
  async function replace({ sessionId, ...by }: OwnSession, { currentPassword, newPassword }: Change) {
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
      return deleteUserSessions(tx, by.userId, sessionId);
    });
  }

  return async (by, change) => {
    const ended = await attempts.run(by, () => replace(by, change));
    if (ended === null) {
      const error = new AppError('wrong_password');
      throw new AppError('wrong_password', { details: [{ path: 'currentPassword', message: error.message }] });
    }
    if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
  };
}
