/** Rows of `sessions`. Only the SHA-256 of the session token is stored. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { OidcSessionData, DatabaseSchema } from '../../../platform/db/schema.ts';
import type { SecondFactorKind, SignInWay } from '../../../../contract/access.ts';
import type { Role } from '../../../../contract/endpoint.ts';
import type { RequestIdentity } from '../../../platform/http/identity.ts';
import { secondFactorDueAtSql } from './second-factor-store.ts';

export interface NewSession {
  readonly tokenHash: string;
  readonly userId: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string | null;
  readonly way: SignInWay;
  readonly secondFactor: SecondFactorKind | null;
  readonly oidc: OidcSessionData | null;
}

/** Starts a session in the workspace that the person used last, if they are still a member. */
export async function insertSession(tx: Transaction<DatabaseSchema>, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      current_workspace_id: tx
        .selectFrom('users')
        .innerJoin('workspace_members as m', (join) =>
          join.onRef('m.user_id', '=', 'users.id').onRef('m.workspace_id', '=', 'users.last_workspace_id'),
        )
        .where('users.id', '=', session.userId)
        .select('m.workspace_id'),
      created_at: session.startedAt,
      last_seen_at: session.startedAt,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent,
      way: session.way,
      second_factor: session.secondFactor,
      oidc: session.oidc && JSON.stringify(session.oidc),
    })
    .execute();
}

export interface ValidUserSession {
  readonly identity: RequestIdentity;
  readonly lastSeenAt: Date;
  readonly way: SignInWay;
  readonly isEmergency: boolean;
}

/** Finds a session that was used after `idleSince`, has not expired at `now`, and whose user may sign in. */
export async function findValidUserSession(
  db: Kysely<DatabaseSchema>,
  tokenHash: string,
  times: { readonly now: Date; readonly idleSince: Date },
): Promise<ValidUserSession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .modifyFront(preparedStatementMark)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 's.current_workspace_id').onRef('m.user_id', '=', 's.user_id'),
    )
    .leftJoin('workspace_settings as ws', 'ws.workspace_id', 'm.workspace_id')
    .select(['s.id', 's.user_id', 's.current_workspace_id', 's.last_seen_at', 's.way'])
    .select(['u.username', 'u.email', 'u.is_emergency'])
    .select(
      sql<Role | null>`case when ${secondFactorDueAtSql} <= ${times.now}::timestamptz then null else m.role end`.as(
        'role',
      ),
    )
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', times.now)
    .where('s.last_seen_at', '>', times.idleSince)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    identity: {
      sessionId: row.id,
      tokenId: null,
      userId: row.user_id,
      username: row.username,
      email: row.email,
      currentWorkspaceId: row.current_workspace_id,
      currentRole: row.role,
    },
    lastSeenAt: row.last_seen_at,
    way: row.way,
    isEmergency: row.is_emergency,
  };
}

/** Records when the session was last used. Only one of several concurrent requests writes. */
export async function recordSessionUse(
  db: Kysely<DatabaseSchema>,
  sessionId: string,
  now: Date,
  ifSeenBefore: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<=', ifSeenBefore)
    .execute();
}

/**
 * Sets the session's current workspace, in which the user's next session will also start. @returns false if the user is
 * not a member of the workspace.
 */
export async function setSessionCurrentWorkspace(
  db: Kysely<DatabaseSchema>,
  { sessionId, userId }: Pick<RequestIdentity, 'sessionId' | 'userId'>,
  workspaceId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .with('member', (cte) =>
      // Lock the membership, so that the user can't be removed from the workspace while the session moves to it.
      cte
        .selectFrom('workspace_members')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .forShare(),
    )
    .updateTable('sessions')
    .set({ current_workspace_id: workspaceId })
    .where('id', '=', sessionId)
    .where((eb) => eb.exists(eb.selectFrom('member').select('user_id')))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('users')
    .set({ last_workspace_id: workspaceId })
    .where('id', '=', userId)
    .where('last_workspace_id', 'is distinct from', workspaceId)
    .execute();
  return true;
}

/** Clears the current workspace in those of the user's sessions whose current workspace is `workspaceId`. */
export async function clearCurrentWorkspaceInUserSessions(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ current_workspace_id: null })
    .where('user_id', '=', userId)
    .where('current_workspace_id', '=', workspaceId)
    .execute();
}

/** Ends one session, given by its id or its token's hash. @returns a list with its id; empty if no session ended. */
export async function deleteSession(
  db: Kysely<DatabaseSchema>,
  session: { readonly id: string } | { readonly tokenHash: string },
): Promise<string[]> {
  const query = db.deleteFrom('sessions').returning('id');
  const rows = await (
    'id' in session ? query.where('id', '=', session.id) : query.where('token_hash', '=', session.tokenHash)
  ).execute();
  return rows.map((row) => row.id);
}

export async function isSessionStartedSince(
  db: Kysely<DatabaseSchema>,
  sessionId: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listUserSessionIds(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.id);
}

/** Ends the user's sessions, except `keepId`. @returns the ids of the ended sessions. */
export async function deleteUserSessions(
  db: Kysely<DatabaseSchema>,
  userId: string,
  keepId: string | null,
): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (keepId !== null) query = query.where('id', '<>', keepId);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
}

/** Ends one session of a user. @returns its IP address and browser; null if the user has no such session. */
export async function deleteOneUserSession(
  db: Kysely<DatabaseSchema>,
  userId: string,
  id: string,
): Promise<{ readonly address: string | null; readonly userAgent: string | null } | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['address', 'user_agent as userAgent'])
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteExpiredSessions(
  db: Kysely<DatabaseSchema>,
  times: { readonly now: Date; readonly idleSince: Date },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<=', times.now), is('last_seen_at', '<=', times.idleSince)]))
    .execute();
}
