/**
 * Rows of `provider_cache`: each agent and phone number as the provider last sent it. An agent or number that the
 * provider no longer lists is flagged and kept, so that old calls keep their agent's name. An agent that was never
 * listed has only the name from a call.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export type ProviderCacheKind = DatabaseSchema['provider_cache']['kind'];

export interface ProviderCacheEntry {
  readonly key: string;
  readonly value: object;
}

export interface CachedProviderAgentsAndNumbers {
  /** The agents that the provider still lists. */
  readonly agents: readonly unknown[];
  readonly phoneNumbers: readonly unknown[];
  /** Time of the last refresh of the list of agents and of the list of phone numbers; null if never. */
  readonly fetchedAt: Readonly<Record<ProviderCacheKind, Date | null>>;
}

const removedMark = 'vocero_removed';
/** Name of the flag on a cached agent of which only the name is known, because a call reported it. */
export const agentNamedByCallFlag = 'vocero_told';

/** An agent as a call reports it. */
export interface AgentNamedByCall {
  readonly agentId: string;
  readonly name: string;
}

/** Stores the names of agents that are not in the cache yet. Cached agents stay unchanged. */
export async function insertAgentsNamedByCalls(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  agents: readonly AgentNamedByCall[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('provider_cache')
    .values(
      agents.map(({ agentId, name }) => ({
        workspace_id: workspaceId,
        kind: 'agent' as const,
        key: agentId,
        value: JSON.stringify({
          agent_id: agentId,
          agent_name: name,
          [removedMark]: true,
          [agentNamedByCallFlag]: true,
        }),
        fetched_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findCachedProviderAgentsAndNumbers(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<CachedProviderAgentsAndNumbers> {
  const rows = await db
    .selectFrom('provider_cache')
    .select(['kind', 'value', 'fetched_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`not (value ? ${removedMark})`)
    .execute();
  const listed = (kind: ProviderCacheKind) => rows.filter((row) => row.kind === kind);
  const newest = (kind: ProviderCacheKind): Date | null => {
    const times = listed(kind).map((row) => row.fetched_at.getTime());
    return times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : null;
  };
  return {
    agents: listed('agent').map((row) => row.value),
    phoneNumbers: listed('phone_number').map((row) => row.value),
    fetchedAt: { agent: newest('agent'), phone_number: newest('phone_number') },
  };
}

/**
 * Stores the provider's current lists of agents or numbers. Cached entries missing from them are flagged as removed.
 */
export async function replaceCachedProviderAgentsOrNumbers(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  lists: Readonly<Partial<Record<ProviderCacheKind, readonly ProviderCacheEntry[]>>>,
  fetchedAt: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Lock the workspace's cached agents, so that concurrent refreshes by several servers can't deadlock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`provider_cache/${workspaceId}`}, 0))`.execute(tx);
    for (const [kind, entries] of Object.entries(lists) as [ProviderCacheKind, readonly ProviderCacheEntry[]][]) {
      await tx
        .updateTable('provider_cache')
        .set({ value: sql`value || jsonb_build_object(${removedMark}::text, true)` })
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind)
        .where(sql<boolean>`key <> all (${entries.map((entry) => entry.key)}::text[])`)
        .execute();
      if (entries.length === 0) continue;
      await tx
        .insertInto('provider_cache')
        .values(
          entries.map((entry) => ({
            workspace_id: workspaceId,
            kind,
            key: entry.key,
            value: JSON.stringify(entry.value),
            fetched_at: fetchedAt,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'kind', 'key']).doUpdateSet((row) => ({
            value: row.ref('excluded.value'),
            fetched_at: row.ref('excluded.fetched_at'),
          })),
        )
        .execute();
    }
  });
}

export async function putCachedAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agent: { readonly agent_id: string },
): Promise<void> {
  await db
    .updateTable('provider_cache')
    .set({ value: JSON.stringify(agent) })
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'agent')
    .where('key', '=', agent.agent_id)
    .execute();
}
