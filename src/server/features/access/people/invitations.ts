/**
 * Lets users accept or refuse workspace invitations, which members.ts sends and withdraws. Nobody joins a workspace
 * without accepting, unless its admins administer the user's account.
 */
import type { Kysely } from 'kysely';
import type { WorkspaceInvitation } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import {
  closeUserInvitationsToWorkspace,
  endWorkspaceInvitation,
  findReceivedInvitation,
  listReceivedInvitations,
} from '../stores/invitation-store.ts';
import { insertMember } from '../stores/member-store.ts';
import { listUserSessionIds } from '../stores/session-store.ts';
import { lockUser } from '../stores/user-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';

export interface WorkspaceInvitationResponderDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
}

export interface WorkspaceInvitationResponder {
  /** Lists the workspace invitations that the user may accept or refuse, newest first. */
  list(userId: string): Promise<WorkspaceInvitation[]>;
  /**
   * Accepts an invitation: the user becomes a member with the offered role. Throws `not_found` if the invitation is
   * another user's, has ended, or its sender is no longer an admin of the workspace. @returns the workspace's id.
   */
  accept(by: Actor, id: string): Promise<string>;
  /**
   * Refuses an invitation. The workspace's audit log shows only the invited username. Throws `not_found` in the same
   * cases as `accept`.
   */
  refuse(by: Actor, id: string): Promise<void>;
}

export function createWorkspaceInvitationResponder({
  db,
  clock,
  events,
  audit,
}: WorkspaceInvitationResponderDeps): WorkspaceInvitationResponder {
  function announceChange(workspaceId: string, sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
    events.emit('workspace.changed', { workspaceId });
  }

  return {
    list: (userId) => listReceivedInvitations(db, userId, clock.now()),
    async accept(by, id) {
      const now = clock.now();
      const received = await findReceivedInvitation(db, by.userId, id, now);
      if (!received) throw new AppError('not_found');
      const { workspaceId } = received;
      const sessionIds = await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, by.userId);
        await lockWorkspaces(tx, [workspaceId]);
        // Read the invitation after locking user and workspace, because its sender may have withdrawn it concurrently.
        const standing = user?.isActive ? await findReceivedInvitation(tx, user.id, id, now) : null;
        if (!user || !standing) throw new AppError('not_found');
        await insertMember(tx, workspaceId, user.id, standing.role, standing.byRule);
        await closeUserInvitationsToWorkspace(tx, workspaceId, user, now);
        const details = { username: user.username, role: standing.role };
        await audit.record({ ...by, workspaceId, action: 'member.invitation_accepted', target: user.id, details }, tx);
        return listUserSessionIds(tx, user.id);
      });
      announceChange(workspaceId, sessionIds);
      return workspaceId;
    },
    async refuse(by, id) {
      const now = clock.now();
      const received = await findReceivedInvitation(db, by.userId, id, now);
      if (!received) throw new AppError('not_found');
      const { workspaceId } = received;
      const sessionIds = await db.transaction().execute(async (tx) => {
        await lockWorkspaces(tx, [workspaceId]);
        const ended = await endWorkspaceInvitation(tx, workspaceId, id, 'refused', now);
        if (!ended) throw new AppError('not_found');
        // Leave the user's id and IP address out of the audit entry, because a workspace whose invitation is refused
        // may know only the invited username.
        const nobody = { userId: null, username: ended.username, address: null };
        await audit.record(
          { ...nobody, workspaceId, action: 'member.invitation_refused', target: id, details: { role: ended.role } },
          tx,
        );
        return listUserSessionIds(tx, by.userId);
      });
      announceChange(workspaceId, sessionIds);
    },
  };
}
