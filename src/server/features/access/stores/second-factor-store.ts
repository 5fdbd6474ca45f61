/**
 * Rows of `second_factors`, `recovery_codes` and `sign_in_challenges`. Secrets are encrypted, codes and challenges
 * hashed. A code or challenge is checked and used up in one statement, so that only one of several requests succeeds.
 */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { SecondFactorKind, SignInWay } from '../../../../contract/access.ts';
import type { OidcSessionData, DatabaseSchema } from '../../../platform/db/schema.ts';

/** Number of days for which a member may work without the second factor that the workspace requires. */
const graceDays = 7;

/** SQL condition: the user has a second factor, an authenticator app or a passkey. */
const factorOf = (userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from second_factors f where f.user_id = ${userId} and f.secret_encrypted is not null)
  or exists (select 1 from passkeys p where p.user_id = ${userId}))`;

/** SQL condition: the user whose id is in column `id` has a second factor. */
export const hasSecondFactorSql = (id: string) => factorOf(sql.ref(id));

/** SQL condition: the workspace settings `ws` require a second factor of member `m`. */
const requires = sql<boolean>`(ws.second_factor = 'all' or (ws.second_factor = 'admins' and m.role = 'admin'))`;

/**
 * SQL: end of the grace period in which member `m` must set up a second factor. Null if the member already has a second
 * factor or the workspace does not require one. If only admins need one, a promotion restarts the period.
 */
export const secondFactorDueAtSql = sql<Date | null>`case when ${requires} and not ${hasSecondFactorSql('m.user_id')}
  then greatest(ws.second_factor_since, m.created_at, case when ws.second_factor = 'admins' then m.role_since end) + make_interval(days => ${sql.lit(graceDays)}) end`;

/** True if the workspace requires a second factor, and the member's grace period to set one up is over. */
export async function isBlockedWithoutSecondFactor(
  db: Kysely<DatabaseSchema>,
  userId: string,
  workspaceId: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspace_settings as ws', 'ws.workspace_id', 'm.workspace_id')
    .select(sql<boolean>`coalesce(${secondFactorDueAtSql} <= ${now}, false)`.as('lacks'))
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return row?.lacks ?? false;
}

/** Lists the names of workspaces that require a second factor of the user, in alphabetical order. */
export async function listWorkspacesRequiringSecondFactor(
  db: Kysely<DatabaseSchema>,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspace_settings as ws', 'ws.workspace_id', 'm.workspace_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select('w.name')
    .where('m.user_id', '=', userId)
    .where(requires)
    .orderBy('w.name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function hasSecondFactor(db: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${factorOf(sql`${userId}::uuid`)} as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Lists the kinds of second factor with which the user can sign in: passkeys, the app's codes and recovery codes. */
export async function listSecondFactorKinds(db: Kysely<DatabaseSchema>, userId: string): Promise<SecondFactorKind[]> {
  const factor = await findAuthenticatorSecrets(db, userId);
  if (!factor) return [];
  return [
    ...(factor.hasPasskeys ? (['passkey'] as const) : []),
    ...(factor.secret === null ? [] : (['totp'] as const)),
    ...(factor.codesLeft > 0 ? (['recovery'] as const) : []),
  ];
}

/** A user's encrypted authenticator secrets. `secret` is active; `pending` has not been confirmed by a code yet. */
export interface StoredAuthenticatorSecrets {
  readonly secret: string | null;
  readonly pending: string | null;
  readonly confirmedAt: Date | null;
  readonly lastStep: number | null;
  readonly codesLeft: number;
  readonly hasPasskeys: boolean;
}

export async function findAuthenticatorSecrets(
  db: Kysely<DatabaseSchema>,
  userId: string,
): Promise<StoredAuthenticatorSecrets | null> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select(['f.secret_encrypted', 'f.pending_encrypted', 'f.confirmed_at', 'f.last_step'])
    .select([
      sql<number>`(select count(*) from recovery_codes c where c.user_id = u.id)`.as('codes_left'),
      sql<boolean>`exists (select 1 from passkeys p where p.user_id = u.id)`.as('has_passkeys'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    secret: row.secret_encrypted,
    pending: row.pending_encrypted,
    confirmedAt: row.confirmed_at,
    lastStep: row.last_step,
    codesLeft: row.codes_left,
    hasPasskeys: row.has_passkeys,
  };
}

/** Stores the secret of an authenticator app until a code confirms it. Replaces an earlier unconfirmed secret. */
export async function storePendingTotpSecret(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  pending: string,
): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, pending_encrypted: pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_encrypted: pending }))
    .execute();
}

/** Activates the pending authenticator secret and uses up its code. Returns false if the pending secret has changed. */
export async function activatePendingTotpSecret(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  { pending, step, at }: { readonly pending: string; readonly step: number; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ secret_encrypted: pending, pending_encrypted: null, confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('pending_encrypted', '=', pending)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Uses up the TOTP code of a time step. Returns false if the code of this or a later step was used, or if the secret
 * has changed.
 */
export async function consumeTotpStep(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret_encrypted', '=', secret)
    .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a recovery code. Returns false if the code is unknown or used. */
export async function consumeRecoveryCode(
  db: Kysely<DatabaseSchema>,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Deletes a user's second factors, recovery codes and unfinished sign-ins. @returns false if there was no factor. */
export async function deleteSecondFactors(tx: Transaction<DatabaseSchema>, userId: string): Promise<boolean> {
  const had = await hasSecondFactor(tx, userId);
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await deleteAuthenticatorApp(tx, userId);
  return had;
}

/** Deletes the secret of the user's authenticator app, and sign-ins that wait for a code. */
export async function deleteAuthenticatorApp(tx: Transaction<DatabaseSchema>, userId: string): Promise<void> {
  await deleteUserSignInChallenges(tx, userId);
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await deleteUnusableRecoveryCodes(tx, userId);
}

/**
 * Deletes the recovery codes of a user who has no second factor any more. Recovery codes only replace a second factor,
 * so they are useless without one.
 */
export async function deleteUnusableRecoveryCodes(tx: Transaction<DatabaseSchema>, userId: string): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Records who removed a user's second factor, for a notice to that user. `by` is null for the server's operator. */
export async function recordSecondFactorRemoval(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  at: Date,
  by: string | null,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ second_factor_reset_at: at, second_factor_reset_by: by })
    .where('id', '=', userId)
    .execute();
}

export async function hideSecondFactorResetNotice(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_reset_at: null, second_factor_reset_by: null })
    .where('id', '=', userId)
    .execute();
}

/** A sign-in that waits for its second factor: the user and the way in which it began. */
export interface SignInChallenge {
  readonly userId: string;
  readonly way: SignInWay;
  readonly oidc: OidcSessionData | null;
}

export async function insertSignInChallenge(
  db: Kysely<DatabaseSchema>,
  challenge: SignInChallenge & { readonly tokenHash: string; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, expiresAt, way, oidc } = challenge;
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt, way, oidc: oidc && JSON.stringify(oidc) })
    .execute();
}

/** Finds an unfinished sign-in by its token; null if there is none or it has expired. */
export async function findSignInChallenge(
  db: Kysely<DatabaseSchema>,
  tokenHash: string,
  now: Date,
): Promise<SignInChallenge | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select(['user_id as userId', 'way', 'oidc'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Deletes a sign-in challenge, so that it is used only once. False if another request has used it, or a password change
 * has deleted it.
 */
export async function consumeSignInChallenge(tx: Transaction<DatabaseSchema>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Voids the user's unfinished sign-ins, so that an old password or passkey no longer leads to a session. */
export async function deleteUserSignInChallenges(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

export async function deleteExpiredSignInChallenges(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
}
