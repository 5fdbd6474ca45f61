/**
 * Users as admins manage them. A change holds the user's row, then all workspaces of theirs: rights are judged and the
 * last admin is counted on what nobody else can change meanwhile.
 */
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { createUserBody, updateUserBody, User } from '../../../contract/access.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit } from '../audit/index.ts';
import type { Actor } from './actor.ts';
import { pickChanges } from './changes.ts';
import { assertAdmin, assertNotLastAdmin, deleteMemberships, insertMember, listMemberWorkspaceIds } from './member-store.ts';
import { hashPassword } from './password.ts';
import { deleteUserSessions } from './session-store.ts';
import { findVisibleUser, listVisibleUsers } from './user-list-query.ts';
import { insertUser, lockUser, markDeleted, setPasswordHash, updateProfile, type LockedUser } from './user-store.ts';
import { lockWorkspaces } from './workspace-store.ts';

export interface ManagedUsersDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
}

export interface ManagedUsers {
  /** Those who share a workspace with the caller, with what the caller may do to each. */
  list(callerId: string): Promise<User[]>;
  /**
   * At home in the workspace, and an operator there at once. Throws `conflict` when the name is taken, and `forbidden` or
   * `not_found` to who is no admin there any more.
   */
  create(by: Actor, workspaceId: string, order: z.output<typeof createUserBody>): Promise<User>;
  /**
   * What differs is changed. Deactivation and a new password end the user's sessions at once.
   * Throws `not_found` for who neither shares a workspace with the caller nor is at home where the caller is an admin,
   * `forbidden` without the right, `conflict` for a name that is taken, `own_account` and `last_admin` for a
   * deactivation.
   */
  update(by: Actor, userId: string, change: z.output<typeof updateUserBody>): Promise<User>;
  /**
   * The user comes to an end: memberships and sessions too, the name is free again; what they did stays.
   * Throws `not_found`, `forbidden`, `own_account` and `last_admin`.
   */
  remove(by: Actor, userId: string): Promise<void>;
}

const ownPasswordForbidden = 'Cambia tu propia contraseña desde el menú de usuario.';
const passwordForbidden = 'Solo puede cambiar la contraseña quien administra todos los workspaces de esta persona.';

export function createManagedUsers(deps: ManagedUsersDeps): ManagedUsers {
  const { db, clock, events, audit } = deps;

  function tell(workspaceIds: readonly string[], endedSessionIds: readonly string[]): void {
    if (endedSessionIds.length > 0) events.emit('sessions.changed', { sessionIds: endedSessionIds });
    for (const workspaceId of workspaceIds) events.emit('workspace.changed', { workspaceId });
  }

  return {
    list: (callerId) => listVisibleUsers(db, callerId),
    async create(by, workspaceId, { password, ...profile }) {
      const passwordHash = await hashPassword(password);
      const created = await db.transaction().execute(async (tx) => {
        // Before the name, on which whoever renames a user waits with workspaces held.
        await lockWorkspaces(tx, [workspaceId]);
        await assertAdmin(tx, by.userId, workspaceId);
        const userId = await insertUser(tx, { ...profile, passwordHash, homeWorkspaceId: workspaceId });
        await insertMember(tx, workspaceId, userId, 'operator');
        const details = { username: profile.username };
        await audit.record({ ...entryBy(by), workspaceId, action: 'user.created', target: userId, details }, tx);
        return findVisible(tx, by.userId, userId);
      });
      tell([workspaceId], []);
      return created;
    },
    async update(by, userId, { password, isActive, ...fields }) {
      const passwordHash = password ? await hashPassword(password) : null;
      const done = await db.transaction().execute(async (tx) => {
        const held = await lockPerson(tx, by.userId, userId);
        const changes = pickChanges<Profile>(held.user, { ...fields, isActive: isActive === 'true' });
        if (passwordHash !== null && userId === by.userId) throw new AppError('forbidden', { message: ownPasswordForbidden });
        assertMayChange(held.rights, { profile: changes !== null, password: passwordHash !== null });
        const deactivates = changes?.after.isActive === false;
        if (deactivates) await assertMayEnd(tx, by.userId, userId);
        if (changes) await updateProfile(tx, userId, changes.after);
        if (passwordHash !== null) await setPasswordHash(tx, userId, passwordHash);
        const ended = deactivates || passwordHash !== null ? await deleteUserSessions(tx, userId, null) : [];
        const about = { ...entryBy(by), workspaceId: held.user.homeWorkspaceId, target: userId };
        if (changes) await audit.record({ ...about, action: 'user.updated', details: changes }, tx);
        if (passwordHash !== null) {
          await audit.record({ ...about, action: 'user.password_changed', details: { username: held.user.username } }, tx);
        }
        return { user: await findVisible(tx, by.userId, userId), told: changes ? held.workspaceIds : [], ended };
      });
      tell(done.told, done.ended);
      return done.user;
    },
    async remove(by, userId) {
      const done = await db.transaction().execute(async (tx) => {
        const { user, rights, workspaceIds } = await lockPerson(tx, by.userId, userId);
        if (!rights.canManage) throw new AppError('forbidden');
        await assertMayEnd(tx, by.userId, userId);
        await markDeleted(tx, userId, clock.now());
        await deleteMemberships(tx, userId);
        const ended = await deleteUserSessions(tx, userId, null);
        const about = { ...entryBy(by), workspaceId: user.homeWorkspaceId, target: userId };
        await audit.record({ ...about, action: 'user.deleted', details: { username: user.username } }, tx);
        return { workspaceIds, ended };
      });
      tell(done.workspaceIds, done.ended);
    },
  };
}

type Profile = Pick<LockedUser, 'username' | 'email' | 'firstName' | 'lastName' | 'isActive'>;
type Rights = Pick<User, 'canManage' | 'canSetPassword'>;

/** The user and their memberships, held until the transaction ends, and what the caller may do to them then. */
async function lockPerson(
  tx: Transaction<Schema>,
  callerId: string,
  userId: string,
): Promise<{ user: LockedUser; rights: Rights; workspaceIds: string[] }> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AppError('not_found');
  const workspaceIds = await listMemberWorkspaceIds(tx, userId);
  // Their home too: whether the caller is its admin decides.
  await lockWorkspaces(tx, user.homeWorkspaceId === null ? workspaceIds : [...workspaceIds, user.homeWorkspaceId]);
  return { user, rights: await findVisible(tx, callerId, userId), workspaceIds };
}

async function findVisible(tx: Transaction<Schema>, callerId: string, userId: string): Promise<User> {
  const user = await findVisibleUser(tx, callerId, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

function assertMayChange({ canManage, canSetPassword }: Rights, asks: { readonly profile: boolean; readonly password: boolean }): void {
  if (!canManage && (asks.profile || !canSetPassword)) throw new AppError('forbidden');
  if (asks.password && !canSetPassword) throw new AppError('forbidden', { message: passwordForbidden });
}

async function assertMayEnd(tx: Transaction<Schema>, callerId: string, userId: string): Promise<void> {
  if (userId === callerId) throw new AppError('own_account');
  await assertNotLastAdmin(tx, userId, { callerId });
}

function entryBy({ userId, username, address }: Actor): Actor {
  return { userId, username, address };
}
