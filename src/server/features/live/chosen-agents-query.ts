/** Reads which agents' calls each workspace always follows live, and its highest number of such calls. */
import { sql, type Kysely } from 'kysely';
import type { AttentionSettings } from '../../../contract/settings.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface ChosenAgents extends Pick<AttentionSettings, 'agentIds' | 'mostCalls'> {
  readonly workspaceId: string;
}

export async function listChosenAgents(db: Kysely<Schema>): Promise<readonly ChosenAgents[]> {
  const { rows } = await sql<ChosenAgents>`
    select workspace_id as "workspaceId", attention -> 'agentIds' as "agentIds", (attention -> 'mostCalls')::integer as "mostCalls"
    from workspace_settings where jsonb_array_length(coalesce(attention -> 'agentIds', '[]')) > 0
  `.execute(db);
  return rows;
}
