/** Query of the circuit breaker: how many of a campaign's calls of the last minutes failed. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface RecentCallFailureCounts {
  /** Calls that the provider accepted. */
  readonly calls: number;
  /** Number of the accepted calls that ended for technical reasons. */
  readonly failed: number;
}

/** Counts a campaign's calls that were accepted in the last `seconds`, but not before it was last resumed. */
export async function countRecentCallFailures(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  seconds: number,
): Promise<RecentCallFailureCounts> {
  const { rows } = await sql<RecentCallFailureCounts>`
    select count(*) as calls, count(*) filter (where outcome = 'error') as failed from attempts
    where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and not is_surplus
      and accepted_at > greatest(clock_timestamp() - ${seconds} * interval '1 second', (
        select resumed_at from campaigns where workspace_id = ${workspaceId} and id = ${campaignId}))`.execute(db);
  return rows[0] ?? { calls: 0, failed: 0 };
}
