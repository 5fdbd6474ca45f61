/**
 * Reads which agents' live calls each workspace always follows, and the maximum number of calls that it follows at a
 * time.
 */
import { sql, type Kysely } from 'kysely';
import type { AttentionSettings } from '../../../contract/settings.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface AlwaysMonitoredAgents extends Pick<AttentionSettings, 'agentIds' | 'mostCalls'> {
  readonly workspaceId: string;
}

export async function listAlwaysMonitoredAgentsByWorkspace(
  db: Kysely<DatabaseSchema>,
): Promise<readonly AlwaysMonitoredAgents[]> {
  const { rows } = await sql<AlwaysMonitoredAgents>`
    select workspace_id as "workspaceId", attention -> 'agentIds' as "agentIds", (attention -> 'mostCalls')::integer as "mostCalls"
    from workspace_settings where jsonb_array_length(coalesce(attention -> 'agentIds', '[]')) > 0
  `.execute(db);
  return rows;
}
