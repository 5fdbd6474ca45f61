/** Rows of `users`. Usernames are compared ignoring case. A deleted user's name may be taken again. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CurrentUser } from '../../../../contract/access.ts';
import { mailLinkPurposes, passwordLinkPurposes } from '../../../../contract/mail-links.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { voidMailLinks } from './mail-link-store.ts';
import { deleteUserSignInChallenges, hasSecondFactorSql } from './second-factor-store.ts';
import { isUniqueViolation } from './taken.ts';

export interface UserCredentials {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly hasSecondFactor: boolean;
  /** True for the emergency admin, who may sign in by password even under OIDC_ONLY. */
  readonly isEmergency: boolean;
}

/** Finds a user by username or id; null if there is none or the user was deleted. */
export async function findUserCredentials(
  db: Kysely<DatabaseSchema>,
  person: string | { readonly id: string },
): Promise<UserCredentials | null> {
  const row = await db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.password_hash',
      'u.is_active',
      'u.is_emergency',
      hasSecondFactorSql('u.id').as('has_factor'),
    ])
    .where(
      typeof person === 'string'
        ? sql<boolean>`lower(u.username) = lower(${person})`
        : sql<boolean>`u.id = ${person.id}::uuid`,
    )
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    isActive: row.is_active,
    hasSecondFactor: row.has_factor,
    isEmergency: row.is_emergency,
  };
}

/** Reads a user's own view of their account. Throws `not_signed_in` if the user does not exist. */
export async function findCurrentUser(db: Kysely<DatabaseSchema>, userId: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.email', 'u.home_workspace_id', hasSecondFactorSql('u.id').as('has_factor')])
    .select(sql<boolean>`u.password_hash is not null`.as('has_password'))
    .select(['u.second_factor_reset_at', 'u.second_factor_reset_by'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_signed_in');
  const { second_factor_reset_at: resetAt, second_factor_reset_by: by } = row;
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    hasHome: row.home_workspace_id !== null,
    hasPassword: row.has_password,
    hasSecondFactor: row.has_factor,
    secondFactorReset: resetAt && { at: resetAt.toISOString(), by },
  };
}

/** Finds the user with that username; null if there is none or the user was deleted. */
export async function findUserByUsername(
  db: Kysely<DatabaseSchema>,
  username: string,
): Promise<{ readonly id: string; readonly username: string; readonly homeWorkspaceId: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'home_workspace_id'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, username: row.username, homeWorkspaceId: row.home_workspace_id } : null;
}

/**
 * Records the sign-in and locks the user's row until the transaction ends. Returns false if the password has changed
 * since it was checked, or if the user may no longer sign in. Then no session may be created.
 */
export async function lockUserAndRecordSignIn(
  tx: Transaction<DatabaseSchema>,
  user: UserCredentials,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ last_login_at: at })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.passwordHash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the user's row during a sign-in. Returns false if the user's credentials have changed since they were read. */
export async function lockUserIfCredentialsUnchanged(
  tx: Transaction<DatabaseSchema>,
  user: UserCredentials,
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.passwordHash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the user's password, and voids password links and unfinished sign-ins that used the old one. */
export async function setPasswordHashAndVoidLinks(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await deleteUserSignInChallenges(tx, userId);
  await voidMailLinks(tx, userId, passwordLinkPurposes);
}

/** Removes the user's password, and voids password links and unfinished sign-ins that used it. */
export async function clearPasswordAndVoidLinks(tx: Transaction<DatabaseSchema>, userId: string): Promise<void> {
  await setPasswordHashAndVoidLinks(tx, userId, null);
}

/** The workspace that the user used last, even one they have left; null if there is none yet. */
export async function findLastUsedWorkspaceId(db: Kysely<DatabaseSchema>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('last_workspace_id').where('id', '=', userId).executeTakeFirst();
  return row?.last_workspace_id ?? null;
}

export async function findSignInFailuresSeenAt(db: Kysely<DatabaseSchema>, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('sign_in_failures_seen_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.sign_in_failures_seen_at ?? null;
}

/** Sets the time up to which the user has seen failed sign-ins. It never moves back or beyond now. */
export async function markSignInFailuresSeen(db: Kysely<DatabaseSchema>, userId: string, until: Date): Promise<void> {
  await sql`update users set sign_in_failures_seen_at = greatest(sign_in_failures_seen_at, least(${until}::timestamptz, now()))
    where id = ${userId}::uuid`.execute(db);
}

export interface NewUser {
  readonly username: string;
  readonly passwordHash: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly homeWorkspaceId: string | null;
}

/** Inserts a user. @returns their id. Throws `conflict` if the username is taken. */
export async function insertUser(tx: Kysely<DatabaseSchema>, user: NewUser): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      username: user.username,
      password_hash: user.passwordHash,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      home_workspace_id: user.homeWorkspaceId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw nameTaken();
  return row.id;
}

/** A user's row, locked until the transaction ends. Concurrent changes of the user or their memberships wait for it. */
export interface RowLockedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly isActive: boolean;
  readonly homeWorkspaceId: string | null;
}

