/** Removes the text of whispers (hints to the agent) from the audit log when their call is erased. The entry stays. */
import { sql, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export async function eraseWhispersFromAudit(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<void> {
  if (callIds.length === 0) return;
  await tx
    .updateTable('audit_log')
    .set({ details: sql`details - 'text'` })
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'call.whispered')
    .where('target', 'in', [...callIds])
    .execute();
}
