/**
 * Finds audit entries about one target. The partial index of migration 58 must contain every queried action. Otherwise
 * the query is slow.
 */
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';

export interface AuditedActionFilter {
  readonly workspaceId: string;
  readonly userId: string;
  readonly action: AuditAction;
  readonly target: string;
}

export async function hasAuditRow(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId, action, target }: AuditedActionFilter,
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

export async function listTargetAuditEntries(
  db: Kysely<DatabaseSchema>,
  { workspaceId, action, target }: Omit<AuditedActionFilter, 'userId'>,
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
