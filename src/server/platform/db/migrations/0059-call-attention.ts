/**
 * Migration: adds a table that records when a live call matched an attention rule (a sign of trouble), without any
 * spoken words. Also adds a column for each workspace's settings of these rules.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table call_attention (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id text not null,
      rule text not null,
      second integer not null,
      noticed_at timestamptz not null,
      primary key (workspace_id, call_id, rule, second)
    )
  `.execute(db);
  await sql`create index call_attention_noticed on call_attention (workspace_id, noticed_at)`.execute(db);
  await sql`alter table workspace_settings add column attention jsonb not null default '{}'`.execute(db);
}
