/**
 * Migration: table of API tokens. If a user's membership of the workspace is deleted, the tokens that the user created
 * are deleted too.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table api_tokens (
    workspace_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    name text not null,
    token_hash text not null,
    role text not null check (role in ('operator', 'editor', 'admin')),
    /* May be used from these; none: from anywhere. */
    addresses inet[] not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, user_id) references workspace_members (workspace_id, user_id) on delete cascade
  )`.execute(db);
  await sql`create index api_tokens_hash on api_tokens (token_hash)`.execute(db);
  await sql`create index api_tokens_maker on api_tokens (workspace_id, user_id)`.execute(db);
}
