/** Rows of `oidc_identities`, `oidc_rules` and `oidc_spent`, and sessions that began at the identity provider. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { SignOnRule } from '../../../../contract/single-sign-on.ts';
import type { OidcSessionData, DatabaseSchema } from '../../../platform/db/schema.ts';
import type { SignOnClaimRule } from '../oidc/claims.ts';

export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Finds the user who is linked to an identity, even if the user was deleted; null if there is none. */
export async function findUserOfOidcIdentity(
  db: Kysely<DatabaseSchema>,
  { issuer, subject }: OidcIdentity,
): Promise<{ readonly userId: string; readonly isDeleted: boolean } | null> {
  const row = await db
    .selectFrom('oidc_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.user_id', 'u.deleted_at'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
  return row ? { userId: row.user_id, isDeleted: row.deleted_at !== null } : null;
}

export async function findUserOidcIdentity(
  db: Kysely<DatabaseSchema>,
  userId: string,
): Promise<(OidcIdentity & { readonly linkedAt: Date }) | null> {
  const row = await db
    .selectFrom('oidc_identities')
    .select(['issuer', 'subject', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Links a user to an identity, instead of the identity linked before. Returns false if the identity is linked to
 * another user who is not deleted.
 */
export async function linkOidcIdentity(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  { issuer, subject }: OidcIdentity,
  { at, byAdmin }: { readonly at: Date; readonly byAdmin: boolean },
): Promise<boolean> {
  const earlier = await findUserOidcIdentity(tx, userId);
  if (earlier?.issuer === issuer && earlier.subject === subject) return true;
  await sql`delete from oidc_identities i using users u
    where u.id = i.user_id and i.issuer = ${issuer} and i.subject = ${subject} and u.deleted_at is not null`.execute(
    tx,
  );
  await unlinkOidcIdentity(tx, userId);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_identities')
    .values({ issuer, subject, user_id: userId, linked_at: at, by_admin: byAdmin, signed_in_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unlinks the user from their identity of the identity provider. Returns false if there was none. */
export async function unlinkOidcIdentity(tx: Transaction<DatabaseSchema>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('oidc_identities').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Records that a user signed in by the identity provider. @returns whether it is the user's first sign-in since an
 * admin linked the identity; null if the identity is no longer linked to the user.
 */
export async function recordOidcSignIn(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  { issuer, subject }: OidcIdentity,
  at: Date,
): Promise<{ readonly isTakenOver: boolean } | null> {
  const { rows } = await sql<{ wasByAdmin: boolean }>`
    update oidc_identities i set signed_in_at = ${at}, by_admin = false
    from oidc_identities o
    where o.issuer = i.issuer and o.subject = i.subject
      and i.issuer = ${issuer} and i.subject = ${subject} and i.user_id = ${userId}::uuid
    returning o.by_admin as "wasByAdmin"`.execute(tx);
  const [noted] = rows;
  return noted ? { isTakenOver: noted.wasByAdmin } : null;
}

/** Ends the user's sessions that began at the identity provider. @returns the ids of the ended sessions. */
export async function deleteUserOidcSessions(tx: Transaction<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('oidc', 'is not', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** True if an active admin of some workspace has signed in by this identity provider. */
export async function hasAdminSignedInByOidc(db: Kysely<DatabaseSchema>, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .innerJoin('workspace_members as m', 'm.user_id', 'i.user_id')
    .select('i.user_id')
    .where('i.issuer', '=', issuer)
    .where('i.signed_in_at', 'is not', null)
    .where('m.role', '=', 'admin')
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the use of a value that works once, such as a logout token. Returns false if it was used before. */
export async function consumeOidcSingleUseKey(
  db: Kysely<DatabaseSchema>,
  keyHash: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidc_spent')
    .values({ key_hash: keyHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteExpiredOidcSingleUseKeys(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  await db.deleteFrom('oidc_spent').where('expires_at', '<=', now).execute();
}

/**
 * A workspace's sign-on rule: users with a certain claim from the identity provider get a role. Invitations by the rule
 * are sent in the name of `createdBy`.
 */
export interface StoredSignOnRule extends SignOnClaimRule {
  readonly workspaceId: string;
  readonly createdBy: string;
}

/** Lists the sign-on rules of all workspaces, oldest first. */
export async function listAllSignOnRules(db: Kysely<DatabaseSchema>): Promise<StoredSignOnRule[]> {
  return db
    .selectFrom('oidc_rules')
    .select(['workspace_id as workspaceId', 'claim', 'value', 'role', 'created_by as createdBy'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Lists the workspace's sign-on rules, oldest first. */
export async function listWorkspaceSignOnRules(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<SignOnRule[]> {
  return db
    .selectFrom('oidc_rules')
    .select(['id', 'claim', 'value', 'role'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Inserts a sign-on rule, unless the workspace already has `most` rules or one with this claim and value. @returns the
 * new rule's id, otherwise null.
 */
export async function insertSignOnRule(
  tx: Transaction<DatabaseSchema>,
  { workspaceId, claim, value, role, createdBy }: StoredSignOnRule,
  most: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into oidc_rules (workspace_id, claim, value, role, created_by)
    select ${workspaceId}::uuid, ${claim}, ${value}, ${role}, ${createdBy}::uuid
    where (select count(*) from oidc_rules where workspace_id = ${workspaceId}) < ${most}
    on conflict (workspace_id, claim, value) do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Deletes a sign-on rule. @returns the rule; null if none has that id. */
export async function deleteSignOnRuleRow(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  id: string,
): Promise<SignOnClaimRule | null> {
  const row = await tx
    .deleteFrom('oidc_rules')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(['claim', 'value', 'role'])
    .executeTakeFirst();
  return row ?? null;
}

export async function listMembershipsWithByRule(
  tx: Kysely<DatabaseSchema>,
  userId: string,
): Promise<{ readonly workspaceId: string; readonly role: SignOnClaimRule['role']; readonly byRule: boolean }[]> {
  return tx
    .selectFrom('workspace_members')
    .select(['workspace_id as workspaceId', 'role', 'by_rule as byRule'])
    .where('user_id', '=', userId)
    .execute();
}

export interface SignOnRuleInvitation {
  readonly workspaceId: string;
  readonly role: SignOnClaimRule['role'];
  /** True if the invitation by a sign-on rule was neither answered nor withdrawn. It may have expired. */
  readonly isPending: boolean;
  /**
   * True if the person's invitation by a sign-on rule is open, or was refused or withdrawn. Then no second invitation
   * is sent.
   */
  readonly isLast: boolean;
}

export async function listSignOnRuleInvitations(
  db: Kysely<DatabaseSchema>,
  userId: string,
  now: Date,
): Promise<SignOnRuleInvitation[]> {
  const { rows } = await sql<SignOnRuleInvitation>`
    select workspace_id as "workspaceId", role, ended_at is null as "isPending",
      ((ended_at is null and expires_at > ${now}) or outcome in ('refused', 'withdrawn')) is true as "isLast"
    from workspace_invitations where user_id = ${userId}::uuid and by_rule`.execute(db);
  return rows;
}

/** Finds the id of the user's home workspace; null for a user without one. */
export async function findHomeWorkspaceId(db: Kysely<DatabaseSchema>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('home_workspace_id').where('id', '=', userId).executeTakeFirst();
  return row?.home_workspace_id ?? null;
}

/**
 * Ends a workspace's open invitations that sign-on rules created. If `of` is given, ends only that user's invitations
 * to a role other than `of.role`.
 */
export async function lapseSignOnRuleInvitations(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  now: Date,
  of: { readonly userId: string; readonly role: SignOnClaimRule['role'] | null } | null,
): Promise<void> {
  let query = tx
    .updateTable('workspace_invitations')
    .set({ ended_at: now, outcome: 'lapsed' })
    .where('workspace_id', '=', workspaceId)
    .where('by_rule', '=', true)
    .where('ended_at', 'is', null);
  if (of) query = query.where('user_id', '=', of.userId).where('role', 'is distinct from', of.role);
  await query.execute();
}

export async function markUserAsOidcUser(tx: Transaction<DatabaseSchema>, userId: string): Promise<void> {
  await tx.updateTable('users').set({ came_by_oidc: true }).where('id', '=', userId).execute();
}

export interface RefreshableOidcSession {
  readonly id: string;
  readonly userId: string;
  readonly oidc: OidcSessionData;
}

/** Lists sessions with a refresh token that the identity provider last confirmed before `checkedBefore`. */
export async function listOidcSessionsToCheck(
  db: Kysely<DatabaseSchema>,
  checkedBefore: Date,
): Promise<RefreshableOidcSession[]> {
  const { rows } = await sql<RefreshableOidcSession>`
    select id, user_id as "userId", oidc from sessions
    where oidc is not null and oidc ->> 'refreshToken' is not null and (oidc ->> 'checkedAt')::timestamptz < ${checkedBefore}
    order by (oidc ->> 'checkedAt')::timestamptz`.execute(db);
  return rows;
}

export async function updateOidcSession(
  db: Kysely<DatabaseSchema>,
  sessionId: string,
  oidc: OidcSessionData,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ oidc: JSON.stringify(oidc) })
    .where('id', '=', sessionId)
    .execute();
}

/**
 * Deletes the sessions and unfinished sign-ins of the identity provider's user (`subject`) or session (`sid`). @returns
 * the ids of the deleted sessions.
 */
export async function deleteOidcSessions(
  db: Kysely<DatabaseSchema>,
  issuer: string,
  by: { readonly sid: string } | { readonly subject: string },
): Promise<string[]> {
  const [name, value] = 'sid' in by ? ['sid', by.sid] : ['subject', by.subject];
  await sql`delete from sign_in_challenges where oidc ->> 'issuer' = ${issuer} and oidc ->> ${name}::text = ${value}`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`
    delete from sessions where oidc ->> 'issuer' = ${issuer} and oidc ->> ${name}::text = ${value} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
