/** Selects from the given calls those that are registered or ongoing. */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export async function findUnfinishedCallIds(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<string[]> {
  if (callIds.length === 0) return [];
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...callIds])
    .where('is_over', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns when a call started. Null while the phone rings, and if the workspace does not have the call. */
export async function findCallStartTime(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('calls')
    .select('start_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .executeTakeFirst();
  return row?.start_at ?? null;
}

/** Lists the ongoing calls of the given agents, oldest first, at most `limit`. */
export async function listLiveCallsOfAgents(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { agentIds, limit }: { readonly agentIds: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'ongoing')
    .where('agent_id', 'in', [...agentIds])
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
