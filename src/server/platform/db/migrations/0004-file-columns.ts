// Migration: column with the order of a campaign file's columns, because jsonb does not keep it. Exports and copies
// show the columns in this order.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns
    /* Their names, those of omitted rows too; empty for campaigns from before this column. */
    add column file_columns jsonb not null default '[]'`.execute(db);
}
