/** When a member's role last changed. A promoted admin has days of grace for a second factor from then on. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The moment of the last change. Null if the role never changed.
  await sql`alter table workspace_members add column role_since timestamptz`.execute(db);
}
