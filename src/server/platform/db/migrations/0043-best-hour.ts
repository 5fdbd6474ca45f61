/** Migration for 'Mejor hora': recipients who usually answer at this hour are called first, except a random tenth. */
import { sql, type Kysely } from 'kysely';

const statements = [
  // Column: area of a recipient's number, in the form of phone-area.ts. '': unknown, or stored before this migration.
  `alter table recipients add column area text collate "C" not null default ''`,
  // Set the random default in a second statement, so that no existing recipient gets into the control group.
  `alter table recipients add column without_best_hour boolean not null default false`,
  `alter table recipients alter column without_best_hour set default random() < 0.1`,
  `alter table campaigns add column best_hour boolean not null default false`,
  // Column: 'Mejor hora' chose the recipient. False: one of the random tenth. Null: switched off, or no data.
  `alter table attempts add column best_hour boolean`,
  `create index attempts_compared on attempts (workspace_id, campaign_id) where best_hour is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
