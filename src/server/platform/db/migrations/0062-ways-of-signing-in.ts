/**
 * Migration: sessions, and sign-ins that wait for a second factor, store the way of signing in. A user may have no
 * password, because they sign in another way or have not chosen a password since their invitation.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users alter column password_hash drop not null`.execute(db);
  await sql`
    alter table sessions
      add column way text not null default 'password',
      add column second_factor text,
      add column oidc jsonb
  `.execute(db);
  await sql`
    alter table sign_in_challenges
      add column way text not null default 'password',
      add column oidc jsonb
  `.execute(db);
}
