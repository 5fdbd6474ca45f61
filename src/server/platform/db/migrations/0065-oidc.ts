/**
 * Migration for sign-in by an identity provider (OpenID Connect): identities of people, rules that admit them to
 * workspaces, and values that are valid only once. It also marks accounts that came from the identity provider.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oidc_identities (
      issuer text not null,
      subject text not null,
      user_id uuid not null unique references users (id) on delete cascade,
      linked_at timestamptz not null,
      by_admin boolean not null default false,
      signed_in_at timestamptz,
      primary key (issuer, subject)
    )
  `.execute(db);
  // `key_hash`: hash of a used sign-in state or logout token id, neither of which may be used again.
  await sql`create table oidc_spent (key_hash text primary key, expires_at timestamptz not null)`.execute(db);
  await sql`
    create table oidc_rules (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      claim text not null,
      value text not null,
      role text not null check (role in ('operator', 'editor', 'admin')),
      created_by uuid not null references users (id),
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique (workspace_id, claim, value)
    )
  `.execute(db);
  await sql`
    alter table users
      add column came_by_oidc boolean not null default false,
      add column is_emergency boolean not null default false
  `.execute(db);
  await sql`create unique index users_emergency on users (is_emergency) where is_emergency`.execute(db);
  // `by_rule`: a sign-on rule gave the membership or invitation, so sign-on rules may also take it away.
  await sql`alter table workspace_members add column by_rule boolean not null default false`.execute(db);
  await sql`alter table workspace_invitations add column by_rule boolean not null default false`.execute(db);
  await sql`create index sessions_oidc on sessions ((oidc ->> 'subject')) where oidc is not null`.execute(db);
}
