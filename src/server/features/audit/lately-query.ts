/** Counts recent actions in a workspace from the audit log, for rate limits. */
import { sql, type Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface RecentActionCount {
  readonly times: number;
  /** Seconds until the oldest counted action leaves the rate limit's window; 0 if there is none. */
  readonly secondsLeft: number;
}

/** Counts how often an action was done within the last `seconds`, by the database's clock. */
export async function countRecentAuditedActions(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  action: AuditAction,
  seconds: number,
): Promise<RecentActionCount> {
  const { rows } = await sql<RecentActionCount>`
    select count(*)::int as times, coalesce(ceil(${seconds} - extract(epoch from now() - min(at))), 0)::int as "secondsLeft"
    from audit_log
    where workspace_id = ${workspaceId} and action = ${action} and at > now() - ${seconds} * interval '1 second'`.execute(
    db,
  );
  return rows[0] ?? { times: 0, secondsLeft: 0 };
}
