/** Removes the second factor of a user who can no longer use it, for an admin or for the server's operator. */
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createAuditFeature, type AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { deleteSecondFactors, recordSecondFactorRemoval } from '../stores/second-factor-store.ts';
import { findUserByUsername, lockUser, type RowLockedUser } from '../stores/user-store.ts';

/** The admin who removes a user's second factor; with null fields, the server's operator. */
type Resetter = Actor | { readonly userId: null; readonly username: null; readonly address: null };

/** Removes a locked user's second factor, audited. @returns the ended sessions' ids; null if there was no factor. */
export async function removeSecondFactor(
  tx: Transaction<DatabaseSchema>,
  audit: AuditLog,
  by: Resetter,
  user: RowLockedUser,
  at: Date,
): Promise<string[] | null> {
  if (!(await deleteSecondFactors(tx, user.id))) return null;
  await recordSecondFactorRemoval(tx, user.id, at, by.username);
  const about = { ...by, workspaceId: user.homeWorkspaceId, target: user.id };
  await audit.record({ ...about, action: 'user.second_factor_reset', details: { username: user.username } }, tx);
  return deleteUserSessions(tx, user.id, null);
}

/**
 * Removes a user's second factor (`npm run reset-password -- --second-factor USER`). The user's WebSockets are closed
 * within a minute.
 */
export async function resetSecondFactor(
  db: Kysely<DatabaseSchema>,
  clock: Clock,
  username: string,
): Promise<'reset' | 'had_none' | 'no_user'> {
  const account = await findUserByUsername(db, username);
  if (!account) return 'no_user';
  const audit = createAuditFeature({ db });
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, account.id);
    if (!user) return 'no_user';
    const nobody = { userId: null, username: null, address: null };
    return (await removeSecondFactor(tx, audit, nobody, user, clock.now())) ? 'reset' : 'had_none';
  });
}
