/**
 * Migration: column for the time at which a workspace's API key was last replaced. The new key may be of another
 * provider account, which does not have the former account's calls.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column api_key_replaced_at timestamptz`.execute(db);
}
