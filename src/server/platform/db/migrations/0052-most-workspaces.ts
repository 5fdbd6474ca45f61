/** A person's maximum number of workspaces to create, set by the machine's operator. Null: the general limit. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column most_workspaces integer check (most_workspaces >= 0)`.execute(db);
}
