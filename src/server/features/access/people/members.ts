/**
 * Members and invitations of a workspace. Each change locks the user's row and then the workspace's. The acting user is
 * thus still an admin at the commit, and concurrent changes can't remove the last admin.
 */
import type { Kysely, Transaction } from 'kysely';
import type { WorkspaceMember } from '../../../../contract/access.ts';
import type { Role } from '../../../../contract/endpoint.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import {
  closeUserInvitationsToWorkspace,
  endWorkspaceInvitation,
  insertInvitation,
  listPendingInvitations,
  type PendingInvitation,
} from '../stores/invitation-store.ts';
import { listMembers } from './member-list-query.ts';
import {
  assertActiveWorkspaceAdmin,
  assertNotLastAdmin,
  deleteMember,
  findMemberRole,
  insertMember,
  isActiveWorkspaceAdmin,
  upsertMember,
} from '../stores/member-store.ts';
import { clearCurrentWorkspaceInUserSessions, listUserSessionIds } from '../stores/session-store.ts';
import { findUserByUsername, lockUser, type RowLockedUser } from '../stores/user-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';

export interface WorkspaceMemberManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
}

/**
 * Operations on a workspace's members. All but `list` throw `forbidden` if the acting user is no admin of the
 * workspace, or `not_found`.
 */
export interface WorkspaceMemberManager {
  /** Members by username, then the open invitations. */
  list(workspaceId: string): Promise<WorkspaceMember[]>;
  /**
   * Adds a user directly if the acting admin also administers the user's home workspace. Otherwise invites the
   * username, with the same response whether or not such a user exists. Throws `conflict` if the user is already a
   * member or invited.
   */
  add(
    by: Actor,
    workspaceId: string,
    order: { readonly username: string; readonly role: Role },
  ): Promise<WorkspaceMember>;
  /** Changes a member's role at once, also for open sockets. Throws `last_admin` if no active admin would remain. */
  changeRole(by: Actor, workspaceId: string, userId: string, role: Role): Promise<WorkspaceMember>;
  /**
   * Removes a member at once, or withdraws an invitation if `id` is an invitation's. The member's sessions no longer
   * have this workspace as their current one. Throws `last_admin` if no active admin would remain.
   */
  remove(by: Actor, workspaceId: string, id: string): Promise<void>;
}

