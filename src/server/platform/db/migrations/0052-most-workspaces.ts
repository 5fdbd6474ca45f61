/**
 * Adds the column for the maximum number of workspaces that a user may create. Null: the limit that applies to all
 * users.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column most_workspaces integer check (most_workspaces >= 0)`.execute(db);
}
