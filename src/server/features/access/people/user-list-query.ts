/** Lists the users that a caller may see, with the caller's rights over each, which are determined only here. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { UserAccount } from '../../../../contract/access.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { awaitsFirstPasswordSql } from '../stores/mail-link-store.ts';
import { hasSecondFactorSql, secondFactorDueAtSql } from '../stores/second-factor-store.ts';

interface Row extends Omit<UserAccount, 'isActive' | 'lastLogin' | 'createdAt'> {
  readonly isActive: boolean;
  readonly lastLogin: Date | null;
  readonly createdAt: Date;
}

const shares = sql<boolean>`exists (select 1 from workspace_members t join mine on mine.workspace_id = t.workspace_id where t.user_id = u.id)`;
const manages = sql<boolean>`exists (select 1 from mine where mine.workspace_id = u.home_workspace_id and mine.role = 'admin')`;

/**
 * Lists the users who share a workspace with the signed-in user, or whose home workspace that user administers, sorted
 * by username.
 */
export function listVisibleUsers(db: Kysely<DatabaseSchema>, callerId: string): Promise<UserAccount[]> {
  return selectUsers(db, callerId, sql<boolean>`true`);
}

export async function findVisibleUser(
  db: Kysely<DatabaseSchema>,
  callerId: string,
  userId: string,
): Promise<UserAccount | null> {
  const [user] = await selectUsers(db, callerId, sql<boolean>`u.id = ${userId}`);
  return user ?? null;
}

/**
 * Reads users with the caller's rights over each. `canManage`: the caller is an admin of the user's home workspace.
 * `canSetPassword`: the caller is also an admin of all other workspaces of the user, and the user is neither the caller
 * nor from the identity provider. A workspace that refuses the caller for lack of a second factor gives no rights.
 */
async function selectUsers(
  db: Kysely<DatabaseSchema>,
  callerId: string,
  condition: RawBuilder<boolean>,
): Promise<UserAccount[]> {
  const { rows } = await sql<Row>`
    select seen.*, case when "canSetPassword" then (
      select count(*) from api_tokens where user_id = seen.id and expires_at > now()) else 0 end::int as tokens
    from (with mine as (
      select m.workspace_id, m.role from workspace_members m join users c on c.id = m.user_id
      join workspace_settings ws on ws.workspace_id = m.workspace_id
      where m.user_id = ${callerId} and c.is_active and coalesce(${secondFactorDueAtSql} > now(), true))
    select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.is_active as "isActive", u.last_login_at as "lastLogin", u.created_at as "createdAt",
      exists (select 1 from workspace_members t where t.user_id = u.id) as "hasWorkspace",
      ${manages} as "canManage",
      case when ${manages} or u.id = ${callerId} then ${hasSecondFactorSql('u.id')} end as "hasSecondFactor",
      case when ${manages} then (select i.subject from oidc_identities i where i.user_id = u.id) end as identity,
      u.came_by_oidc as "cameByProvider",
      ${manages} and ${awaitsFirstPasswordSql} as "awaitsPassword",
      u.id <> ${callerId} and ${manages} and not u.came_by_oidc and coalesce((
        select bool_and(exists (select 1 from mine where mine.workspace_id = t.workspace_id and mine.role = 'admin'))
        from workspace_members t where t.user_id = u.id), false) as "canSetPassword"
    from users u
    where u.deleted_at is null and (${shares} or ${manages}) and ${condition}
    ) seen order by lower(seen.username)`.execute(db);
  return rows.map((row) => ({
    ...row,
    isActive: row.isActive ? 'true' : 'false',
    lastLogin: row.lastLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
