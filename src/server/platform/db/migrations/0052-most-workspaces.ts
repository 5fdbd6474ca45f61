/** Adds a column for the number of workspaces that a user may create. Null: as many as everybody. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column most_workspaces integer check (most_workspaces >= 0)`.execute(db);
}
