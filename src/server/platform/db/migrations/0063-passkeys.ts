/**
 * Migration: tables of people's passkeys and of the random challenges that passkeys sign. A challenge is stored as a
 * hash and is valid only once.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `rp_id`: host name to which the passkey belongs. Browsers use the passkey for no other host.
  await sql`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      credential_id text not null unique,
      rp_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      backed_up boolean not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )
  `.execute(db);
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);
  // `user_id` is null if the sign-in begins with the passkey, because the user is not known yet.
  await sql`
    create table passkey_challenges (
      challenge_hash text primary key,
      user_id uuid references users (id) on delete cascade,
      purpose text not null,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index passkey_challenges_user on passkey_challenges (user_id)`.execute(db);
  await sql`create index passkey_challenges_late on passkey_challenges (expires_at)`.execute(db);
}
