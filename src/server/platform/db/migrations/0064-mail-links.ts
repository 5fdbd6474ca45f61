/**
 * Links by mail: each works once, for one purpose, until it expires. An address is confirmed by a link that its person opened while signed
 * in. Addresses from before count as unconfirmed.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_confirmed_at timestamptz`.execute(db);
  // `email`: the address that it was mailed to; null: an admin passes it on. `expires_at` is -infinity once it is void.
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
