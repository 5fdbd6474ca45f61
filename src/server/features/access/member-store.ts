/** Rows of `workspace_members`: who belongs where, with which role. */
import type { Kysely } from 'kysely';
import type { Role } from '../../../contract/endpoint.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Null for a stranger, and for a workspace that does not exist. */
export async function findRole(db: Kysely<Schema>, userId: string, workspaceId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Adds the member, or changes the role of one. */
export async function upsertMember(db: Kysely<Schema>, workspaceId: string, userId: string, role: Role): Promise<void> {
  await db
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}
