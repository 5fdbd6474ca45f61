/**
 * Migration: table of links sent by mail, each valid once, for one purpose, until it expires. A user confirms an email
 * address by opening a link while signed in. Addresses stored before this migration are unconfirmed.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_confirmed_at timestamptz`.execute(db);
  // `email`: address to which the link was sent; null if an admin passes the link on. The `expires_at` of a revoked
  // link is -infinity.
  await sql`
    create table mail_links (
      token_hash text primary key,
      user_id uuid not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('confirm', 'recover', 'invite')),
      email text,
      sent_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index mail_links_user on mail_links (user_id)`.execute(db);
}
