/** Reads `call_listenings`: people who listen to a live call or took it over. The feature `listening` writes it. */
import { sql, type Kysely } from 'kysely';
import type { LiveCallListeningUser } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

/**
 * Lists each call's current listeners, the longest listening first. A person who has taken the call over stays listed
 * after the end of the call.
 */
export async function listCallListeners(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, LiveCallListeningUser[]>> {
  const byCall = new Map<string, LiveCallListeningUser[]>();
  if (callIds.length === 0) return byCall;
  const rows = await db
    .selectFrom('call_listenings')
    .select(['call_id', 'username', 'started_at', 'taken_over_at'])
    .where('workspace_id', '=', workspaceId)
    .where('call_id', 'in', [...callIds])
    .where(
      sql<boolean>`(taken_over_at is not null or (ended_at is null and session_id is not null and alive_until > clock_timestamp()))`,
    )
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  for (const { call_id: callId, username: by, started_at: since, taken_over_at: takenOverAt } of rows) {
    const listener = { by, since: since.toISOString(), takenOverAt: takenOverAt?.toISOString() ?? null };
    byCall.set(callId, [...(byCall.get(callId) ?? []), listener]);
  }
  return byCall;
}
