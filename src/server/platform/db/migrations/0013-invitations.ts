/**
 * Migration: adds a table of invitations for users whose home is another workspace. Also adds a table with the times at
 * which a person was informed that a username is taken.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table workspace_invitations (
    workspace_id uuid not null references workspaces (id),
    id uuid not null default gen_random_uuid(),
    /* As typed: all that the workspace knows of the person. */
    username text not null,
    /* Whom the name meant when it was typed; null: nobody, and nobody who takes it later. No reference, whose check would take time for those alone who exist. */
    user_id uuid,
    role text not null check (role in ('operator', 'editor', 'admin')),
    invited_by uuid not null,
    invited_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    outcome text check (outcome in ('accepted', 'refused', 'withdrawn', 'lapsed')),
    primary key (workspace_id, id)
  )`,
  `create unique index workspace_invitations_open on workspace_invitations (workspace_id, lower(username)) where ended_at is null`,
  `create index workspace_invitations_person on workspace_invitations (user_id) where ended_at is null`,
  `create table name_refusals (
    user_id uuid not null,
    refused_at timestamptz not null
  )`,
  `create index name_refusals_person on name_refusals (user_id, refused_at)`,
];
