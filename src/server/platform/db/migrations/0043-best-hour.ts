/** 'Mejor hora': people who answer most at this hour are called first, and a tenth of them, drawn at random, without it. */
import { sql, type Kysely } from 'kysely';

const statements = [
  // As features/campaigns/dispatch/phone-area.ts writes it; '': not known, also of everybody stored before.
  `alter table recipients add column area text collate "C" not null default ''`,
  // Each new person is drawn by the database; those stored before are not.
  `alter table recipients add column without_best_hour boolean not null default false`,
  `alter table recipients alter column without_best_hour set default random() < 0.1`,
  `alter table campaigns add column best_hour boolean not null default false`,
  // Whether the hour decided whose turn it was; false: drawn to be called without it; null: it was off, or nothing was known.
  `alter table attempts add column best_hour boolean`,
  // Whoever looks at a campaign without it asks in vain, and at once.
  `create index attempts_compared on attempts (workspace_id, campaign_id) where best_hour is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
