/**
 * Adds to sessions, and to sign-ins that wait for their second factor, the way of signing in. Allows users without a
 * password, who sign in another way or were invited and have not chosen one yet.
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
