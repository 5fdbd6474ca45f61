/** Migration: order of calls by a campaign's weight in its workspace and a recipient's priority in the campaign. */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table campaigns add column weight smallint not null default 5 check (weight between 1 and 10)`,
  `alter table recipients add column priority smallint not null default 5 check (priority between 1 and 10)`,
  `drop index recipients_pending`,
  // Index of pending recipients in the order in which they are claimed.
  `create index recipients_pending on recipients (workspace_id, campaign_id, priority desc, position) where state = 'pending'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
