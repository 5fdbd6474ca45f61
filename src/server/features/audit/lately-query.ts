/** Counts recent actions in a workspace from the audit log, for rate limits. */
import { sql, type Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface RecentActions {
  readonly times: number;
  /** Seconds until the oldest counted action leaves the rate limit's window; 0 if there is none. */
  readonly secondsLeft: number;
}

/** Counts how often an action was done within the last `seconds`, by the database's clock. */
export async function countRecentActions(
  db: Kysely<Schema>,
  workspaceId: string,
  action: AuditAction,
  seconds: number,
): Promise<RecentActions> {
  const { rows } = await sql<RecentActions>`
    select count(*)::int as times, coalesce(ceil(${seconds} - extract(epoch from now() - min(at))), 0)::int as "secondsLeft"
    from audit_log
    where workspace_id = ${workspaceId} and action = ${action} and at > now() - ${seconds} * interval '1 second'`.execute(
    db,
  );
  return rows[0] ?? { times: 0, secondsLeft: 0 };
}
