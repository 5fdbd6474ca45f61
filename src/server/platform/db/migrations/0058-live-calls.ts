/**
 * Migration for live calls. It stores which server has a call's WebSocket to the provider, who may read live calls, and
 * a workspace's frequent whispers. A new index finds audit entries about opened calls and whispers.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_monitors (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id text not null,
      server_id uuid not null,
      expires_at timestamptz not null,
      primary key (workspace_id, call_id)
    )
  `.execute(db);
  await sql`
    alter table workspace_settings
      add column live_readers text not null default 'editor',
      add column whispers jsonb not null default '[]'
  `.execute(db);
  await sql`
    create index audit_log_live on audit_log (workspace_id, target, action)
    where action in ('call.live_opened', 'call.whispered')
  `.execute(db);
}
