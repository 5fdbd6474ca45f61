/** When a workspace's API key was last replaced: what an account is asked about orders that were given to another proves nothing. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column api_key_replaced_at timestamptz`.execute(db);
}
