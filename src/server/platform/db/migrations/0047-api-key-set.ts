/** When a workspace's API key was last replaced. A new account proves nothing about an old one's orders. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column api_key_replaced_at timestamptz`.execute(db);
}
