/** When somebody hid the first steps of a workspace; null: they are shown until all are done. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_settings add column first_steps_hidden_at timestamptz`.execute(db);
}
