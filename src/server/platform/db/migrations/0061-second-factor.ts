/**
 * Migration for second factors: encrypted secrets, the time step of the last accepted code, hashed recovery codes, and
 * sign-ins that wait for a code. A workspace stores since when it requires a second factor. A user stores who last
 * reset their second factor.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `pending_encrypted`: a new secret, which replaces the current one once the user enters a code made from it.
  await sql`
    create table second_factors (
      user_id uuid primary key references users (id) on delete cascade,
      secret_encrypted text,
      pending_encrypted text,
      confirmed_at timestamptz,
      last_step bigint,
      check ((secret_encrypted is null) = (confirmed_at is null))
    )
  `.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash)
    )
  `.execute(db);
  await sql`
    create table sign_in_challenges (
      token_hash text primary key,
      user_id uuid not null references users (id) on delete cascade,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index sign_in_challenges_user on sign_in_challenges (user_id)`.execute(db);
  await sql`
    alter table workspace_settings
      add column second_factor text not null default 'none' check (second_factor in ('none', 'admins', 'all')),
      add column second_factor_since timestamptz
  `.execute(db);
  await sql`
    alter table users
      add column second_factor_reset_at timestamptz,
      add column second_factor_reset_by text
  `.execute(db);
}
