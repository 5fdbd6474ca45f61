/**
 * Migration: stores each agent's former webhook URL, encrypted, so that it can be restored. Also stores the number of
 * each agent's calls for which no webhook arrived.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agent_webhooks (
    workspace_id uuid not null,
    agent_id text not null,
    /* Somebody leads its events elsewhere; until then nobody else does. */
    busy_until timestamptz,
    /* Whether what follows is known. */
    is_kept boolean not null default false,
    /* Null: it had no address of its own. */
    previous_url_encrypted text,
    primary key (workspace_id, agent_id)
  )`.execute(db);
  await sql`create table webhook_misses (
    workspace_id uuid not null,
    agent_id text not null,
    slot smallint not null,
    calls bigint not null,
    last_at timestamptz not null,
    primary key (workspace_id, agent_id, slot)
  )`.execute(db);
}
