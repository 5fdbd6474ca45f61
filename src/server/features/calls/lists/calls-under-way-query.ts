/** Filters these calls of a workspace to those under way. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

export async function listCallsUnderWay(
  db: Kysely<Schema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<string[]> {
  if (callIds.length === 0) return [];
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...callIds])
    .where('is_over', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}
