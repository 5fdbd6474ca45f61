/** Migration: campaign option to wait for more recipients after all were called. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column is_open boolean not null default false`.execute(db);
}
