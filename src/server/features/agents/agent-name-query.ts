/** An agent's name as SQL, for statements of other features that tell agents by id. */
import { sql, type Expression, type RawBuilder } from 'kysely';

/** As the provider told it last, also of an agent that is listed no more or that calls alone name; null: it has none, or it is not known. */
export function agentNameOf(workspaceId: string, agentId: Expression<string | null>): RawBuilder<string | null> {
  return sql<string | null>`(
    select nullif(btrim(value ->> 'agent_name'), '') from provider_cache
    where workspace_id = ${workspaceId} and kind = 'agent' and key = ${agentId})`;
}