/**
 * Locks a user's row. Must be called before workspaces are locked. Null if the user does not exist, or was deleted and
 * `deletedToo` is false.
 */
export async function lockUser(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  { deletedToo = false }: { readonly deletedToo?: boolean } = {},
): Promise<RowLockedUser | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'is_active', 'home_workspace_id', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || (row.deleted_at !== null && !deletedToo)) return null;
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isActive: row.is_active,
    homeWorkspaceId: row.home_workspace_id,
  };
}

/** Changes a user's given fields. A new email address is unconfirmed. Throws `conflict` if the username is taken. */
export async function updateUserProfile(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  change: Partial<Omit<RowLockedUser, 'id' | 'homeWorkspaceId'>>,
): Promise<void> {
  try {
    await tx
      .updateTable('users')
      .set({
        username: change.username,
        email: change.email,
        ...(change.email !== undefined && { email_confirmed_at: null }),
        first_name: change.firstName,
        last_name: change.lastName,
        is_active: change.isActive,
      })
      .where('id', '=', userId)
      .execute();
    if (change.email !== undefined) await voidMailLinks(tx, userId, mailLinkPurposes);
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(error);
    throw error;
  }
}

/** Marks the user as deleted. The row stays, so that the user's actions keep their author. The name is free again. */
export async function markUserDeleted(tx: Transaction<DatabaseSchema>, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ deleted_at: at, is_active: false }).where('id', '=', userId).execute();
}

const taken = 'Ya existe un usuario con ese nombre.';

function nameTaken(cause?: unknown): AppError {
  return new AppError('conflict', { message: taken, cause });
}

export function isUsernameTakenError(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict' && error.message === taken;
}

/** True if the wanted username differs from the user's present one, ignoring case. */
export async function isUsernameChange(db: Kysely<DatabaseSchema>, userId: string, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  return row === undefined;
}

export async function hasUsers(db: Kysely<DatabaseSchema>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Sets the home workspace of a user without one (the first user) to the first workspace that they create. */
export async function setHomeWorkspaceIfMissing(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ home_workspace_id: workspaceId })
    .where('id', '=', userId)
    .where('home_workspace_id', 'is', null)
    .execute();
}

// First key of the advisory lock for creating the first user: 'VOFU' in ASCII. No other lock uses this key.
const firstUserLock = 0x564f4655;

/** Takes an advisory lock until the commit, so that only one server creates the first user of an empty database. */
export async function lockFirstUserCreation(tx: Transaction<DatabaseSchema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstUserLock}, 0)`.execute(tx);
}

/** Makes the user the only emergency admin. */
export async function setEmergencyAdmin(tx: Transaction<DatabaseSchema>, userId: string): Promise<void> {
  await tx.updateTable('users').set({ is_emergency: false }).where('is_emergency', '=', true).execute();
  await tx.updateTable('users').set({ is_emergency: true }).where('id', '=', userId).execute();
}

/** Sets how many workspaces a user may create in all. Returns false if there is no such user. */
export async function setUserWorkspaceLimit(
  db: Kysely<DatabaseSchema>,
  username: string,
  most: number,
): Promise<boolean> {
  const account = await findUserByUsername(db, username);
  if (!account) return false;
  await db.updateTable('users').set({ most_workspaces: most }).where('id', '=', account.id).execute();
  return true;
}
