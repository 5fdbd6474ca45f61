/**
 * Names of the analysis fields that an agent marks as required. They are stored with every analysed call, so their
 * number and length are limited.
 */
import { sql, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { agentNamedByCallFlag } from './agent-store.ts';

/** Finds the names of required analysis fields by agent id. Unknown agents have no entry. */
export async function findRequiredAnalysisFieldsByAgent(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ agentId: string; fields: string[] }>`
    select key as "agentId", array(
      select item ->> 'name' from jsonb_path_query(value, 'lax $.post_call_analysis_data[*] ? (@.required == true && @.type != "system-presets")') as item
      where length(item ->> 'name') <= 200 order by 1 limit 100
    ) as fields
    from provider_cache
    where workspace_id = ${workspaceId} and kind = 'agent' and key = any (${[...agentIds]}::text[])
      and not (value ? ${agentNamedByCallFlag})`.execute(tx);
  return new Map(rows.map(({ agentId, fields }) => [agentId, fields]));
}
