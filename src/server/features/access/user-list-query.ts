/** Users as one who asks may see them, and what that one may do to each: the one place where those rights are decided. */
import { sql, type Kysely } from 'kysely';
import type { User } from '../../../contract/access.ts';
import type { Schema } from '../../platform/db/schema.ts';

interface Row extends Omit<User, 'isActive' | 'lastLogin' | 'createdAt'> {
  readonly isActive: boolean;
  readonly lastLogin: Date | null;
  readonly createdAt: Date;
}

/**
 * Those who share a workspace with the caller, by username; with `userId` that user alone, if they do.
 * `canManage`: the caller is an admin of the user's home. `canSetPassword`: of every workspace of the user.
 */
export async function listVisibleUsers(db: Kysely<Schema>, callerId: string, userId?: string): Promise<User[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select m.workspace_id, m.role from workspace_members m join users c on c.id = m.user_id
      where m.user_id = ${callerId} and c.is_active)
    select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.is_active as "isActive", u.last_login_at as "lastLogin", u.created_at as "createdAt",
      exists (select 1 from mine where mine.workspace_id = u.home_workspace_id and mine.role = 'admin') as "canManage",
      not exists (
        select 1 from workspace_members t
        left join mine on mine.workspace_id = t.workspace_id and mine.role = 'admin'
        where t.user_id = u.id and mine.workspace_id is null) as "canSetPassword"
    from users u
    where u.deleted_at is null
      and u.id in (select t.user_id from workspace_members t join mine on mine.workspace_id = t.workspace_id)
      and (${userId ?? null}::uuid is null or u.id = ${userId ?? null}::uuid)
    order by lower(u.username)`.execute(db);
  return rows.map((row) => ({
    ...row,
    isActive: row.isActive ? 'true' : 'false',
    lastLogin: row.lastLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
