/** When a member's role last changed: an admin who is promoted has days of grace for a second factor, counted from then. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_members add column role_since timestamptz`.execute(db);
}
