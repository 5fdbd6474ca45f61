/** Migration: table of people who listen to or take over live calls, who may do so, and how sound is transmitted. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table call_listenings (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      call_id text not null,
      user_id uuid not null,
      username text not null,
      participant_id text not null,
      sealed_token text,
      session_id text,
      started_at timestamptz not null,
      alive_until timestamptz not null,
      taken_over_at timestamptz,
      silent_at timestamptz,
      ended_at timestamptz,
      primary key (workspace_id, id)
    )
  `.execute(db);
  await sql`create index call_listenings_call on call_listenings (workspace_id, call_id)`.execute(db);
  await sql`create index call_listenings_open on call_listenings (alive_until) where ended_at is null`.execute(db);
  // Unique index that lets only one person take over a call, even if several try at once.
  await sql`
    create unique index call_listenings_taker on call_listenings (workspace_id, call_id) where taken_over_at is not null
  `.execute(db);
  await sql`alter table workspace_settings add column listening text not null default 'off'`.execute(db);
  await sql`
    alter table workspaces add column listening_transport text check (listening_transport in ('gateway', 'livekit'))
  `.execute(db);
}
