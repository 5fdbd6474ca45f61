/** Data for messages about a workspace: its name, and the email addresses of its admins. */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export async function findWorkspaceName(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<string | null> {
  const row = await db.selectFrom('workspaces').select('name').where('id', '=', workspaceId).executeTakeFirst();
  return row?.name ?? null;
}

/** True if the workspace has an admin who may sign in. */
export async function hasActiveWorkspaceAdmin(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.role', '=', 'admin')
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the email addresses of a workspace's active admins who have one, the oldest member first. */
export async function listWorkspaceAdminEmails(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.role', '=', 'admin')
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.email', 'is not', null)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .execute();
  return [...new Set(rows.flatMap(({ email }) => (email === null || email === '' ? [] : [email])))];
}
