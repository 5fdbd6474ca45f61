/** Stores rows of the `audit_log` table. Rows are only added. */
import type { Kysely } from 'kysely';
import type { DatabaseSchema, JsonObject } from '../../platform/db/schema.ts';

/** The nil UUID, stored as the workspace of audit entries that belong to no workspace, such as sign-ins. */
export const noWorkspaceId = '00000000-0000-0000-0000-000000000000';

export interface AuditRow {
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly username: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly details: JsonObject;
  readonly address: string | null;
}

export async function insertAuditRow(db: Kysely<DatabaseSchema>, row: AuditRow): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      workspace_id: row.workspaceId ?? noWorkspaceId,
      user_id: row.userId,
      username: row.username,
      action: row.action,
      target: row.target,
      details: JSON.stringify(row.details),
      address: row.address,
    })
    .execute();
}
