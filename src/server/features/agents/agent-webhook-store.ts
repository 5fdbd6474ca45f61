/** Rows of `agent_webhooks`: an agent's previous webhook URL, and a claim that prevents concurrent changes. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/** Claims an agent for `seconds`, to change its webhook URL. @returns false if it is already claimed. */
export async function claimAgentWebhookChange(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into agent_webhooks as kept (workspace_id, agent_id, busy_until)
    values (${workspaceId}::uuid, ${agentId}, now() + make_interval(secs => ${seconds}))
    on conflict (workspace_id, agent_id) do update set busy_until = excluded.busy_until
    where kept.busy_until is null or kept.busy_until < now()
    returning agent_id`.execute(db);
  return rows.length > 0;
}

export async function releaseAgentWebhookChange(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
): Promise<void> {
  await sql`
    with freed as (
      update agent_webhooks set busy_until = null where workspace_id = ${workspaceId}::uuid and agent_id = ${agentId} and is_kept
    )
    delete from agent_webhooks where workspace_id = ${workspaceId}::uuid and agent_id = ${agentId} and not is_kept`.execute(
    db,
  );
}

/** Stores a claimed agent's previous webhook URL, encrypted. `sealed` is null if the agent had no URL of its own. */
export async function storePreviousAgentWebhookUrl(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
  sealed: string | null,
): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ is_kept: true, previous_url_encrypted: sealed })
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .execute();
}

export async function deletePreviousAgentWebhookUrl(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
): Promise<void> {
  await db
    .updateTable('agent_webhooks')
    .set({ is_kept: false, previous_url_encrypted: null })
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .execute();
}

/** Lists the encrypted previous webhook URLs by agent. Null means that the agent had no URL of its own. */
export async function listEncryptedPreviousAgentWebhookUrls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('agent_webhooks')
    .select(['agent_id', 'previous_url_encrypted'])
    .where('workspace_id', '=', workspaceId)
    .where('is_kept', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.agent_id, row.previous_url_encrypted]));
}