export const invitationLifetimeMs = 14 * 24 * 3_600_000;
const mostPending = 200;
const tooManyPending = 'Hay demasiadas invitaciones pendientes. Retira algunas antes.';
/** Placeholder id for an unknown username, so that the same queries run as for an existing user. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

export function createWorkspaceMemberManager({
  db,
  clock,
  events,
  audit,
}: WorkspaceMemberManagerDeps): WorkspaceMemberManager {
  async function find(tx: Transaction<DatabaseSchema>, workspaceId: string, userId: string): Promise<WorkspaceMember> {
    const [member] = await listMembers(tx, workspaceId, userId);
    if (!member) throw new AppError('not_found');
    return member;
  }

  function announceChange(workspaceId: string, sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
    events.emit('workspace.changed', { workspaceId });
  }

  async function addAtOnce(
    tx: Transaction<DatabaseSchema>,
    by: Actor,
    workspaceId: string,
    user: RowLockedUser,
    role: Role,
  ): Promise<WorkspaceMember> {
    await insertMember(tx, workspaceId, user.id, role);
    await closeUserInvitationsToWorkspace(tx, workspaceId, user, clock.now());
    const details = { username: user.username, role };
    await audit.record({ ...by, workspaceId, action: 'member.added', target: user.id, details }, tx);
    return find(tx, workspaceId, user.id);
  }

  async function invite(
    tx: Transaction<DatabaseSchema>,
    by: Actor,
    workspaceId: string,
    person: { readonly username: string; readonly userId: string | null; readonly role: Role },
  ): Promise<WorkspaceMember> {
    const { username, role } = person;
    const now = clock.now();
    const pending = await listPendingInvitations(tx, workspaceId, now);
    if (pending.length >= mostPending) throw new AppError('conflict', { message: tooManyPending });
    const expiresAt = new Date(now.getTime() + invitationLifetimeMs);
    const id = await insertInvitation(tx, { ...person, workspaceId, invitedBy: by.userId, invitedAt: now, expiresAt });
    if (id === null) throw new AppError('conflict', { message: `${username} ya tiene una invitación pendiente.` });
    await audit.record({ ...by, workspaceId, action: 'member.invited', target: id, details: { username, role } }, tx);
    return toPendingMember({ id, username, role });
  }

  /**
   * Withdraws an invitation. The caller must have locked the workspace. @returns the ids of the invited user's
   * sessions.
   */
  async function withdraw(
    tx: Transaction<DatabaseSchema>,
    by: Actor,
    workspaceId: string,
    id: string,
  ): Promise<string[]> {
    const ended = await endWorkspaceInvitation(tx, workspaceId, id, 'withdrawn', clock.now());
    if (!ended) throw new AppError('not_found');
    const { username, role, userId } = ended;
    await audit.record(
      { ...by, workspaceId, action: 'member.invitation_withdrawn', target: id, details: { username, role } },
      tx,
    );
    return listUserSessionIds(tx, userId ?? nobodysId);
  }

  return {
    async list(workspaceId) {
      const [members, pending] = await Promise.all([
        listMembers(db, workspaceId),
        listPendingInvitations(db, workspaceId, clock.now()),
      ]);
      return [...members, ...pending.map(toPendingMember)];
    },
    async add(by, workspaceId, { username, role }) {
      const known = await findUserByUsername(db, username);
      const { id, homeWorkspaceId: home } = known ?? { id: nobodysId, homeWorkspaceId: null };
      // Lock the user's row only if the acting admin administers the user's home workspace. Otherwise the response time
      // would reveal that the user exists.
      const isOwn = await isActiveWorkspaceAdmin(db, by.userId, home ?? nobodysId);
      const { member, sessionIds } = await db.transaction().execute(async (tx) => {
        const user = isOwn ? await lockUser(tx, id) : null;
        await lockWorkspaces(tx, user?.homeWorkspaceId ? [workspaceId, user.homeWorkspaceId] : [workspaceId]);
        await assertActiveWorkspaceAdmin(tx, by.userId, workspaceId);
        if (await findMemberRole(tx, id, workspaceId))
          throw new AppError('conflict', { message: `${known?.username ?? username} ya pertenece a este workspace.` });
        const mayAdd = user?.homeWorkspaceId
          ? await isActiveWorkspaceAdmin(tx, by.userId, user.homeWorkspaceId)
          : false;
        return {
          member:
            user && mayAdd
              ? await addAtOnce(tx, by, workspaceId, user, role)
              : await invite(tx, by, workspaceId, { username, userId: known?.id ?? null, role }),
          sessionIds: await listUserSessionIds(tx, id),
        };
      });
      announceChange(workspaceId, sessionIds);
      return member;
    },
    async changeRole(by, workspaceId, userId, role) {
      const { member, sessionIds } = await db.transaction().execute(async (tx) => {
        const { user, role: before } = await lockPlace(tx, by, workspaceId, userId);
        if (!user || !before) throw new AppError('not_found');
        if (before === role) return { member: await find(tx, workspaceId, userId), sessionIds: null };
        if (before === 'admin') await assertNotLastAdmin(tx, userId, workspaceId);
        await upsertMember(tx, workspaceId, userId, role);
        const details = { username: user.username, before, after: role };
        await audit.record({ ...by, workspaceId, action: 'member.role_changed', target: userId, details }, tx);
        return { member: await find(tx, workspaceId, userId), sessionIds: await listUserSessionIds(tx, userId) };
      });
      if (sessionIds !== null) announceChange(workspaceId, sessionIds);
      return member;
    },
    async remove(by, workspaceId, id) {
      const sessionIds = await db.transaction().execute(async (tx) => {
        const { user, role } = await lockPlace(tx, by, workspaceId, id);
        if (!user || !role) return withdraw(tx, by, workspaceId, id);
        if (role === 'admin') await assertNotLastAdmin(tx, id, workspaceId);
        await deleteMember(tx, workspaceId, id);
        await clearCurrentWorkspaceInUserSessions(tx, id, workspaceId);
        const details = { username: user.username, role };
        await audit.record({ ...by, workspaceId, action: 'member.removed', target: id, details }, tx);
        return listUserSessionIds(tx, id);
      });
      announceChange(workspaceId, sessionIds);
    },
  };
}

/** Locks a member and their role until the commit. Throws if the acting user is no admin of the workspace. */
async function lockPlace(
  tx: Transaction<DatabaseSchema>,
  by: Actor,
  workspaceId: string,
  userId: string,
): Promise<{ readonly user: RowLockedUser | null; readonly role: Role | null }> {
  // Find deleted users too, because they remain members until an admin removes them.
  const user = await lockUser(tx, userId, { deletedToo: true });
  await lockWorkspaces(tx, [workspaceId]);
  await assertActiveWorkspaceAdmin(tx, by.userId, workspaceId);
  return { user, role: user && (await findMemberRole(tx, userId, workspaceId)) };
}

function toPendingMember({ id, username, role }: PendingInvitation): WorkspaceMember {
  return {
    id,
    state: 'pending',
    username,
    email: null,
    firstName: null,
    lastName: null,
    role,
    isActive: false,
    lastAccessAt: null,
  };
}
