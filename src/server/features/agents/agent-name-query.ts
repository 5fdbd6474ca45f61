/** An agent's name as SQL, for statements of other features that tell agents by id. */
import { sql, type Expression, type RawBuilder } from 'kysely';

/**
 * The agent's latest name from the provider, even if the agent is no longer listed or only a call named it. Null if it has no name or is
 * unknown.
 */
export function agentNameOf(workspaceId: string, agentId: Expression<string | null>): RawBuilder<string | null> {
  return sql<string | null>`(
    select nullif(btrim(value ->> 'agent_name'), '') from provider_cache
    where workspace_id = ${workspaceId} and kind = 'agent' and key = ${agentId})`;
}
