/** The workspace that a person used last, to which the next sign-in leads. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column last_workspace_id uuid`.execute(db);
}
