/**
 * Migration: column for the time at which somebody hid a workspace's first-run guide. Null: the guide is shown until
 * all steps are done.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_settings add column first_steps_hidden_at timestamptz`.execute(db);
}
