/** How many workspaces somebody may create, where an operator of the machine said so; null: as many as everybody. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column most_workspaces integer check (most_workspaces >= 0)`.execute(db);
}
