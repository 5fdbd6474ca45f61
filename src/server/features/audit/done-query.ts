/** Whether a person did something to a target, by the log. An action asked of here has its partial index (migration 58). */
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface DoneToTarget {
  readonly workspaceId: string;
  readonly userId: string;
  readonly action: AuditAction;
  readonly target: string;
}

export async function hasAuditRow(
  db: Kysely<Schema>,
  { workspaceId, userId, action, target }: DoneToTarget,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('target', '=', target)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
