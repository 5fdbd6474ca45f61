/**
 * Which fields an agent's analysis must have: those of its own that are marked as required, whatever the call. Every analysed
 * call keeps them, so they are bounded.
 */
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { toldMark } from './agent-store.ts';

/** Of these agents, those that are known, each with the names of its required fields. */
export async function findRequiredFields(
  tx: Transaction<Schema>,
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
      and not (value ? ${toldMark})`.execute(tx);
  return new Map(rows.map(({ agentId, fields }) => [agentId, fields]));
}
