/**
 * Makes a user an admin of a workspace, for example of one that has no admin left. The operator of the server runs `npm
 * run make-admin USER WORKSPACE`.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { closeUserInvitationsToWorkspace } from '../stores/invitation-store.ts';
import { findMemberRole, upsertMember } from '../stores/member-store.ts';
import { findUserByUsername, lockUser } from '../stores/user-store.ts';
import { findWorkspacesByIdOrName, lockWorkspaces } from '../stores/workspace-store.ts';

/** Outcome of `makeWorkspaceAdmin`. `ambiguous` means that several workspaces have that name, so the id is needed. */
export type MakeWorkspaceAdminResult =
  | { readonly outcome: 'made' | 'was_admin'; readonly workspaceName: string; readonly workspaceId: string }
  | { readonly outcome: 'no_user' | 'inactive_user' | 'no_workspace' }
  | { readonly outcome: 'ambiguous'; readonly workspaceIds: readonly string[] };

/**
 * Makes the user an admin of the workspace with this id or name, even if the user is no member. Writes an audit entry
 * in the workspace. Open sessions get the role at their next request, and open sockets within a minute. The alert that
 * the workspace has no admin also ends within a minute.
 */
export async function makeWorkspaceAdmin(
  db: Kysely<DatabaseSchema>,
  clock: Clock,
  username: string,
  workspace: string,
): Promise<MakeWorkspaceAdminResult> {
  const known = await findUserByUsername(db, username);
  if (!known) return { outcome: 'no_user' };
  const [place, ...others] = await findWorkspacesByIdOrName(db, workspace);
  if (!place) return { outcome: 'no_workspace' };
  if (others.length > 0) return { outcome: 'ambiguous', workspaceIds: [place, ...others].map(({ id }) => id) };
  const { id: workspaceId, name: workspaceName } = place;
  const audit = createAuditFeature({ db });
  return db.transaction().execute(async (tx): Promise<MakeWorkspaceAdminResult> => {
    const user = await lockUser(tx, known.id);
    if (!user) return { outcome: 'no_user' };
    // An inactive user is refused: they can't sign in, so the workspace would still have no admin.
    if (!user.isActive) return { outcome: 'inactive_user' };
    await lockWorkspaces(tx, [workspaceId]);
    const before = await findMemberRole(tx, user.id, workspaceId);
    if (before === 'admin') return { outcome: 'was_admin', workspaceName, workspaceId };
    await upsertMember(tx, workspaceId, user.id, 'admin');
    await closeUserInvitationsToWorkspace(tx, workspaceId, user, clock.now());
    const system = { workspaceId, userId: null, username: null, address: null, target: user.id };
    if (before) {
      const details = { username: user.username, before, after: 'admin' };
      await audit.record({ ...system, action: 'member.role_changed', details }, tx);
    } else {
      await audit.record(
        { ...system, action: 'member.added', details: { username: user.username, role: 'admin' } },
        tx,
      );
    }
    return { outcome: 'made', workspaceName, workspaceId };
  });
}
