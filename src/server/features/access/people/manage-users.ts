/**
 * Management of users by the admins of their home workspace. Each change locks the user's row, then all of their
 * workspaces, so that rights can't change meanwhile. Accounts can be deleted even if they created a workspace.
 */
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type {
  AccountInvitation,
  CreatedUser,
  createUserBodySchema,
  updateUserBodySchema,
  UserAccount,
} from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { pickFieldChanges } from '../changes.ts';
import {
  assertActiveWorkspaceAdmin,
  deleteMembershipsUnderAdmin,
  insertMember,
  listMemberWorkspaceIds,
  listCreatedWorkspacesWithoutOtherAdmin,
} from '../stores/member-store.ts';
import { createUsernameRefusalLimiter } from './name-refusals.ts';
import { assertGoodPassword } from '../sign-in/new-password.ts';
import { hashPassword } from '../sign-in/password.ts';
import type { InviteAccount } from '../mail-links/account-invitations.ts';
import type { AccountMailQueue } from '../mail-links/account-mails.ts';
import { removeSecondFactor } from '../second-factor/reset-second-factor.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { findVisibleUser, listVisibleUsers } from './user-list-query.ts';
import {
  insertUser,
  isUsernameChange,
  lockUser,
  markUserDeleted,
  setPasswordHashAndVoidLinks,
  updateUserProfile,
  type RowLockedUser,
} from '../stores/user-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';
import { revokeUserApiTokens } from '../tokens/revoke-tokens.ts';
import { normalizeNewUsername } from './new-username.ts';

export interface UserManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly mails: Pick<AccountMailQueue, 'notify'>;
  readonly inviteAccount: InviteAccount;
  /**
   * Callback in the transaction that deletes a user, for each workspace that is left without an active admin. It
   * returns a function to be called after the commit.
   */
  readonly onLeftWithoutAdmin: (tx: Transaction<DatabaseSchema>, workspaceId: string) => Promise<() => void>;
}

export interface UserManager {
  /**
   * Lists users who share a workspace with the caller, or whose home workspace the caller administers. Each entry
   * contains the caller's rights over that user.
   */
  list(callerId: string): Promise<UserAccount[]>;
  /**
   * Creates a user with this home workspace and a role in it. Without a password, the user gets an invitation. Throws
   * `invalid_input` for a weak password, `conflict` if the name is taken, `too_many_requests` after too many taken
   * names, and `forbidden` or `not_found` if the caller is no longer an admin of the workspace.
   */
  create(by: Actor, workspaceId: string, order: z.output<typeof createUserBodySchema>): Promise<CreatedUser>;
  /**
   * Changes a user. Deactivation and a new password end the user's sessions at once. Throws `not_found` if the caller
   * can't see the user, `forbidden` without the right, `own_account` if callers deactivate themselves, and
   * `invalid_input`, `conflict` and `too_many_requests` as `create` does.
   */
  update(by: Actor, userId: string, change: z.output<typeof updateUserBodySchema>): Promise<UserAccount>;
  /**
   * Deletes a user's account, sessions, and memberships in the caller's workspaces. Memberships in other workspaces
   * become inactive, until an admin there removes them. The username is free again. Throws `not_found`, `forbidden` and
   * `own_account`.
   */
  remove(by: Actor, userId: string): Promise<void>;
  /**
   * Removes a user's second factor, ends their sessions and notifies them. Requires the right to set their password.
   * Throws `not_found` if the caller can't see the user, and `forbidden` without that right.
   */
  resetSecondFactor(by: Actor, userId: string): Promise<UserAccount>;
  /** Sends a user a new account invitation. Throws `not_found`, `forbidden`, `conflict` or `too_many_requests`. */
  invite(by: Actor, userId: string): Promise<AccountInvitation>;
}

const ownPasswordForbidden = 'Cambia tu propia contraseña desde el menú de usuario.';
const passwordForbidden =
  'Solo puede cambiar la contraseña quien administra el workspace donde se creó esta persona y todos aquellos a los que pertenece.';

