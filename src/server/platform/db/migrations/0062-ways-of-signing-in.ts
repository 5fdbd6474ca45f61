/**
 * Ways of signing in: a session, or a sign-in waiting for its second factor, records how it began. An account may have
 * no password, if its person signs in another way or has not accepted the invitation yet.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users alter column password_hash drop not null`.execute(db);
  // `oidc` contains the identity provider's data of a session that began with it (access/oidc).
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
