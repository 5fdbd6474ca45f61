/**
 * Migration: column for the time at which a member's role last changed. A promoted admin's days of grace for a second
 * factor are counted from it.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_members add column role_since timestamptz`.execute(db);
}