const ownFactorForbidden = 'Tu propio segundo factor se desactiva desde el menú de usuario.';
const factorForbidden =
  'Solo puede quitar el segundo factor quien administra el workspace donde se creó esta persona y todos aquellos a los que pertenece.';

export function createUserManager(deps: UserManagerDeps): UserManager {
  const { db, clock, events, audit } = deps;
  const guardName = createUsernameRefusalLimiter(deps);

  async function leaveOwn(tx: Transaction<DatabaseSchema>, userId: string): Promise<() => void> {
    const calls: (() => void)[] = [];
    for (const id of await listCreatedWorkspacesWithoutOtherAdmin(tx, userId))
      calls.push(await deps.onLeftWithoutAdmin(tx, id));
    return () => calls.forEach((call) => call());
  }

  function announceChange(workspaceIds: readonly string[], endedSessionIds: readonly string[]): void {
    if (endedSessionIds.length > 0) events.emit('sessions.changed', { sessionIds: endedSessionIds });
    for (const workspaceId of workspaceIds) events.emit('workspace.changed', { workspaceId });
  }

  return {
    list: (callerId) => listVisibleUsers(db, callerId),
    async create(by, workspaceId, { password, role, ...given }) {
      const profile = { ...given, username: normalizeNewUsername(given.username) };
      if (password !== undefined) assertGoodPassword(password, profile.username, 'password');
      const passwordHash = password === undefined ? null : await hashPassword(password);
      const created = await guardName(by.userId, () =>
        db.transaction().execute(async (tx) => {
          // Lock the workspaces before inserting the username. Renaming a user locks in the same order, which prevents
          // deadlocks.
          await lockWorkspaces(tx, [workspaceId]);
          await assertActiveWorkspaceAdmin(tx, by.userId, workspaceId);
          const userId = await insertUser(tx, { ...profile, passwordHash, homeWorkspaceId: workspaceId });
          await insertMember(tx, workspaceId, userId, role);
          const details = { username: profile.username, role };
          await audit.record({ ...entryBy(by), workspaceId, action: 'user.created', target: userId, details }, tx);
          const person = { id: userId, username: profile.username, isActive: true, homeWorkspaceId: workspaceId };
          const invitation = passwordHash === null ? await deps.inviteAccount(tx, by, person) : null;
          return { ...(await getVisibleUser(tx, by.userId, userId)), invitation };
        }),
      );
      announceChange([workspaceId], []);
      return created;
    },
    async update(by, userId, given) {
      const isRenamed = await isUsernameChange(db, userId, given.username);
      const change = isRenamed ? { ...given, username: normalizeNewUsername(given.username) } : given;
      if (change.password) assertGoodPassword(change.password, change.username, 'password');
      const passwordHash = change.password ? await hashPassword(change.password) : null;
      const work = () => db.transaction().execute((tx) => changeUser(tx, by, userId, change, passwordHash));
      const { user, told, ended, afterwards } = await (isRenamed ? guardName(by.userId, work) : work());
      afterwards();
      announceChange(told, ended);
      return user;
    },
    async remove(by, userId) {
      const { told, ended, afterwards } = await db.transaction().execute(async (tx) => {
        const { user, rights, workspaceIds } = await lockUserWithRights(tx, by.userId, userId);
        if (!rights.canManage) throw new AppError('forbidden');
        assertNotOwn(by.userId, userId);
        await markUserDeleted(tx, userId, clock.now());
        const after = user.isActive ? await leaveOwn(tx, userId) : nothing;
        await deleteMembershipsUnderAdmin(tx, by.userId, userId);
        const sessionIds = await deleteUserSessions(tx, userId, null);
        const about = { ...entryBy(by), workspaceId: user.homeWorkspaceId, target: userId };
        await audit.record({ ...about, action: 'user.deleted', details: { username: user.username } }, tx);
        return { told: workspaceIds, ended: sessionIds, afterwards: after };
      });
      afterwards();
      announceChange(told, ended);
    },
    async resetSecondFactor(by, userId) {
      const { user, ended } = await db.transaction().execute(async (tx) => {
        const held = await lockUserWithRights(tx, by.userId, userId);
        if (userId === by.userId) throw new AppError('forbidden', { message: ownFactorForbidden });
        if (!held.rights.canSetPassword) throw new AppError('forbidden', { message: factorForbidden });
        const sessionIds = await removeSecondFactor(tx, audit, entryBy(by), held.user, clock.now());
        if (sessionIds) await deps.mails.notify(tx, held.user, 'secondFactorTaken');
        return { user: await getVisibleUser(tx, by.userId, userId), ended: sessionIds ?? [] };
      });
      announceChange([], ended);
      return user;
    },
    invite: (by, userId) =>
      db.transaction().execute(async (tx) => {
        const { user, rights } = await lockUserWithRights(tx, by.userId, userId);
        if (!rights.canSetPassword) throw new AppError('forbidden', { message: passwordForbidden });
        return deps.inviteAccount(tx, by, user);
      }),
  };

  async function changeUser(
    tx: Transaction<DatabaseSchema>,
    by: Actor,
    userId: string,
    { username, email, firstName, lastName, isActive, revokeTokens }: Change,
    passwordHash: string | null,
  ) {
    const held = await lockUserWithRights(tx, by.userId, userId);
    const changes = pickFieldChanges<Profile>(held.user, {
      username,
      email,
      firstName,
      lastName,
      isActive: isActive === 'true',
    });
    if (passwordHash !== null && userId === by.userId)
      throw new AppError('forbidden', { message: ownPasswordForbidden });
    if (!held.rights.canManage) throw new AppError('forbidden');
    if (passwordHash !== null && !held.rights.canSetPassword)
      throw new AppError('forbidden', { message: passwordForbidden });
    const deactivates = changes?.after.isActive === false;
    if (deactivates) assertNotOwn(by.userId, userId);
    if (changes) await updateUserProfile(tx, userId, changes.after);
    if (passwordHash !== null) await setPasswordHashAndVoidLinks(tx, userId, passwordHash);
    const ended = deactivates || passwordHash !== null ? await deleteUserSessions(tx, userId, null) : [];
    const about = { ...entryBy(by), workspaceId: held.user.homeWorkspaceId, target: userId };
    if (changes) await audit.record({ ...about, action: 'user.updated', details: changes }, tx);
    if (passwordHash !== null) {
      await audit.record({ ...about, action: 'user.password_changed', details: { username: held.user.username } }, tx);
      if (revokeTokens) await revokeUserApiTokens(tx, audit, entryBy(by), userId);
    }
    const afterwards = deactivates ? await leaveOwn(tx, userId) : nothing;
    return {
      user: await getVisibleUser(tx, by.userId, userId),
      told: changes ? held.workspaceIds : [],
      ended,
      afterwards,
    };
  }
}

