/** Emergency admin: the only user who may sign in by password under OIDC_ONLY (`npm run emergency-admin USER`). */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { findUserByUsername, setEmergencyAdmin } from '../stores/user-store.ts';
import { resetPasswordToGenerated } from './reset-password.ts';

/**
 * Makes the user the only emergency admin, who may sign in by password under OIDC_ONLY. @returns their new password, to
 * be shown once; null if the username is unknown.
 */
export async function replaceEmergencyAdmin(db: Kysely<DatabaseSchema>, username: string): Promise<string | null> {
  const account = await findUserByUsername(db, username);
  if (!account) return null;
  await db.transaction().execute(async (tx) => {
    await setEmergencyAdmin(tx, account.id);
    const system = { workspaceId: null, userId: null, username: null, address: null };
    const entry = { ...system, target: account.id, details: { username: account.username } };
    await createAuditFeature({ db }).record({ ...entry, action: 'user.emergency_set' }, tx);
  });
  return (await resetPasswordToGenerated(db, username, false))?.password ?? null;
}
