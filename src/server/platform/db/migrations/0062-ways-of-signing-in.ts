/**
 * Ways of signing in: each session keeps how it began, and so does a sign-in that waits for its second factor. An account may have no
 * password: its person signs in by another way, or was invited and has not chosen one yet.
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
