/** SQL of an agent's name, for statements of other features that have only the agent's id. */
import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/** SQL of an agent's latest name, even if the agent is not listed any more or only a call named it. Null if unknown. */
export function buildAgentNameSql(workspaceId: string, agentId: Expression<string | null>): RawBuilder<string | null> {
  return sql<string | null>`(
    select nullif(btrim(value ->> 'agent_name'), '') from provider_cache
    where workspace_id = ${workspaceId} and kind = 'agent' and key = ${agentId})`;
}

/** Finds agents' names by agent id. Agents without a known name have no entry. */
export async function findAgentNames(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const { rows } = await sql<{ agentId: string; agentName: string | null }>`
    select agent_id as "agentId", ${buildAgentNameSql(workspaceId, sql.ref('asked.agent_id'))} as "agentName"
    from unnest(${agentIds}::text[]) as asked (agent_id)`.execute(db);
  return new Map(rows.flatMap(({ agentId, agentName }) => (agentName === null ? [] : [[agentId, agentName] as const])));
}
