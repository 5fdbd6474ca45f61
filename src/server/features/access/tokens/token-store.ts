/** Rows of `api_tokens`. Only the SHA-256 of an API token is stored. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Role } from '../../../../contract/endpoint.ts';
import type { ApiToken } from '../../../../contract/tokens.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface NewApiToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly role: Role;
  readonly addresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Inserts an API token; the workspace must be locked. @returns false if the workspace has `most` tokens already. */
export async function insertApiToken(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  token: NewApiToken,
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into api_tokens (workspace_id, id, user_id, name, token_hash, role, addresses, created_at, expires_at)
    select ${workspaceId}::uuid, ${token.id}::uuid, ${token.userId}::uuid, ${token.name}, ${token.tokenHash}, ${token.role},
      ${[...token.addresses]}::inet[], ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
    where (select count(*) from api_tokens where workspace_id = ${workspaceId}) < ${most}`.execute(tx);
  return numAffectedRows === 1n;
}

/** SQL of an API token's effective role: the token's role or the role of the user who made it, whichever is lower. */
const lesserRole = sql<Role>`case when 'operator' in (t.role, m.role) then 'operator' when 'editor' in (t.role, m.role) then 'editor' else 'admin' end`;

const tokensOfMembers = (db: Kysely<DatabaseSchema>) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 't.workspace_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .innerJoin('users as u', 'u.id', 't.user_id');

/** Lists the workspace's tokens, newest first. */
export async function listApiTokens(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<ApiToken[]> {
  const rows = await tokensOfMembers(db)
    .select(['t.id', 't.name', lesserRole.as('role'), 'u.username', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(sql<string[]>`t.addresses::text[]`.as('addresses'))
    .where('t.workspace_id', '=', workspaceId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    addresses: row.addresses,
    createdBy: row.username,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

export interface FoundApiToken {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: Role;
  readonly lastUsedAt: Date | null;
}

/** Days after the last sign-in of an identity provider's user at which the user's API tokens stop working. */
const providerTokenDays = 30;

/**
 * Finds an API token that has not expired at `now` and may be used from the IP address `address`. The user who made it
 * must still be an active member of the workspace.
 */
export async function findLiveApiToken(
  db: Kysely<DatabaseSchema>,
  tokenHash: string,
  { now, address }: { readonly now: Date; readonly address: string },
): Promise<FoundApiToken | null> {
  const row = await tokensOfMembers(db)
    .select(['t.id', 't.name', 't.workspace_id', 't.user_id', 't.last_used_at', 'u.username', 'u.email'])
    .select(lesserRole.as('role'))
    .where('t.token_hash', '=', tokenHash)
    .where('t.expires_at', '>', now)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where(
      sql<boolean>`(not u.came_by_oidc or u.last_login_at > ${now}::timestamptz - make_interval(days => ${sql.lit(providerTokenDays)}))`,
    )
    .where(sql<boolean>`(t.addresses = '{}' or ${address}::inet <<= any (t.addresses))`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    role: row.role,
    lastUsedAt: row.last_used_at,
  };
}

/**
 * Records when the API token was last used, unless it was recorded recently. Of several concurrent requests, only one
 * writes.
 */
export async function recordApiTokenUse(
  db: Kysely<DatabaseSchema>,
  token: Pick<FoundApiToken, 'workspaceId' | 'id'>,
  now: Date,
  ifUsedBefore: Date,
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: now })
    .where('workspace_id', '=', token.workspaceId)
    .where('id', '=', token.id)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', ifUsedBefore)]))
    .execute();
}

/** Deletes a workspace's API token. @returns the token's name; null if the workspace has no token with that id. */
export async function deleteApiToken(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Counts the unexpired API tokens that the user made, in all workspaces. */
export async function countUserApiTokens(db: Kysely<DatabaseSchema>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Deletes the user's API tokens. @returns the deleted tokens, so that the caller can audit each in its workspace. */
export async function deleteUserApiTokens(
  tx: Transaction<DatabaseSchema>,
  userId: string,
): Promise<readonly { readonly workspaceId: string; readonly name: string; readonly isLive: boolean }[]> {
  return tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .returning(['workspace_id as workspaceId', 'name', sql<boolean>`expires_at > now()`.as('isLive')])
    .execute();
}
