/** Rows of `users`. Usernames are one and the same in any case; a deleted user's name is free again. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CurrentUser } from '../../../../contract/access.ts';
import { mailLinkPurposes, passwordLinkPurposes } from '../../../../contract/mail-links.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { voidLinks } from './mail-link-store.ts';
import { deleteChallengesOf, hasFactor } from './second-factor-store.ts';
import { isTaken } from './taken.ts';

export interface Credentials {
  readonly id: string;
  readonly username: string;
  /** Null: they have no password. */
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly hasSecondFactor: boolean;
  /** May sign in by password where local sign-in is switched off. */
  readonly isEmergency: boolean;
}

/** Of whom a name means, or of whom an id does; null: nobody who has not been deleted. */
export async function findCredentials(
  db: Kysely<Schema>,
  person: string | { readonly id: string },
): Promise<Credentials | null> {
  const row = await db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.password_hash',
      'u.is_active',
      'u.is_emergency',
      hasFactor('u.id').as('has_factor'),
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

/** The person as they see themself; throws `not_signed_in` for nobody. */
export async function findCurrentUser(db: Kysely<Schema>, userId: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.email', 'u.home_workspace_id', hasFactor('u.id').as('has_factor')])
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

/** Whom a name means; null: nobody who has not been deleted. */
export async function findAccount(
  db: Kysely<Schema>,
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
 * Notes the sign-in and holds the user's row until the transaction ends. False when, since the password was looked
 * at, it changed or the user may no longer sign in: no session may then be made.
 */
export async function noteSignIn(tx: Transaction<Schema>, user: Credentials, at: Date): Promise<boolean> {
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

/** As noteSignIn holds the row, before the sign-in is done. False: what was looked at is no longer so. */
export async function holdCredentials(tx: Transaction<Schema>, user: Credentials): Promise<boolean> {
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

/** Sign-ins under way with the old password make no session after this (see noteSignIn and holdCredentials), and links set no other. */
export async function setPasswordHash(
  tx: Transaction<Schema>,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await deleteChallengesOf(tx, userId);
  await voidLinks(tx, userId, passwordLinkPurposes);
}

/** Nobody signs in by an earlier password, nor sets one by a link that is under way. */
export async function clearPassword(tx: Transaction<Schema>, userId: string): Promise<void> {
  await setPasswordHash(tx, userId, null);
}

/** The workspace that the user used last, one left meanwhile too; null: none yet. */
export async function findLastWorkspace(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('last_workspace_id').where('id', '=', userId).executeTakeFirst();
  return row?.last_workspace_id ?? null;
}

export async function findFailuresSeenAt(db: Kysely<Schema>, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('sign_in_failures_seen_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.sign_in_failures_seen_at ?? null;
}

/** Moves on, never back, nor beyond what has happened by now. */
export async function markFailuresSeen(db: Kysely<Schema>, userId: string, until: Date): Promise<void> {
  await sql`update users set sign_in_failures_seen_at = greatest(sign_in_failures_seen_at, least(${until}::timestamptz, now()))
    where id = ${userId}::uuid`.execute(db);
}

export interface NewUser {
  readonly username: string;
  /** Null: they have no password yet. */
  readonly passwordHash: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly homeWorkspaceId: string | null;
}

/** @returns the new user's id. Throws `conflict` when the name is taken. */
export async function insertUser(tx: Kysely<Schema>, user: NewUser): Promise<string> {
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

/** A user's row, held against every other change of it and of its memberships until the transaction ends. */
export interface LockedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly isActive: boolean;
  readonly homeWorkspaceId: string | null;
}

/** Null for nobody, and unless asked for one who was deleted. Before any lock of a workspace. */
export async function lockUser(
  tx: Transaction<Schema>,
  userId: string,
  { deletedToo = false }: { readonly deletedToo?: boolean } = {},
): Promise<LockedUser | null> {
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

/** Fields that are missing stay. Another address is not confirmed, and links to the earlier one are void. Throws `conflict` when the name is taken. */
export async function updateProfile(
  tx: Transaction<Schema>,
  userId: string,
  change: Partial<Omit<LockedUser, 'id' | 'homeWorkspaceId'>>,
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
    if (change.email !== undefined) await voidLinks(tx, userId, mailLinkPurposes);
  } catch (error) {
    if (isTaken(error)) throw nameTaken(error);
    throw error;
  }
}

/** The row stays, so that what the user did keeps its author; the name is free again. */
export async function markDeleted(tx: Transaction<Schema>, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ deleted_at: at, is_active: false }).where('id', '=', userId).execute();
}

const taken = 'Ya existe un usuario con ese nombre.';

function nameTaken(cause?: unknown): AppError {
  return new AppError('conflict', { message: taken, cause });
}

/** Whether the error says that a username is taken. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict' && error.message === taken;
}

/** Whether the name is another than the user's own, in any case of letters. */
export async function isOtherName(db: Kysely<Schema>, userId: string, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  return row === undefined;
}

export async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A user made in no workspace (the first one) is at home in the first that they create. */
export async function settleHome(tx: Transaction<Schema>, userId: string, workspaceId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ home_workspace_id: workspaceId })
    .where('id', '=', userId)
    .where('home_workspace_id', 'is', null)
    .execute();
}

// 'VOFU' keeps this lock apart from others.
const firstUserLock = 0x564f4655;

/** Of several servers that start on an empty database, one makes the first user; held until the transaction ends. */
export async function lockFirstUser(tx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstUserLock}, 0)`.execute(tx);
}

/** There is one at most. */
export async function moveEmergency(tx: Transaction<Schema>, userId: string): Promise<void> {
  await tx.updateTable('users').set({ is_emergency: false }).where('is_emergency', '=', true).execute();
  await tx.updateTable('users').set({ is_emergency: true }).where('id', '=', userId).execute();
}

/** How many workspaces somebody may create from now on, in all. False: there is no such user. */
export async function allowWorkspaces(db: Kysely<Schema>, username: string, most: number): Promise<boolean> {
  const account = await findAccount(db, username);
  if (!account) return false;
  await db.updateTable('users').set({ most_workspaces: most }).where('id', '=', account.id).execute();
  return true;
}
