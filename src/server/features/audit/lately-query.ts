/** How often something was done in a workspace lately, as the log has it: what bounds how often it may be done. */
import { sql, type Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface Lately {
  readonly times: number;
  /** Until the first of them is longer ago. */
  readonly secondsLeft: number;
}

/** Within so many seconds, by the table's own clock. */
export async function readLately(
  db: Kysely<Schema>,
  workspaceId: string,
  action: AuditAction,
  seconds: number,
): Promise<Lately> {
  const { rows } = await sql<Lately>`
    select count(*)::int as times, coalesce(ceil(${seconds} - extract(epoch from now() - min(at))), 0)::int as "secondsLeft"
    from audit_log
    where workspace_id = ${workspaceId} and action = ${action} and at > now() - ${seconds} * interval '1 second'`.execute(
    db,
  );
  return rows[0] ?? { times: 0, secondsLeft: 0 };
}
