/**
 * Who belongs to a workspace, with which role, and who is invited. A change holds the person's row, then the workspace's: so
 * whoever asks is still an admin when it is done, and the last admin stays, however many changes come at once.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Member } from '../../../../contract/access.ts';
import type { Role } from '../../../../contract/endpoint.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Audit } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import {
  closeInvitationsOf,
  endInvitation,
  insertInvitation,
  listPendingInvitations,
  type PendingInvitation,
} from '../stores/invitation-store.ts';
import { listMembers } from './member-list-query.ts';
import {
  assertAdmin,
  assertNotLastAdmin,
  deleteMember,
  findRole,
  insertMember,
  isActiveAdmin,
  upsertMember,
} from '../stores/member-store.ts';
import { leaveWorkspace, listUserSessionIds } from '../stores/session-store.ts';
import { findAccount, lockUser, type LockedUser } from '../stores/user-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';

export interface MembersDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
}

/** All but `list` throw `forbidden` or `not_found` to who is no admin there any more, and `not_found` for no such person. */
export interface Members {
  /** Members by username, then who is invited. */
  list(workspaceId: string): Promise<Member[]>;
  /**
   * Who is at home where the caller is an admin belongs to the workspace at once. Everybody else is invited, and nothing tells
   * whether there is somebody of that name. Throws `conflict` for one who belongs there or is invited already.
   */
  add(by: Actor, workspaceId: string, order: { readonly username: string; readonly role: Role }): Promise<Member>;
  /** In force at once, sockets included. Throws `last_admin`. */
  changeRole(by: Actor, workspaceId: string, userId: string, role: Role): Promise<Member>;
  /**
   * In force at once; the person's sessions that work there have no current workspace any more. With an invitation's id
   * withdraws it. Throws `last_admin`.
   */
  remove(by: Actor, workspaceId: string, id: string): Promise<void>;
}

export const invitationLastsMs = 14 * 24 * 3_600_000;
const mostPending = 200;
const tooManyPending = 'Hay demasiadas invitaciones pendientes. Retira algunas antes.';
/** Stands for whoever does not exist, so that the same questions are asked of them. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

export function createMembers({ db, clock, events, audit }: MembersDeps): Members {
  async function find(tx: Transaction<Schema>, workspaceId: string, userId: string): Promise<Member> {
    const [member] = await listMembers(tx, workspaceId, userId);
    if (!member) throw new AppError('not_found');
    return member;
  }

  function tell(workspaceId: string, sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
    events.emit('workspace.changed', { workspaceId });
  }

  async function addAtOnce(
    tx: Transaction<Schema>,
    by: Actor,
    workspaceId: string,
    user: LockedUser,
    role: Role,
  ): Promise<Member> {
    await insertMember(tx, workspaceId, user.id, role);
    await closeInvitationsOf(tx, workspaceId, user, clock.now());
    const details = { username: user.username, role };
    await audit.record({ ...by, workspaceId, action: 'member.added', target: user.id, details }, tx);
    return find(tx, workspaceId, user.id);
  }

  async function invite(
    tx: Transaction<Schema>,
    by: Actor,
    workspaceId: string,
    person: { readonly username: string; readonly userId: string | null; readonly role: Role },
  ): Promise<Member> {
    const { username, role } = person;
    const now = clock.now();
    const pending = await listPendingInvitations(tx, workspaceId, now);
    if (pending.length >= mostPending) throw new AppError('conflict', { message: tooManyPending });
    const expiresAt = new Date(now.getTime() + invitationLastsMs);
    const id = await insertInvitation(tx, { ...person, workspaceId, invitedBy: by.userId, invitedAt: now, expiresAt });
    if (id === null) throw new AppError('conflict', { message: `${username} ya tiene una invitación pendiente.` });
    await audit.record({ ...by, workspaceId, action: 'member.invited', target: id, details: { username, role } }, tx);
    return toPendingMember({ id, username, role });
  }

  /** Within a transaction that holds the workspace. @returns the sessions of whom it was for. */
  async function withdraw(tx: Transaction<Schema>, by: Actor, workspaceId: string, id: string): Promise<string[]> {
    const ended = await endInvitation(tx, workspaceId, id, 'withdrawn', clock.now());
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
      const known = await findAccount(db, username);
      const { id, homeWorkspaceId: home } = known ?? { id: nobodysId, homeWorkspaceId: null };
      // Only the row of somebody whom the caller looks after is waited for: how long an answer takes tells nothing of others.
      const isOwn = await isActiveAdmin(db, by.userId, home ?? nobodysId);
      const { member, sessionIds } = await db.transaction().execute(async (tx) => {
        const user = isOwn ? await lockUser(tx, id) : null;
        await lockWorkspaces(tx, user?.homeWorkspaceId ? [workspaceId, user.homeWorkspaceId] : [workspaceId]);
        await assertAdmin(tx, by.userId, workspaceId);
        if (await findRole(tx, id, workspaceId))
          throw new AppError('conflict', { message: `${known?.username ?? username} ya pertenece a este workspace.` });
        const mayAdd = user?.homeWorkspaceId ? await isActiveAdmin(tx, by.userId, user.homeWorkspaceId) : false;
        return {
          member:
            user && mayAdd
              ? await addAtOnce(tx, by, workspaceId, user, role)
              : await invite(tx, by, workspaceId, { username, userId: known?.id ?? null, role }),
          sessionIds: await listUserSessionIds(tx, id),
        };
      });
      tell(workspaceId, sessionIds);
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
      if (sessionIds !== null) tell(workspaceId, sessionIds);
      return member;
    },
    async remove(by, workspaceId, id) {
      const sessionIds = await db.transaction().execute(async (tx) => {
        const { user, role } = await lockPlace(tx, by, workspaceId, id);
        if (!user || !role) return withdraw(tx, by, workspaceId, id);
        if (role === 'admin') await assertNotLastAdmin(tx, id, workspaceId);
        await deleteMember(tx, workspaceId, id);
        await leaveWorkspace(tx, id, workspaceId);
        const details = { username: user.username, role };
        await audit.record({ ...by, workspaceId, action: 'member.removed', target: id, details }, tx);
        return listUserSessionIds(tx, id);
      });
      tell(workspaceId, sessionIds);
    },
  };
}

/** The person and their role there, if they have one, held until the transaction ends, as an admin of that moment. */
async function lockPlace(
  tx: Transaction<Schema>,
  by: Actor,
  workspaceId: string,
  userId: string,
): Promise<{ readonly user: LockedUser | null; readonly role: Role | null }> {
  // One whose account was deleted belongs there until they are removed.
  const user = await lockUser(tx, userId, { deletedToo: true });
  await lockWorkspaces(tx, [workspaceId]);
  await assertAdmin(tx, by.userId, workspaceId);
  return { user, role: user && (await findRole(tx, userId, workspaceId)) };
}

function toPendingMember({ id, username, role }: PendingInvitation): Member {
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
