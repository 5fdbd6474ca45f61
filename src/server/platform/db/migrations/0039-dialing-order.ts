/** The order of calls: a campaign's weight within its workspace, and a recipient's priority within the campaign. */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table campaigns add column weight smallint not null default 5 check (weight between 1 and 10)`,
  `alter table recipients add column priority smallint not null default 5 check (priority between 1 and 10)`,
  `drop index recipients_pending`,
  // The order of claims, which read this index from its start.
  `create index recipients_pending on recipients (workspace_id, campaign_id, priority desc, position) where state = 'pending'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
