/** Which calls are to be ended on request, and of which campaigns that was requested. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

/** Calls of a campaign that the provider has and that are not over as far as is known; of `only`, if given. */
export async function listLiveCalls(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignId: string,
  only: readonly string[] | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('accepted_at', 'is not', null)
    .where('state', '=', 'accepted')
    .$if(only !== null, (query) => query.where('call_id', '=', sql<string>`any(${only}::text[])`))
    .orderBy('accepted_at')
    .execute();
  return rows.flatMap(({ call_id: callId }) => (callId === null ? [] : [callId]));
}

/** Of these campaigns, those whose calls are to be ended. */
export async function findHungUp(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .where('hang_up_requested_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
