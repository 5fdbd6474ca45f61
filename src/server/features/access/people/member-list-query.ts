/** Lists a workspace's members for its admins. Members with a deleted account are shown as inactive until removed. */
import { sql, type Kysely } from 'kysely';
import type { WorkspaceMember } from '../../../../contract/access.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

/** Lists a workspace's members, sorted by username. With `userId`, lists only that user, if they are a member. */
export async function listMembers(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  userId?: string,
): Promise<WorkspaceMember[]> {
  let query = db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'u.is_active', 'm.role'])
    .select(
      sql<Date | null>`greatest(u.last_login_at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id))`.as(
        'last_access_at',
      ),
    )
    .where('m.workspace_id', '=', workspaceId)
    .orderBy(sql`lower(u.username)`);
  if (userId !== undefined) query = query.where('u.id', '=', userId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    state: 'active',
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    isActive: row.is_active,
    lastAccessAt: row.last_access_at?.toISOString() ?? null,
  }));
}
