/** Finds audit entries about one target. The actions that are queried must be in the partial index of migration 58. */
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { JsonObject, Schema } from '../../platform/db/schema.ts';

export interface TargetAction {
  readonly workspaceId: string;
  readonly userId: string;
  readonly action: AuditAction;
  readonly target: string;
}

export async function hasAuditRow(
  db: Kysely<Schema>,
  { workspaceId, userId, action, target }: TargetAction,
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

export interface TargetAuditEntry {
  readonly at: Date;
  readonly username: string | null;
  readonly details: JsonObject;
}

const mostListed = 100;

export async function listActionsOnTarget(
  db: Kysely<Schema>,
  { workspaceId, action, target }: Omit<TargetAction, 'userId'>,
): Promise<readonly TargetAuditEntry[]> {
  return db
    .selectFrom('audit_log')
    .select(['at', 'username', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .where('target', '=', target)
    .orderBy('id')
    .limit(mostListed)
    .execute();
}
