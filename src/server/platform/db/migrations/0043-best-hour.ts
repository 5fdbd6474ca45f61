/** 'Mejor hora': people likely to answer at this hour are called first, except for a random tenth. */
import { sql, type Kysely } from 'kysely';

const statements = [
  // The area in the format of features/campaigns/dispatch/phone-area.ts. Empty if unknown and for existing recipients.
  `alter table recipients add column area text collate "C" not null default ''`,
  // The database draws each new recipient at random. Existing recipients are not drawn.
  `alter table recipients add column without_best_hour boolean not null default false`,
  `alter table recipients alter column without_best_hour set default random() < 0.1`,
  `alter table campaigns add column best_hour boolean not null default false`,
  // True if best hour decided the turn, false if drawn to be called without it, null if it was off or unknown.
  `alter table attempts add column best_hour boolean`,
  // A partial index, so that a campaign without best hour finds nothing at once.
  `create index attempts_compared on attempts (workspace_id, campaign_id) where best_hour is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
