/** Adds the campaign option to wait for more people after everybody was called. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column is_open boolean not null default false`.execute(db);
}
