/**
 * Migration for 'Mejor hora': recipients who are likely to answer at the current hour are called first, except a random
 * tenth (control group).
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  // Column: area of a recipient's phone number, as phone-area.ts computes it. Empty text: the area is unknown, or the
  // recipient is older than this migration.
  `alter table recipients add column area text collate "C" not null default ''`,
  // Set the random default in a second statement, so that no existing recipient gets into the control group.
  `alter table recipients add column without_best_hour boolean not null default false`,
  `alter table recipients alter column without_best_hour set default random() < 0.1`,
  `alter table campaigns add column best_hour boolean not null default false`,
  // Column: true if 'Mejor hora' chose when the recipient was called, false if the recipient was in the random tenth
  // without it (control group). Null if 'Mejor hora' was switched off or had no data.
  `alter table attempts add column best_hour boolean`,
  `create index attempts_compared on attempts (workspace_id, campaign_id) where best_hour is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
