/**
 * Who belongs to a workspace, and with which role. A change holds the person's row, then the workspace's: so whoever
 * asks is still an admin when it is done, and the last admin stays, however many changes come at once.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Member } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit } from '../audit/index.ts';
import type { Actor } from './actor.ts';
import { listMembers } from './member-list-query.ts';
import { assertAdmin, assertNotLastAdmin, deleteMember, findRole, insertMember, upsertMember } from './member-store.ts';
import { leaveWorkspace, listUserSessionIds } from './session-store.ts';
import { findCredentials, lockUser, type LockedUser } from './user-store.ts';
import { lockWorkspaces } from './workspace-store.ts';

export interface MembersDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
  readonly audit: Audit;
}

/** All but `list` throw `forbidden` or `not_found` to who is no admin there any more, and `not_found` for no such person. */
export interface Members {
  /** By username. */
  list(workspaceId: string): Promise<Member[]>;
  /** Throws `conflict` for one who belongs there already. */
  add(by: Actor, workspaceId: string, order: { readonly username: string; readonly role: Role }): Promise<Member>;
  /** In force at once, sockets included. Throws `last_admin`. */
  changeRole(by: Actor, workspaceId: string, userId: string, role: Role): Promise<Member>;
  /** In force at once; the person's sessions that work there have no current workspace any more. Throws `last_admin`. */
  remove(by: Actor, workspaceId: string, userId: string): Promise<void>;
}

const noSuchUser = 'No existe un usuario con ese nombre.';

export function createMembers({ db, events, audit }: MembersDeps): Members {
  async function find(tx: Transaction<Schema>, workspaceId: string, userId: string): Promise<Member> {
    const [member] = await listMembers(tx, workspaceId, userId);
    if (!member) throw new AppError('not_found');
    return member;
  }

  function tell(workspaceId: string, sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
    events.emit('workspace.changed', { workspaceId });
  }

  return {
    list: (workspaceId) => listMembers(db, workspaceId),
    async add(by, workspaceId, { username, role }) {
      const known = await findCredentials(db, username);
      if (!known) throw new AppError('not_found', { message: noSuchUser });
      const member = await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, known.id);
        if (!user) throw new AppError('not_found', { message: noSuchUser });
        await lockWorkspaces(tx, [workspaceId]);
        await assertAdmin(tx, by.userId, workspaceId);
        if (!(await insertMember(tx, workspaceId, user.id, role))) {
          throw new AppError('conflict', { message: `${user.username} ya pertenece a este workspace.` });
        }
        const details = { username: user.username, role };
        await audit.record({ ...by, workspaceId, action: 'member.added', target: user.id, details }, tx);
        return find(tx, workspaceId, user.id);
      });
      tell(workspaceId, []);
      return member;
    },
    async changeRole(by, workspaceId, userId, role) {
      const { member, sessionIds } = await db.transaction().execute(async (tx) => {
        const { user, role: before } = await lockMember(tx, by, workspaceId, userId);
        if (before === role) return { member: await find(tx, workspaceId, userId), sessionIds: null };
        if (before === 'admin') await assertNotLastAdmin(tx, userId, { callerId: by.userId, workspaceId });
        await upsertMember(tx, workspaceId, userId, role);
        const details = { username: user.username, before, after: role };
        await audit.record({ ...by, workspaceId, action: 'member.role_changed', target: userId, details }, tx);
        return { member: await find(tx, workspaceId, userId), sessionIds: await listUserSessionIds(tx, userId) };
      });
      if (sessionIds !== null) tell(workspaceId, sessionIds);
      return member;
    },
    async remove(by, workspaceId, userId) {
      const sessionIds = await db.transaction().execute(async (tx) => {
        const { user, role } = await lockMember(tx, by, workspaceId, userId);
        if (role === 'admin') await assertNotLastAdmin(tx, userId, { callerId: by.userId, workspaceId });
        await deleteMember(tx, workspaceId, userId);
        await leaveWorkspace(tx, userId, workspaceId);
        const details = { username: user.username, role };
        await audit.record({ ...by, workspaceId, action: 'member.removed', target: userId, details }, tx);
        return listUserSessionIds(tx, userId);
      });
      tell(workspaceId, sessionIds);
    },
  };
}

/** The member and their role, both held until the transaction ends, as an admin of that moment. */
async function lockMember(
  tx: Transaction<Schema>,
  by: Actor,
  workspaceId: string,
  userId: string,
): Promise<{ user: LockedUser; role: Role }> {
  const user = await lockUser(tx, userId);
  await lockWorkspaces(tx, [workspaceId]);
  await assertAdmin(tx, by.userId, workspaceId);
  const role = user && (await findRole(tx, userId, workspaceId));
  if (!role) throw new AppError('not_found');
  return { user, role };
}
