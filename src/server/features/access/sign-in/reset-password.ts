/** Command of the server's administrator that gives a user a new password (`npm run reset-password USER`). */
import type { Kysely } from 'kysely';
import { createRandomToken } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { revokeUserApiTokens } from '../tokens/revoke-tokens.ts';
import { countUserApiTokens } from '../tokens/token-store.ts';
import { hashPassword } from './password.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { findUserCredentials, setPasswordHashAndVoidLinks } from '../stores/user-store.ts';

/**
 * Generates the user's new password and ends their sessions. Open sockets end within a minute. If `revokesTokens`, it
 * also revokes the user's API tokens. It writes an audit entry. @returns the password, to be shown once, and the number
 * of remaining tokens; null if there is no such user.
 */
export async function resetPasswordToGenerated(
  db: Kysely<DatabaseSchema>,
  username: string,
  revokesTokens: boolean,
): Promise<{ readonly password: string; readonly tokens: number } | null> {
  const user = await findUserCredentials(db, username);
  if (user === null) return null;
  const password = createRandomToken(12);
  const passwordHash = await hashPassword(password);
  const audit = createAuditFeature({ db });
  await db.transaction().execute(async (tx) => {
    await setPasswordHashAndVoidLinks(tx, user.id, passwordHash);
    await deleteUserSessions(tx, user.id, null);
    if (revokesTokens) await revokeUserApiTokens(tx, audit, { userId: null, username: null, address: null }, user.id);
    const system = { workspaceId: null, userId: null, username: null, address: null };
    await audit.record({ ...system, action: 'user.password_reset', target: user.id, details: { username } }, tx);
  });
  return { password, tokens: await countUserApiTokens(db, user.id) };
}
