/**
 * Computes a workspace's progress in the setup guide from the workspace's data. The only stored value is whether the
 * guide is hidden.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { WorkspaceFirstSteps } from '../../../contract/first-steps.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export async function findWorkspaceFirstSteps(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceFirstSteps | null> {
  const { rows } = await sql<WorkspaceFirstSteps>`
    select
      exists (select from webhook_receipts where workspace_id = ${workspaceId} and last_event_at is not null) as "hasEvent",
      exists (select from campaigns where workspace_id = ${workspaceId}) as "hasCampaign",
      first_steps_hidden_at is not null as "isHidden"
    from workspace_settings where workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? null;
}

/** Hides a workspace's guide to the first steps. @returns false if it was hidden already. */
export async function hideFirstSteps(tx: Transaction<DatabaseSchema>, workspaceId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspace_settings')
    .set({ first_steps_hidden_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('first_steps_hidden_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
