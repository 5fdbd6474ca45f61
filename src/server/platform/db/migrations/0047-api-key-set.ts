/** Migration: time of a workspace's last new API key, because a new account knows no calls of the former account. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column api_key_replaced_at timestamptz`.execute(db);
}