const nothing = (): void => {};

type Change = z.output<typeof updateUserBodySchema>;
type Profile = Pick<RowLockedUser, 'username' | 'email' | 'firstName' | 'lastName' | 'isActive'>;
type Rights = Pick<UserAccount, 'canManage' | 'canSetPassword'>;

/** Locks a user and their memberships until the transaction ends, and reads the caller's rights over the user. */
export async function lockUserWithRights(
  tx: Transaction<DatabaseSchema>,
  callerId: string,
  userId: string,
): Promise<{ user: RowLockedUser; rights: Rights; workspaceIds: string[] }> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AppError('not_found');
  const workspaceIds = await listMemberWorkspaceIds(tx, userId);
  // Lock the user's workspaces, because the caller's rights over the user depend on the roles there.
  await lockWorkspaces(tx, user.homeWorkspaceId === null ? workspaceIds : [...workspaceIds, user.homeWorkspaceId]);
  return { user, rights: await getVisibleUser(tx, callerId, userId), workspaceIds };
}

export async function getVisibleUser(
  tx: Transaction<DatabaseSchema>,
  callerId: string,
  userId: string,
): Promise<UserAccount> {
  const user = await findVisibleUser(tx, callerId, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

function assertNotOwn(callerId: string, userId: string): void {
  if (userId === callerId) throw new AppError('own_account');
}

function entryBy({ userId, username, address }: Actor): Actor {
  return { userId, username, address };
}
