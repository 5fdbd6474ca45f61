/** Campaigns that wait for more people once everybody was called. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column is_open boolean not null default false`.execute(db);
}
